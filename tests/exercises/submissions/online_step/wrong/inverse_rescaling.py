"""Bug: the exponent of the rescaling has the wrong sign.

Caught by: the first block
Diagnosis: by rescaling with e^(new largest − old largest)
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    top = max(largest, scores.max())
    if top == -np.inf:
        return largest, total, average
    old = total * np.exp(top - largest)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    new_average = (old * average + powers @ values) / new_total
    return top, new_total, new_average
