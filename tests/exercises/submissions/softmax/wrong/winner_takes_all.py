"""Bug: the largest score gets everything.

Caught by: one row
Diagnosis: the largest score gets everything here
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    return (scores == scores.max(axis=-1, keepdims=True)).astype(float)
