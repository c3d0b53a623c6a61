"""Bug: a threshold of 0 is let through.

Caught by: no such threshold
Diagnosis: every largest weight is greater than 0
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 <= threshold < 1 or len(scores) == 0:
        raise ValueError("bad threshold, or no trials")

    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return np.mean(weights.max(axis=1) > threshold)
