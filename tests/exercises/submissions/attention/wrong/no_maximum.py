"""Bug: no maximum is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: e to the score overflows
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True) @ value
