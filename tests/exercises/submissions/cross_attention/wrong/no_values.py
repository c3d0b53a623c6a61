"""Bug: the context is averaged as it is.

Caught by: a context as long and as wide
Diagnosis: the averages of the context itself
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key = x @ w_query, context @ w_key
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ context
