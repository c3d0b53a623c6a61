"""Bug: the mask is added to the weights.

Caught by: keys hidden from some queries
Diagnosis: adding the mask to the weights
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True) + mask
    return weights @ value
