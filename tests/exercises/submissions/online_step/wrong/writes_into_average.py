"""Bug: the average is changed in place.

Caught by: the first block
Diagnosis: the call wrote into average
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
    average *= old
    average += powers @ values
    average /= new_total
    return top, new_total, average
