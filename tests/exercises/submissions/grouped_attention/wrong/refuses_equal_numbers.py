"""Bug: groups of one are taken for bad input.

Caught by: a key head for each query head
Diagnosis: It raised ValueError
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def grouped_attention(query, key, value):

    h, g = query.shape[-3], key.shape[-3]
    if h % g or h <= g or value.shape[-3] != g:
        raise ValueError("there must be more query heads than key heads")
    return attention(query, np.repeat(key, h // g, axis=-3), np.repeat(value, h // g, axis=-3))
