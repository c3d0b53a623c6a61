"""Bug: fewer query heads than key heads are let through.

Caught by: query heads that cannot be shared out
Diagnosis: 1, the number of query heads
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def grouped_attention(query, key, value):

    h, g = query.shape[-3], key.shape[-3]
    if (h > g and h % g) or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")
    if h > g:
        key, value = (np.repeat(array, h // g, axis=-3) for array in (key, value))
    return attention(query, key[..., :h, :, :], value[..., :h, :, :])
