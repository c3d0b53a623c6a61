"""Bug: the exponent has the wrong sign, and the start is treated by itself.

Caught by: a later block with a higher score
Diagnosis: by rescaling with e^(new largest − old largest)
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    if scores.max() == -np.inf:
        return largest, total, average
    if total == 0:
        powers = np.exp(scores - scores.max())
        return scores.max(), powers.sum(), powers @ values / powers.sum()
    top = max(largest, scores.max())
    old = total / np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    return top, new_total, (old * average + powers @ values) / new_total
