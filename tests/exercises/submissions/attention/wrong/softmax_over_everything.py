"""Bug: one softmax over the whole table.

Caught by: one sequence
Diagnosis: with one softmax over the whole table
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=(-2, -1), keepdims=True))
    weights = powers / powers.sum(axis=(-2, -1), keepdims=True)
    return weights @ value
