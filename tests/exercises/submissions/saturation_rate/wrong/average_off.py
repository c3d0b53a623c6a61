"""Bug: the average of each row is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: a row's average is taken off
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    powers = np.exp(scores - scores.mean(axis=-1, keepdims=True))
    return np.mean(powers.max(axis=1) / powers.sum(axis=1) > threshold)
