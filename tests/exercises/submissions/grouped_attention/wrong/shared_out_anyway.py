"""Bug: the heads are shared out as well as it goes.

Caught by: query heads that cannot be shared out
Diagnosis: is not a multiple of 2
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def grouped_attention(query, key, value):

    h, g = query.shape[-3], key.shape[-3]
    if value.shape[-3] != g:
        raise ValueError("keys and values differ in number of heads")
    shared = np.arange(h) * g // h
    return attention(query, key[..., shared, :, :], value[..., shared, :, :])
