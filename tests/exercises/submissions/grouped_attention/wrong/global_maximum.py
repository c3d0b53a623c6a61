"""Bug: one maximum is taken off everything.

Caught by: scores of 1000 and -1000
Diagnosis: when the largest score of all heads is taken off
"""

import numpy as np


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    key, value = (np.repeat(array, h // g, axis=-3) for array in (key, value))
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max())
    return weights / weights.sum(axis=-1, keepdims=True) @ value
