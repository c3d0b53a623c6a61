"""Bug: hidden scores are set to −1e9.

Caught by: a query that may look at nothing
Diagnosis: the mean of all values
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask
    scores = np.where(scores == -np.inf, -1e9, scores)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value
