"""Bug: no largest score is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: e to the score overflows
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    old = total * np.exp(largest)
    powers = np.exp(scores)
    all_powers = old + powers.sum()
    top = max(largest, scores.max())
    if top == -np.inf:
        return largest, total, average
    return top, all_powers / np.exp(top), (old * average + powers @ values) / all_powers
