"""Bug: the exponentials are not divided by their sum.

Caught by: one sequence
Diagnosis: if the weights are never divided by their sum
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights @ value
