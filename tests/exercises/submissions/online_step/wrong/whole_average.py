"""Bug: the average has the type of the values.

Caught by: whole numbers
Diagnosis: its fractions, which are cut off
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
    new_average = np.empty_like(values[0])
    for place in range(len(average)):
        new_average[place] = (old * average[place] + powers @ values[:, place]) / new_total
    return top, new_total, new_average
