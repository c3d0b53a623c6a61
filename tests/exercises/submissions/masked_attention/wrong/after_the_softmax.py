"""Bug: weights are set to 0 after the softmax.

Caught by: keys hidden from some queries
Diagnosis: setting weights to 0 after the softmax
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    weights = np.where(mask == -np.inf, 0.0, weights)
    return weights @ value
