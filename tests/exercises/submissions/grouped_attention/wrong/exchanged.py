"""Bug: a query head's number is divided by g instead of h/g.

Caught by: six query heads, on three key heads and on two
Diagnosis: so h/g belong to each
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

    output = np.empty(query.shape[:-1] + value.shape[-1:])
    for head in range(h):
        group = head // g
        output[..., head, :, :] = attention(
            query[..., head, :, :], key[..., group, :, :], value[..., group, :, :]
        )
    return output
