"""Bug: scores are clipped to ±500 so that nothing overflows.

Caught by: scores of 1000
Diagnosis: when large scores are cut off
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    powers = np.exp(np.clip(scores, -500, 500))
    return powers / powers.sum(axis=-1, keepdims=True)
