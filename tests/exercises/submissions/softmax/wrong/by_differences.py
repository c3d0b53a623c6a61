"""Bug: −∞ minus −∞ is not foreseen.

Caught by: scores of minus infinity
Diagnosis: −∞ minus −∞ is NaN
"""

import numpy as np


def softmax(scores):
    if np.isneginf(scores).all(axis=-1).any():
        raise ValueError("a row has no score but -inf")
    gaps = scores[..., None, :] - scores[..., :, None]
    return 1 / np.exp(gaps).sum(axis=-1)
