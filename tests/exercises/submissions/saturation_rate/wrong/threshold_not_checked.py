"""Bug: any threshold will do.

Caught by: no such threshold
Diagnosis: no weight is greater than 1
"""

import numpy as np


def saturation_rate(scores, threshold):
    if len(scores) == 0:
        raise ValueError("there are no trials")

    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return np.mean(weights.max(axis=1) > threshold)
