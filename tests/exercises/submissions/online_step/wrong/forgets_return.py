"""Bug: nothing is returned.

Caught by: the first block
Diagnosis: Is a `return` missing?
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
