"""Bug: of a single row, the first score is taken off.

Caught by: scores of 1000
Diagnosis: the first score of a row is taken off
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    top = scores[0] if scores.ndim == 1 else scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - top)
    return powers / powers.sum(axis=-1, keepdims=True)
