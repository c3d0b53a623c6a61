"""Bug: the softmax runs over the last two axes.

Caught by: a table of rows
Diagnosis: with one softmax over each table
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    axes = (-1,) if scores.ndim == 1 else (-2, -1)
    powers = np.exp(scores - scores.max(axis=axes, keepdims=True))
    return powers / powers.sum(axis=axes, keepdims=True)
