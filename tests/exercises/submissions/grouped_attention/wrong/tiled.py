"""Bug: the key heads are tiled, not repeated.

Caught by: four query heads on two key heads
Diagnosis: `numpy.tile` the whole row of them
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    copies = (h // g, 1, 1)
    return attention(query, np.tile(key, copies), np.tile(value, copies))
