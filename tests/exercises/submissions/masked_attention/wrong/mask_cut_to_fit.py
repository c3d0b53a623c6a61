"""Bug: as much of the mask as fits is taken.

Caught by: shapes that disagree
Diagnosis: the mask has columns for 5
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    n_queries, n_keys = scores.shape[-2:]
    scores = scores + mask[..., :n_queries, :n_keys]
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
