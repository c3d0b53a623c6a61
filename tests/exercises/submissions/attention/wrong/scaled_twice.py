"""Bug: the scores are divided twice.

Caught by: one sequence
Diagnosis: by dividing by d_k instead of √d_k
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    scores = scores / np.sqrt(key.shape[-1])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
