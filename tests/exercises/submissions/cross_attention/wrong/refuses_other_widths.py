"""Bug: x and the context have to be equally wide.

Caught by: a wider or narrower context
Diagnosis: It raised ValueError
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):

    if x.shape[-1] != context.shape[-1]:
        raise ValueError("x and context differ in width")
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
