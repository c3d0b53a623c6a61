"""Bug: keys and values come from x and the context together.

Caught by: a context as long and as wide
Diagnosis: are all asked together
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    both = np.concatenate([x, context], axis=-2)
    query, key, value = x @ w_query, both @ w_key, both @ w_value
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
