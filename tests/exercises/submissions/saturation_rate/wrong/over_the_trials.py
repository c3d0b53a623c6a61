"""Bug: the softmax runs over the trials.

Caught by: a few trials
Diagnosis: with a softmax over the trials
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    weights = np.exp(scores - scores.max(axis=0))
    weights /= weights.sum(axis=0)
    return np.mean(weights.max(axis=1) > threshold)
