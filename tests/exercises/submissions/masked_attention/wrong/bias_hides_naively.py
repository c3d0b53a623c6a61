"""Bug: every entry but 0 hides, and rows are then empty.

Caught by: a bias
Diagnosis: hiding every key whose entry is not 0
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    scores = np.where(mask != 0, -np.inf, scores)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value
