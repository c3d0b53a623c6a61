"""Bug: the largest score of each column is taken off.

Caught by: a table of rows
Diagnosis: by taking off each column's largest score
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - scores.max(axis=0))
    return powers / powers.sum(axis=-1, keepdims=True)
