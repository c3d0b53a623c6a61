"""Bug: an empty row gets equal weights.

Caught by: a query that may look at nothing
Diagnosis: the mean of all values
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    weights = powers / np.where(total == 0, 1.0, total)
    weights = np.where(total == 0, 1 / key.shape[-2], weights)
    return weights @ value
