"""Bug: the largest absolute value is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: when the largest absolute value is taken off
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - np.abs(scores).max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
