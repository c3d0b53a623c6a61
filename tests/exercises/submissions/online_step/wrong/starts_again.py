"""Bug: a hidden block gives the state of the start.

Caught by: a later block, hidden whole
Diagnosis: what was seen before stays
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    if scores.max() == -np.inf:
        return -np.inf, 0.0, np.zeros(len(average))
    top = max(largest, scores.max())
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    return top, new_total, (old * average + powers @ values) / new_total
