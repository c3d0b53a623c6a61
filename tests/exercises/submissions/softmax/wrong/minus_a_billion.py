"""Bug: −∞ is replaced by −1e9.

Caught by: scores of minus infinity
Diagnosis: when −∞ is replaced by a number
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    scores = np.where(np.isneginf(scores), -1e9, scores)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
