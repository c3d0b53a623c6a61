"""Bug: a weight equal to the threshold counts, and the trials are counted.

Caught by: a few trials
Diagnosis: how many trials are saturated
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return int((weights.max(axis=1) >= threshold).sum())
