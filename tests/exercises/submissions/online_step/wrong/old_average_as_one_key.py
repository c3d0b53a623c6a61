"""Bug: the old average counts as one key.

Caught by: a later block with a higher score
Diagnosis: counts as one single term
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    top = max(largest, scores.max())
    if top == -np.inf:
        return largest, total, average
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    new_average = (np.exp(largest - top) * average + powers @ values) / new_total
    return top, new_total, new_average
