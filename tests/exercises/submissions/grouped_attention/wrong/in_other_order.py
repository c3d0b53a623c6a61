"""Bug: the outputs come out one of each group at a time.

Caught by: four query heads on two key heads
Diagnosis: the right outputs in another order
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

    size = h // g
    outputs = [
        attention(
            query[..., group * size + member, :, :], key[..., group, :, :], value[..., group, :, :]
        )
        for member in range(size)
        for group in range(g)
    ]
    return np.stack(outputs, axis=-3)
