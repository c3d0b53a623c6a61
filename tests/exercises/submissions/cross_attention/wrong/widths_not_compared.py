"""Bug: queries and keys are compared as far as both go.

Caught by: matrices that do not fit
Diagnosis: queries of width 2 and keys of width 4
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key, value = x @ w_query, context @ w_key, context @ w_value

    pairs = zip(np.moveaxis(query, -1, 0), np.moveaxis(key, -1, 0))
    scores = sum(q[..., :, None] * k[..., None, :] for q, k in pairs) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
