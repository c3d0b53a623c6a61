"""Bug: each score is squeezed by itself.

Caught by: one row
Diagnosis: squeezed between 0 and 1 by itself
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    return 1 / (1 + np.exp(-scores))
