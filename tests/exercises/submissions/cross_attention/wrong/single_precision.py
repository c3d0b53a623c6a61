"""Bug: everything is computed in single precision.

Caught by: a context as long and as wide
Diagnosis: only to the few digits that float32 holds
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):

    x, context, w_query, w_key, w_value = (
        array.astype(np.float32) for array in (x, context, w_query, w_key, w_value)
    )
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ np.swapaxes(key, -2, -1) / np.float32(np.sqrt(query.shape[-1]))
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
