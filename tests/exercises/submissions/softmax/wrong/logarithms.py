"""Bug: the logarithms of the weights are returned.

Caught by: one row
Diagnosis: the logarithms of the weights
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    return scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True)
