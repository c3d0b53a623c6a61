"""Bug: what is old is not rescaled.

Caught by: a later block with a higher score
Diagnosis: without rescaling what is old
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    top = max(largest, scores.max())
    if top == -np.inf:
        return largest, total, average
    old = total
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    new_average = (old * average + powers @ values) / new_total
    return top, new_total, new_average
