"""Bug: the softmax runs over the queries.

Caught by: a table of rows
Diagnosis: along the last axis but one
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    axis = -2 if scores.ndim > 1 else -1
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)
