"""Bug: the average of each row is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: a row's average is taken off
"""

import numpy as np


def attention(query, key, value):
    if query.shape[-1] != key.shape[-1] or key.shape[-2] != value.shape[-2]:
        raise ValueError("the shapes disagree")
    scores = query @ np.swapaxes(key, -2, -1) / np.sqrt(query.shape[-1])
    powers = np.exp(scores - scores.mean(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True) @ value
