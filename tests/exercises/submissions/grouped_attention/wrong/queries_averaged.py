"""Bug: the queries of each group are averaged before they ask.

Caught by: four query heads on two key heads
Diagnosis: by averaging the queries of each group first
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

    shape = (*query.shape[:-3], g, h // g, *query.shape[-2:])
    return attention(query.reshape(shape).mean(axis=-3), key, value)
