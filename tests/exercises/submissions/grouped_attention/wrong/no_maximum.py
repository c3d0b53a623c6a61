"""Bug: no maximum is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: when e to the score overflows
"""

import numpy as np


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    key, value = (np.repeat(array, h // g, axis=-3) for array in (key, value))
    weights = np.exp(query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
