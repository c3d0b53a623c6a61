"""Bug: the query heads are reshaped to (h/g, g) instead of (g, h/g).

Caught by: four query heads on two key heads
Diagnosis: read the key heads in turn
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

    grouped = query.reshape(*query.shape[:-3], h // g, g, *query.shape[-2:])
    output = attention(grouped, key[..., None, :, :, :], value[..., None, :, :, :])
    return output.reshape(*query.shape[:-1], value.shape[-1])
