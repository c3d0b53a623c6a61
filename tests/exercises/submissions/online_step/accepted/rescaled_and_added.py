"""What is old is rescaled, what is new added."""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    new_largest = max(largest, scores.max())
    if new_largest == -np.inf:
        return largest, total, average
    old_share = total * np.exp(largest - new_largest)
    powers = np.exp(scores - new_largest)
    new_total = old_share + powers.sum()
    return new_largest, new_total, (old_share * average + powers @ values) / new_total
