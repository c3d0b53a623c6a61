"""Bug: the softmax runs over the heads.

Caught by: four query heads on two key heads
Diagnosis: with a softmax over the heads
"""

import numpy as np


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    key, value = (np.repeat(array, h // g, axis=-3) for array in (key, value))
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-3, keepdims=True))
    return weights / weights.sum(axis=-3, keepdims=True) @ value
