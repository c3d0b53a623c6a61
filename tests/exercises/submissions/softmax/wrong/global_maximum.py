"""Bug: one maximum for the whole array.

Caught by: rows far apart
Diagnosis: when the largest score of all rows is taken off
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - scores.max())
    return powers / powers.sum(axis=-1, keepdims=True)
