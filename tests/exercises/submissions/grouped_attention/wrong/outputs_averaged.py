"""Bug: the outputs of each group are averaged.

Caught by: four query heads on two key heads
Diagnosis: the averages of the outputs in each group
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

    output = attention(query, np.repeat(key, h // g, axis=-3), np.repeat(value, h // g, axis=-3))
    shape = (*output.shape[:-3], g, h // g, *output.shape[-2:])
    return output.reshape(shape).mean(axis=-3)
