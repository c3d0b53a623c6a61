"""Bug: the largest absolute value is taken off.

Caught by: all scores below -1000
Diagnosis: when the largest absolute value is taken off
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - np.abs(scores).max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
