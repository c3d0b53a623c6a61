"""Bug: the old average is weighed by the old total, not rescaled.

Caught by: a later block with a higher score
Diagnosis: but not where it weighs the old average
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
    new_average = (total * average + powers @ values) / new_total
    return top, new_total, new_average
