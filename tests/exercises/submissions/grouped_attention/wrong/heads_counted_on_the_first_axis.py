"""Bug: h and g are taken from the first axis.

Caught by: a batch of sequences
Diagnosis: It raised ValueError
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def grouped_attention(query, key, value):

    h, g = len(query), len(key)
    if h % g or len(value) != g:
        raise ValueError("the heads do not fit together")
    return attention(query, np.repeat(key, h // g, axis=-3), np.repeat(value, h // g, axis=-3))
