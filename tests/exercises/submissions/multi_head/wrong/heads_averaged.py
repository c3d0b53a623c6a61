"""Bug: the heads are averaged over, not joined.

Caught by: two heads
Diagnosis: the average of all heads
"""

import numpy as np


def multi_head(x, w_query, w_key, w_value, w_output, n_heads):
    def split(projected):
        return np.swapaxes(projected.reshape(*x.shape[:-1], n_heads, -1), -2, -3)

    query, key, value = split(x @ w_query), split(x @ w_key), split(x @ w_value)
    scores = query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    heads = powers / powers.sum(axis=-1, keepdims=True) @ value
    heads = np.concatenate([heads.mean(axis=-3)] * n_heads, axis=-1)
    return heads @ w_output
