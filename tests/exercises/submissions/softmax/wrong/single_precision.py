"""Bug: everything is computed in single precision.

Caught by: one row
Diagnosis: only to the few digits that float32 holds
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    scores = scores.astype(np.float32)
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
