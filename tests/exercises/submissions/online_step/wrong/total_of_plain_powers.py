"""Bug: total is the sum of e to the score.

Caught by: the first block
Diagnosis: a sum of e to the score itself
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    powers = np.exp(scores)
    new_total = total + powers.sum()
    if new_total == 0:
        return largest, total, average
    new_average = (total * average + powers @ values) / new_total
    return max(largest, scores.max()), new_total, new_average
