"""Bug: the largest score is taken off only if it is positive.

Caught by: all scores below -1000
Diagnosis: when nothing is taken off a row of negative scores
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - np.maximum(0, scores.max(axis=-1, keepdims=True)))
    return powers / powers.sum(axis=-1, keepdims=True)
