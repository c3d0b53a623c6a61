"""Bug: the output has the type of the values.

Caught by: whole numbers
Diagnosis: with their fractions cut off
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    output = np.zeros(query.shape[:-1] + value.shape[-1:], dtype=value.dtype)
    output[...] = powers / powers.sum(axis=-1, keepdims=True) @ value
    return output
