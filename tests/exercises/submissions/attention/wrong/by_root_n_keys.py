"""Bug: the scores are divided by the root of the number of keys.

Caught by: one sequence
Diagnosis: the root of the number of keys
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(key.shape[-2])
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
