"""Bug: exactly one batch axis.

Caught by: a batch of sequences
Diagnosis: It raised ValueError in line
"""

import numpy as np


def multi_head(x, w_query, w_key, w_value, w_output, n_heads):
    if x.ndim == 2:
        return multi_head(x[None], w_query, w_key, w_value, w_output, n_heads)[0]
    batch, n, _ = x.shape

    def split(projected):
        return projected.reshape(batch, n, n_heads, -1).transpose(0, 2, 1, 3)

    query, key, value = split(x @ w_query), split(x @ w_key), split(x @ w_value)
    scores = query @ key.transpose(0, 1, 3, 2) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    heads = powers / powers.sum(axis=-1, keepdims=True) @ value
    return heads.transpose(0, 2, 1, 3).reshape(batch, n, -1) @ w_output
