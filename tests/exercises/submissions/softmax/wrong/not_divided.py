"""Bug: the shifted exponentials are not divided by their sum.

Caught by: one row
Diagnosis: the exponentials after the largest score was taken off
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    return np.exp(scores - scores.max(axis=-1, keepdims=True))
