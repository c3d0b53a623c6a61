"""Bug: all axes of the keys are reversed.

Caught by: a batch of pairs
Diagnosis: `.T` reverses all axes, the batch too
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ key.T / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ value
