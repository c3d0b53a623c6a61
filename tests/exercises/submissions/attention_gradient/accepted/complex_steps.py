"""A tiny imaginary step in each entry: the derivative is the imaginary part."""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / query.shape[-1] ** 0.5
    powers = np.exp(scores - scores.real.max(axis=-1, keepdims=True))
    return powers @ value / powers.sum(axis=-1, keepdims=True)


def attention_gradient(query, key, value, grad_output):
    arrays = [np.array(x, dtype=complex) for x in (query, key, value)]
    if grad_output.shape != attention(*arrays).shape:
        raise ValueError("grad_output and output differ in shape")
    step = 1e-100
    gradients = []
    for array in arrays:
        gradient = np.empty(array.shape)
        for index in np.ndindex(array.shape):
            array[index] += 1j * step
            gradient[index] = (grad_output * attention(*arrays).imag).sum() / step
            array[index] = array[index].real
        gradients.append(gradient)
    return tuple(gradients)
