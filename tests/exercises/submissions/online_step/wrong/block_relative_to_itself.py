"""Bug: the new exponentials are relative to the block's own largest score.

Caught by: a later block with lower scores
Diagnosis: relative to the block's own largest score
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    block_top = scores.max()
    if block_top == -np.inf:
        return largest, total, average
    top = max(largest, block_top)
    powers = np.exp(scores - block_top)
    old = total * np.exp(largest - top)
    new_total = old + powers.sum()
    return top, new_total, (old * average + powers @ values) / new_total
