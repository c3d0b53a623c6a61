"""Bug: −∞ is replaced in the caller's mask.

Caught by: keys hidden from some queries
Diagnosis: wrote into mask
"""

import numpy as np


def masked_attention(query, key, value, mask):
    empty = (mask == -np.inf).all(axis=-1, keepdims=True)
    mask[mask == -np.inf] = -1e30
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return np.where(empty, 0.0, powers / total) @ value
