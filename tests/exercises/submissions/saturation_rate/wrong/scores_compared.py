"""Bug: the scores are compared.

Caught by: a few trials
Diagnosis: whose largest score is above the threshold
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    return np.mean(scores.max(axis=1) > threshold)
