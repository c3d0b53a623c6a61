"""Bug: a block with any hidden key is skipped.

Caught by: a block with some hidden keys
Diagnosis: because one of its keys is hidden
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    if not np.isfinite(scores).all():
        return largest, total, average
    top = max(largest, scores.max())
    old = total * np.exp(largest - top)
    powers = np.exp(scores - top)
    new_total = old + powers.sum()
    return top, new_total, (old * average + powers @ values) / new_total
