"""Bug: scores are clipped so that nothing overflows.

Caught by: scores of 1000 and -1000
Diagnosis: none
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = np.clip(query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]), -500, 500)
    scores = scores + mask
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
