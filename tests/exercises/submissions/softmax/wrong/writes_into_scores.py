"""Bug: the scores are shifted in place.

Caught by: one row
Diagnosis: wrote into scores
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    if scores.dtype.kind == "i":
        scores = scores.astype(float)
    scores -= scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores)
    return powers / powers.sum(axis=-1, keepdims=True)
