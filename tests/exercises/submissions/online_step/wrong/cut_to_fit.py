"""Bug: what has no partner is left out.

Caught by: not as many values as scores
Diagnosis: 3 scores need 3 values, and there are 2
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    top = max(largest, *scores)
    if top == -np.inf:
        return largest, total, average
    old = total * np.exp(largest - top)
    new_total, new_sum = old, old * average
    for score, value in zip(scores, values):
        power = np.exp(score - top)
        new_total = new_total + power
        new_sum = new_sum + power * value
    return top, new_total, new_sum / new_total
