"""Bug: the scores are scaled by their number.

Caught by: a few trials
Diagnosis: by the root of their number
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    scaled = scores / np.sqrt(scores.shape[1])
    weights = np.exp(scaled - scaled.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return np.mean(weights.max(axis=1) > threshold)
