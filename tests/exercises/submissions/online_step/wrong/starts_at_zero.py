"""Bug: before the first block the largest score is made 0, against NaN.

Caught by: the first block
Diagnosis: the largest score is looked for from 0 on
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    if np.isneginf(scores).all():
        return largest, total, average
    if largest == -np.inf:
        largest = 0.0
    top = max(largest, scores.max())
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    return top, new_total, (old * average + powers @ values) / new_total
