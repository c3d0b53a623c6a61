"""Trial by trial, with a count."""

import math


def saturation_rate(scores, threshold):
    if not 0 < threshold < 1:
        raise ValueError("threshold must lie between 0 and 1")
    if len(scores) == 0:
        raise ValueError("there are no trials")
    count = 0
    for trial in scores:
        top = max(trial)
        total = sum(math.exp(float(score) - float(top)) for score in trial)
        if 1 / total > threshold:
            count += 1
    return count / len(scores)
