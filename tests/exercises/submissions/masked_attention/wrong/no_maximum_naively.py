"""Bug: no maximum is taken off, and 0/0 is left.

Caught by: scores of 1000 and -1000
Diagnosis: e to the score overflows
"""

import numpy as np


def masked_attention(query, key, value, mask):
    powers = np.exp(query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask)
    return powers / powers.sum(axis=-1, keepdims=True) @ value
