"""The whole Jacobian of each softmax, and einsum."""

import numpy as np


def softmax(scores):
    return np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))


def attention_gradient(query, key, value, grad_output):
    weights = softmax(np.einsum("...id,...jd->...ij", query, key) / np.sqrt(query.shape[-1]))
    output = np.einsum("...ij,...jc->...ic", weights, value)
    if output.shape != grad_output.shape:
        raise ValueError(f"grad_output has shape {grad_output.shape}, the output {output.shape}")
    delta = np.eye(key.shape[-2])
    jacobian = weights[..., :, None] * (delta - weights[..., None, :])
    d_weights = np.einsum("...ic,...jc->...ij", grad_output, value)
    d_scores = np.einsum("...ilj,...il->...ij", jacobian, d_weights) * query.shape[-1] ** -0.5
    return (
        np.einsum("...ij,...jd->...id", d_scores, key),
        np.einsum("...ij,...id->...jd", d_scores, query),
        np.einsum("...ij,...ic->...jc", weights, grad_output),
    )
