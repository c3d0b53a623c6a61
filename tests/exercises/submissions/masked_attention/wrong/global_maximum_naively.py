"""Bug: one maximum for the whole array, and 0/0 is left.

Caught by: scores of 1000 and -1000
Diagnosis: the largest score of the whole table
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask
    powers = np.exp(scores - scores.max())
    return powers / powers.sum(axis=-1, keepdims=True) @ value
