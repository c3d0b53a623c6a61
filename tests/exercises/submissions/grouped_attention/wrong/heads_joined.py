"""Bug: the outputs of the heads are joined along the features.

Caught by: four query heads on two key heads
Diagnosis: (1, 4) came back where (4, 1, 1) should
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

    output = attention(query, np.repeat(key, h // g, axis=-3), np.repeat(value, h // g, axis=-3))
    return np.swapaxes(output, -3, -2).reshape(*query.shape[:-3], query.shape[-2], -1)
