"""The fourth root of d_k divides queries and keys alike; differences of scores."""

import numpy as np


def attention(query, key, value):
    root = query.shape[-1] ** 0.25
    scores = (query / root) @ np.moveaxis(key / root, -1, -2)
    with np.errstate(over="ignore"):
        gaps = scores[..., None, :] - scores[..., :, None]
        weights = 1 / np.exp(gaps).sum(axis=-1)
    return np.matmul(weights, value)
