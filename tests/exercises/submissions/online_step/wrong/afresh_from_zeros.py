"""Bug: an average of zeros is taken for the start.

Caught by: a later block with lower scores
Diagnosis: an average of 0 is taken for the start
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    if np.isneginf(scores).all():
        return largest, total, average
    if not average.any():
        largest, total = -np.inf, 0.0
    top = max(largest, scores.max())
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    return top, new_total, (old * average + powers @ values) / new_total
