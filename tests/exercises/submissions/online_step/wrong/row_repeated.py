"""Bug: one value row is repeated for all scores.

Caught by: not as many values as scores
Diagnosis: 3 scores need 3 values, and there is 1
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    top = max(largest, scores.max())
    if top == -np.inf:
        return largest, total, average
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    if len(scores) > len(values) > 1:
        raise ValueError("too few values")
    new_total = old + powers.sum()
    return top, new_total, (old * average + (powers[:, None] * values).sum(axis=0)) / new_total
