"""Bug: the sign of the scores is turned.

Caught by: one row
Diagnosis: with their signs turned
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores.min(axis=-1, keepdims=True) - scores)
    return powers / powers.sum(axis=-1, keepdims=True)
