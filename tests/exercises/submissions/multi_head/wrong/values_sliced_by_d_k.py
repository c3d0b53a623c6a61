"""Bug: the columns of the values are sliced by d_k.

Caught by: h * d_v that is not d_model
Diagnosis: take d_v from w_value
"""

import numpy as np


def multi_head(x, w_query, w_key, w_value, w_output, n_heads):
    if w_query.shape[1] % n_heads or w_value.shape[1] % n_heads:
        raise ValueError("the heads cannot share the columns")
    d_k = w_query.shape[1] // n_heads
    outputs = []
    for head in range(n_heads):
        own = slice(head * d_k, (head + 1) * d_k)
        scores = x @ w_query[:, own] @ np.swapaxes(x @ w_key[:, own], -2, -1) / np.sqrt(d_k)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        outputs.append(weights @ (x @ w_value[:, own]))
    return np.concatenate(outputs, axis=-1) @ w_output
