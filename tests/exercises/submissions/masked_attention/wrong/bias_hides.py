"""Bug: every entry but 0 hides.

Caught by: a bias
Diagnosis: hiding every key whose entry is not 0
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    scores = np.where(mask == 0, scores, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
