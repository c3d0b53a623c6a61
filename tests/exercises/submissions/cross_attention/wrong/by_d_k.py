"""Bug: the scores are divided by d_k.

Caught by: a context as long and as wide
Diagnosis: by dividing by d_k instead of √d_k
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ np.swapaxes(key, -2, -1) / query.shape[-1]
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
