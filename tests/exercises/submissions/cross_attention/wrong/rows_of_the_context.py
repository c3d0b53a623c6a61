"""Bug: the result gets a row for each token of the context.

Caught by: a longer or shorter context
Diagnosis: It raised ValueError
"""

import numpy as np


def cross_attention(x, context, w_query, w_key, w_value):
    query, key, value = x @ w_query, context @ w_key, context @ w_value
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))

    output = np.zeros((*context.shape[:-1], w_value.shape[1]))
    output[...] = weights / weights.sum(axis=-1, keepdims=True) @ value
    return output
