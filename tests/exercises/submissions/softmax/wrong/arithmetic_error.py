"""Bug: a row of −∞ alone raises ZeroDivisionError.

Caught by: a row of nothing but minus infinity
Diagnosis: but raised ZeroDivisionError
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ZeroDivisionError("a row has no score but -inf")
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
