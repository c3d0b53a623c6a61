"""Bug: the output has the type of the values.

Caught by: whole numbers
Diagnosis: with their fractions cut off
"""

import numpy as np


def masked_attention(query, key, value, mask):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1]) + mask
    largest = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(largest == -np.inf, 0.0, largest))
    total = powers.sum(axis=-1, keepdims=True)
    output = np.zeros(query.shape[:-1] + value.shape[-1:], dtype=value.dtype)
    output[...] = powers / np.where(total == 0, 1.0, total) @ value
    return output
