"""Bug: the query is scaled in place.

Caught by: four query heads on two key heads
Diagnosis: wrote into query
"""

import numpy as np


def grouped_attention(query, key, value):
    h, g = query.shape[-3], key.shape[-3]
    if h % g or value.shape[-3] != g:
        raise ValueError("the heads do not fit together")

    if query.dtype.kind == "i":
        query = query.astype(float)
    query *= query.shape[-1] ** -0.5
    key, value = (np.repeat(array, h // g, axis=-3) for array in (key, value))
    scores = query @ np.swapaxes(key, -2, -1)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
