"""Bug: the query is scaled in place.

Caught by: nothing hidden
Diagnosis: wrote into query
"""

import numpy as np


def masked_attention(query, key, value, mask):
    if query.dtype.kind == "i":
        query = query.astype(float)
    query /= np.sqrt(query.shape[-1])
    scores = query @ np.swapaxes(key, -2, -1) + mask
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    return powers / np.where(total == 0, 1.0, total) @ value
