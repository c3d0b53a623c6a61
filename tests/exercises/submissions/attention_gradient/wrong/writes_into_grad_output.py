"""Bug: grad_output is changed in place.

Caught by: one query
Diagnosis: the call wrote into grad_output
"""

import numpy as np


def attention_gradient(query, key, value, grad_output):
    if grad_output.shape != (*query.shape[:-1], value.shape[-1]):
        raise ValueError("grad_output has another shape than the output")
    root = np.sqrt(query.shape[-1])
    scores = query @ np.swapaxes(key, -2, -1) / root
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    d_value = np.swapaxes(weights, -2, -1) @ grad_output
    output = weights @ value
    d_weights = grad_output @ np.swapaxes(value, -2, -1)
    np.multiply(grad_output, output, out=grad_output, casting="unsafe")
    d_scores = weights * (d_weights - grad_output.sum(axis=-1, keepdims=True)) / root
    return d_scores @ key, np.swapaxes(d_scores, -2, -1) @ query, d_value
