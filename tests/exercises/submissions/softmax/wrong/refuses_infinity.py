"""Bug: every −∞ is refused.

Caught by: scores of minus infinity
Diagnosis: It raised ValueError
"""

import numpy as np


def softmax(scores):
    if np.isinf(scores).any():
        raise ValueError("scores must be finite")
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
