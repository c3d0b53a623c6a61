"""Bug: the values are picked by the remainder, the keys by the quotient.

Caught by: four query heads on two key heads
Diagnosis: when only the values are dealt out in turn
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

    heads = np.arange(h)
    return attention(query, key[..., heads // (h // g), :, :], value[..., heads % g, :, :])
