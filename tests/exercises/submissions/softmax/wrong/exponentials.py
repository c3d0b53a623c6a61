"""Bug: the exponentials are not divided by their sum.

Caught by: one row
Diagnosis: these are the exponentials, before
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    return np.exp(scores)
