"""Bug: one maximum for the whole array.

Caught by: scores of 1000 and -1000
Diagnosis: the largest score of the whole table
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask
    largest = scores.max()
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
