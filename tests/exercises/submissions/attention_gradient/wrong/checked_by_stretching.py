"""Bug: it is only checked whether grad_output can be stretched to the output.

Caught by: a grad_output of another shape
Diagnosis: grad_output only one table
"""

import numpy as np


def attention_gradient(query, key, value, grad_output):
    shape = (*query.shape[:-1], value.shape[-1])
    try:
        grad_output = np.broadcast_to(grad_output, shape)
    except ValueError:
        raise ValueError("grad_output does not fit the output") from None
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
