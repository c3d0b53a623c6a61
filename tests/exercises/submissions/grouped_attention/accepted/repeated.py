"""Each key head is copied for every query head of its group."""

import numpy as np


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    key = np.repeat(key, h // g, axis=-3)
    value = np.repeat(value, h // g, axis=-3)
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights @ value
