"""Bug: keys and values are averaged over their heads.

Caught by: four query heads on two key heads
Diagnosis: by averaging the heads of keys and of values
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

    key = key.mean(axis=-3, keepdims=True)
    value = value.mean(axis=-3, keepdims=True)
    return attention(query, key, value)
