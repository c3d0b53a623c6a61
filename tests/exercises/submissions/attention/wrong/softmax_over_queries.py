"""Bug: the softmax runs down the columns.

Caught by: one sequence
Diagnosis: with a softmax down the columns
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.max(axis=-2, keepdims=True))
    weights = powers / powers.sum(axis=-2, keepdims=True)
    return weights @ value
