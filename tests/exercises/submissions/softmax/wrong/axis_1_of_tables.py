"""Bug: rows and tables are foreseen, batches are not.

Caught by: batches and heads
Diagnosis: with a softmax along axis 1
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    axis = 0 if scores.ndim == 1 else 1
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)
