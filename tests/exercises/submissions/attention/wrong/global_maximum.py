"""Bug: one maximum for the whole array.

Caught by: scores of 1000 and -1000
Diagnosis: the largest score of the whole table is taken off
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max())
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
