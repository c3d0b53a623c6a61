"""Bug: no maximum is taken off, in the standard library.

Caught by: scores of 1000 and -1000
Diagnosis: It raised OverflowError
"""

import math


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    count = 0
    for trial in scores.tolist():
        powers = [math.exp(score) for score in trial]
        count += max(powers) / sum(powers) > threshold
    return count / len(scores)
