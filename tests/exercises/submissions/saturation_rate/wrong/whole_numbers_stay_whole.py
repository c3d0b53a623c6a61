"""Bug: the weights are kept in an array of the type of the scores.

Caught by: whole numbers
Diagnosis: the weights are kept as whole numbers
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    weights = np.empty_like(scores)
    for i, trial in enumerate(scores):
        powers = np.exp(trial - trial.max())
        weights[i] = powers / powers.sum()
    return np.mean(weights.max(axis=1) > threshold)
