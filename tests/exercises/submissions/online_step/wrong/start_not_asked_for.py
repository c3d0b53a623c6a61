"""Bug: the start is not asked for.

Caught by: a first block, hidden whole
Diagnosis: While nothing has been seen
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    top = max(largest, scores.max())
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    new_average = (old * average + powers @ values) / new_total
    return top, new_total, new_average
