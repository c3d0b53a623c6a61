"""Bug: columns that cannot be shared are dropped.

Caught by: heads that cannot share the columns
Diagnosis: two heads cannot share the 3 columns
"""

import numpy as np


def multi_head(x, w_query, w_key, w_value, w_output, n_heads):
    d_k, d_v = w_query.shape[1] // n_heads, w_value.shape[1] // n_heads
    result = 0.0
    for i in range(n_heads):
        query, key = (x @ w[:, i * d_k : (i + 1) * d_k] for w in (w_query, w_key))
        scores = query @ np.swapaxes(key, -1, -2) / np.sqrt(d_k)
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights = powers / powers.sum(axis=-1, keepdims=True)
        value, share = (
            (x @ w_value)[..., i * d_v : (i + 1) * d_v],
            w_output[i * d_v : (i + 1) * d_v],
        )
        result = result + weights @ value @ share
    return result
