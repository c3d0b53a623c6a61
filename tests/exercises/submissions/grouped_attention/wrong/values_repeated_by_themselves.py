"""Bug: keys and values may have different numbers of heads.

Caught by: keys and values of different heads
Diagnosis: 2 heads of keys cannot go with 4 heads of values
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def grouped_attention(query, key, value):

    h = query.shape[-3]
    if h % key.shape[-3] or h % value.shape[-3]:
        raise ValueError("the heads cannot be shared out")
    key, value = (np.repeat(array, h // array.shape[-3], axis=-3) for array in (key, value))
    return attention(query, key, value)
