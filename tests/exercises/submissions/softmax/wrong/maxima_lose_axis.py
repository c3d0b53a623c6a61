"""Bug: keepdims is forgotten in the maximum.

Caught by: a table of rows
Diagnosis: the largest scores have lost their axis
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - scores.max(axis=-1))
    return powers / powers.sum(axis=-1, keepdims=True)
