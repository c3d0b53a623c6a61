"""Bug: whole numbers are divided in place.

Caught by: whole numbers
Diagnosis: It raised
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    weights = scores.copy()
    weights -= weights.max(axis=1, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=1, keepdims=True)
    return np.mean(weights.max(axis=1) > threshold)
