"""Bug: one softmax for the whole table.

Caught by: a few trials
Diagnosis: one softmax over the whole table
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    weights = np.exp(scores - scores.max())
    weights /= weights.sum()
    return np.mean(weights.max(axis=1) > threshold)
