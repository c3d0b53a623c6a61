"""Bug: the scores are divided by the root of d_model.

Caught by: a context as long and as wide
Diagnosis: by dividing by √d_model
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(x.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
