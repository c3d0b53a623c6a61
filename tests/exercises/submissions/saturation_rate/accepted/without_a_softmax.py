"""Only the largest weight is computed: e to its score less the logarithm of the sum."""

import numpy as np


def saturation_rate(scores, threshold):
    n_trials, _ = scores.shape
    if threshold <= 0 or threshold >= 1 or n_trials < 1:
        raise ValueError("no such threshold, or no trials")
    largest = np.exp(np.max(scores, axis=-1) - np.logaddexp.reduce(scores, axis=-1))
    return np.count_nonzero(largest > threshold) / n_trials
