"""Bug: matrices that do not fit raise AssertionError.

Caught by: matrices that do not fit
Diagnosis: but raised AssertionError
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):

    assert x.shape[-1] == w_query.shape[0]
    assert context.shape[-1] == w_key.shape[0] == w_value.shape[0]
    assert w_query.shape[1] == w_key.shape[1]
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
