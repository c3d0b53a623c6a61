"""Bug: hidden keys get a score of −1e9.

Caught by: a first block, hidden whole
Diagnosis: −1e9 is not −∞
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    scores = np.where(np.isneginf(scores), -1e9, scores)
    top = max(largest, scores.max())
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    new_average = (old * average + powers @ values) / new_total
    return top, new_total, new_average
