"""Bug: the largest size of a score is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: none
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - np.abs(scores).max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
