"""Bug: the scale is put into w_query in place.

Caught by: a context as long and as wide
Diagnosis: wrote into w_query
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):

    if w_query.dtype.kind == "i":
        w_query = w_query.astype(float)
    w_query /= np.sqrt(w_query.shape[1])
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ np.swapaxes(key, -2, -1)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
