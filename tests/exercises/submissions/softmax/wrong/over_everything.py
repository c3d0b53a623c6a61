"""Bug: one softmax over everything.

Caught by: a table of rows
Diagnosis: with one softmax over everything
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()
