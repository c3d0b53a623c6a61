"""Bug: the softmax goes down the columns.

Caught by: nothing hidden
Diagnosis: a softmax down the columns
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask
    largest = scores.max(axis=-2, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-2, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
