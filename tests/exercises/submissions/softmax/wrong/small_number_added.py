"""Bug: a small number is added to the sum, against a division by 0 that cannot happen.

Caught by: one row
Diagnosis: none
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / (powers.sum(axis=-1, keepdims=True) + 1e-6)
