"""Bug: the old average and the block's are averaged.

Caught by: the first block
Diagnosis: half the weight each
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    top = max(largest, scores.max())
    if top == -np.inf:
        return largest, total, average
    powers = np.exp(scores - top)
    block_average = powers @ values / powers.sum()
    new_total = total * np.exp(largest - top) + powers.sum()
    return top, new_total, (average + block_average) / 2
