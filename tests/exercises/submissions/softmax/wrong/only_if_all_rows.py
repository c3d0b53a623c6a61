"""Bug: only an array of nothing but −∞ is refused.

Caught by: a row of nothing but minus infinity
Diagnosis: the second row has no score but −∞
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all():
        raise ValueError("all scores are -inf")
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
