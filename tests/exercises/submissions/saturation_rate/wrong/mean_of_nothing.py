"""Bug: the mean of no trials is NaN.

Caught by: no trials
Diagnosis: of no trials at all
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")

    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return np.mean(weights.max(axis=1) > threshold)
