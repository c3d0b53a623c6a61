"""Bug: the old total is added as it is.

Caught by: a later block with a higher score
Diagnosis: if the old total is added as it is
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
    new_total = total + powers.sum()
    new_average = (old * average + powers @ values) / new_total
    return top, new_total, new_average
