"""Bug: no maximum is taken off.

Caught by: scores of 1000
Diagnosis: when e to the score overflows
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)
