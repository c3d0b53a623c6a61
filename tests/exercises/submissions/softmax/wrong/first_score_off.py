"""Bug: the first score of each row is taken off instead of the largest.

Caught by: scores of 1000
Diagnosis: when the first score of a row is taken off
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - scores[..., :1])
    return powers / powers.sum(axis=-1, keepdims=True)
