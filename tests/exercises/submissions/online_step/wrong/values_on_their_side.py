"""Bug: the weights multiply the wrong axis of the values.

Caught by: the first block
Diagnosis: It raised ValueError
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
    new_average = (old * average + values @ powers) / new_total
    return top, new_total, new_average
