"""Bug: the softmax runs along the first axis.

Caught by: a table of rows
Diagnosis: with a softmax down the columns
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - scores.max(axis=0))
    return powers / powers.sum(axis=0)
