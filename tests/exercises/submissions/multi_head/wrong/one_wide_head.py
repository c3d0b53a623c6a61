"""Bug: the heads are never separated.

Caught by: two heads
Diagnosis: with one head as wide as all of them
"""

import numpy as np


def multi_head(x, w_query, w_key, w_value, w_output, n_heads):
    if w_query.shape[1] % n_heads or w_value.shape[1] % n_heads:
        raise ValueError("the heads cannot share the columns")
    scores = (x @ w_query) @ np.swapaxes(x @ w_key, -1, -2) / np.sqrt(w_query.shape[1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ (x @ w_value) @ w_output
