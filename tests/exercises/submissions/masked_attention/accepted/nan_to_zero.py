"""NaN is let happen in the weights, and set to 0."""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = np.matmul(query, np.moveaxis(key, -1, -2)) * query.shape[-1] ** -0.5
    scores = scores + mask
    with np.errstate(invalid="ignore"):
        powers = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    weights = powers / np.sum(powers, axis=-1, keepdims=True)
    weights[np.isnan(weights)] = 0.0
    return np.matmul(weights, value)
