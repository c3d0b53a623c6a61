"""Bug: the scores are scaled, and the trials are counted.

Caught by: a few trials
Diagnosis: none
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    scores = scores / np.sqrt(scores.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return int((weights.max(axis=1) > threshold).sum())
