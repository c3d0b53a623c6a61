"""Bug: the largest score of the block is kept.

Caught by: a later block with lower scores
Diagnosis: taken for the largest of all
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    top = scores.max()
    if top == -np.inf:
        return largest, total, average
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    new_average = (old * average + powers @ values) / new_total
    return top, new_total, new_average
