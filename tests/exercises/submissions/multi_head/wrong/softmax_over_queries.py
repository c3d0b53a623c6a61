"""Bug: the softmax runs down the columns.

Caught by: two heads
Diagnosis: with a softmax down the columns
"""

import numpy as np


def multi_head(x, w_query, w_key, w_value, w_output, n_heads):
    def split(projected):
        return np.swapaxes(projected.reshape(*x.shape[:-1], n_heads, -1), -2, -3)

    query, key, value = split(x @ w_query), split(x @ w_key), split(x @ w_value)
    scores = query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-2, keepdims=True))
    heads = powers / powers.sum(axis=-2, keepdims=True) @ value
    heads = np.swapaxes(heads, -2, -3).reshape(*x.shape[:-1], -1)
    return heads @ w_output
