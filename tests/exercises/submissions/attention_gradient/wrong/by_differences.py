"""Bug: the gradients are estimated by small differences.

Caught by: one query
Diagnosis: as estimates from small differences are
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value


def attention_gradient(query, key, value, grad_output):
    if grad_output.shape != attention(query, key, value).shape:
        raise ValueError("grad_output has another shape than the output")
    step = 1e-5
    arrays = [np.array(x, dtype=float) for x in (query, key, value)]
    gradients = []
    for array in arrays:
        gradient = np.zeros(array.shape)
        for index in np.ndindex(array.shape):
            before = array[index]
            array[index] = before + step
            above = (grad_output * attention(*arrays)).sum()
            array[index] = before - step
            below = (grad_output * attention(*arrays)).sum()
            array[index] = before
            gradient[index] = (above - below) / (2 * step)
        gradients.append(gradient)
    return tuple(gradients)
