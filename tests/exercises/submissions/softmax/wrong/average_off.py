"""Bug: the average of each row is taken off instead of the largest score.

Caught by: scores of 1000
Diagnosis: when a row's average is taken off
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - scores.mean(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
