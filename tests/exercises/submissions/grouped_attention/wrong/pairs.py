"""Bug: each key head is repeated twice, whatever h is.

Caught by: six query heads, on three key heads and on two
Diagnosis: It raised ValueError
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

    if g < h and g > 1:
        key, value = np.repeat(key, 2, axis=-3), np.repeat(value, 2, axis=-3)
    return attention(query, key, value)
