"""Bug: the heads of keys are joined to one long head.

Caught by: four query heads on two key heads
Diagnosis: the keys of all heads at once
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

    long_key = np.concatenate([key[..., i : i + 1, :, :] for i in range(g)], axis=-2)
    long_value = np.concatenate([value[..., i : i + 1, :, :] for i in range(g)], axis=-2)
    return attention(query, long_key, long_value)
