"""Bug: hidden keys get a score of 0.

Caught by: a block with some hidden keys
Diagnosis: none
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    if np.isneginf(scores).all():
        return largest, total, average
    scores = np.nan_to_num(scores, neginf=0.0)
    top = max(largest, scores.max())
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    return top, new_total, (old * average + powers @ values) / new_total
