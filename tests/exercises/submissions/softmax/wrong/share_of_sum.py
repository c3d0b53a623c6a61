"""Bug: each score is divided by the sum of its row.

Caught by: one row
Diagnosis: dividing each score by the sum of its row
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    return scores / scores.sum(axis=-1, keepdims=True)
