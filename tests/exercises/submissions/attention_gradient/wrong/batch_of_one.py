"""Bug: the number of axes and the last two are compared, the batch is not.

Caught by: a grad_output of another shape
Diagnosis: grad_output a batch of one
"""

import numpy as np


def attention_gradient(query, key, value, grad_output):
    if grad_output.ndim != query.ndim:
        raise ValueError("grad_output has another number of axes than the output")
    if grad_output.shape[-2:] != (query.shape[-2], value.shape[-1]):
        raise ValueError("grad_output has another shape than the output")
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
