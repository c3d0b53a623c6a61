"""Bug: single precision.

Caught by: nothing hidden
Diagnosis: the few digits that float32 holds
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = (query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask).astype(np.float32)
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value.astype(np.float32)
