"""All heads at once, by reshape and swapaxes."""

import numpy as np


def multi_head(x, w_query, w_key, w_value, w_output, n_heads):
    def split(projected):
        return np.swapaxes(projected.reshape(*x.shape[:-1], n_heads, -1), -2, -3)

    query, key, value = split(x @ w_query), split(x @ w_key), split(x @ w_value)
    scores = query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    heads = np.swapaxes(weights @ value, -2, -3)
    return heads.reshape(*x.shape[:-1], -1) @ w_output
