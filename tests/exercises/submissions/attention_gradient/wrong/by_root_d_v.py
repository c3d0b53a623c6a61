"""Bug: divided by the root of the values' width.

Caught by: one query
Diagnosis: by dividing by √d_v instead of √d_k
"""

import numpy as np


def attention_gradient(query, key, value, grad_output):
    if grad_output.shape != (*query.shape[:-1], value.shape[-1]):
        raise ValueError("grad_output has another shape than the output")
    root = np.sqrt(value.shape[-1])
    scores = query @ np.swapaxes(key, -2, -1) / root
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    d_value = np.swapaxes(weights, -2, -1) @ grad_output
    d_weights = grad_output @ np.swapaxes(value, -2, -1)
    row_sums = (weights * d_weights).sum(axis=-1, keepdims=True)
    d_scores = weights * (d_weights - row_sums)
    d_query = d_scores @ key / root
    d_key = np.swapaxes(d_scores, -2, -1) @ query / root
    return d_query, d_key, d_value
