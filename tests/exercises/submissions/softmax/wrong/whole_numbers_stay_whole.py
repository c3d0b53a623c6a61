"""Bug: the weights have the type of the scores.

Caught by: whole numbers
Diagnosis: with their fractions cut off
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    weights = np.zeros_like(scores)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights[...] = powers / powers.sum(axis=-1, keepdims=True)
    return weights
