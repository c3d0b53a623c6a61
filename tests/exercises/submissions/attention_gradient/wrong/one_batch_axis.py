"""Bug: exactly one batch axis.

Caught by: sequences and heads
Diagnosis: It raised ValueError
"""

import numpy as np


def attention_gradient(query, key, value, grad_output):
    if grad_output.shape != (*query.shape[:-1], value.shape[-1]):
        raise ValueError("grad_output has another shape than the output")
    if query.ndim == 2:
        found = attention_gradient(query[None], key[None], value[None], grad_output[None])
        return tuple(gradient[0] for gradient in found)
    root = np.sqrt(query.shape[-1])
    scores = np.einsum("bid,bjd->bij", query, key) / root
    powers = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = powers / powers.sum(axis=2, keepdims=True)
    d_weights = np.einsum("bic,bjc->bij", grad_output, value)
    d_scores = weights * (d_weights - (weights * d_weights).sum(axis=2, keepdims=True)) / root
    d_value = np.einsum("bij,bic->bjc", weights, grad_output)
    return d_scores @ key, np.einsum("bij,bid->bjd", d_scores, query), d_value
