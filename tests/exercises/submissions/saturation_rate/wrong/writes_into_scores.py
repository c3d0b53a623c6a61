"""Bug: the largest score is taken off in place.

Caught by: a few trials
Diagnosis: The result is right, but the call wrote into scores
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    scores -= scores.max(axis=1, keepdims=True)
    powers = np.exp(scores)
    return np.mean(powers.max(axis=1) / powers.sum(axis=1) > threshold)
