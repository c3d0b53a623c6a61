"""Bug: the saturated trials are counted in a loop.

Caught by: a few trials
Diagnosis: how many trials are saturated
"""

import numpy as np


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    count = 0
    for trial in scores:
        powers = np.exp(trial - trial.max())
        if (powers / powers.sum()).max() > threshold:
            count += 1
    return count
