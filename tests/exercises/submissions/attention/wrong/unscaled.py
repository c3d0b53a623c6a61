"""Bug: the scores are not divided.

Caught by: one sequence
Diagnosis: without dividing the scores by √d_k
"""

import numpy as np


def attention(query, key, value):
    scores = query @ np.swapaxes(key, -2, -1)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = powers / powers.sum(axis=-1, keepdims=True)
    return weights @ value
