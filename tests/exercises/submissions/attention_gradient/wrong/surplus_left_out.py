"""Bug: what grad_output holds too much is left out.

Caught by: a grad_output of another shape
Diagnosis: grad_output one of three
"""

import numpy as np


def attention_gradient(query, key, value, grad_output):
    shape = (*query.shape[:-1], value.shape[-1])
    if grad_output.ndim != len(shape) or any(np.less(grad_output.shape, shape)):
        raise ValueError("grad_output is smaller than the output")
    grad_output = grad_output[tuple(slice(size) for size in shape)]
    root = np.sqrt(query.shape[-1])
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
