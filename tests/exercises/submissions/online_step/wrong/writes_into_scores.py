"""Bug: the scores are changed in place.

Caught by: the first block
Diagnosis: the call wrote into scores
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    top = max(largest, scores.max())
    if top == -np.inf:
        return largest, total, average
    scores = np.asarray(scores, dtype=float)
    scores -= top
    powers = np.exp(scores)
    old = total * np.exp(largest - top)
    new_total = old + powers.sum()
    return top, new_total, (old * average + powers @ values) / new_total
