"""Bug: einsum stretches queries of width 1.

Caught by: matrices that do not fit
Diagnosis: queries of width 1 and keys of width 2
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = np.einsum("...nk,...mk->...nm", query, key) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
