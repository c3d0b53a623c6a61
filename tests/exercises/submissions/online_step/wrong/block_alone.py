"""Bug: the state is not used.

Caught by: a later block with a higher score
Diagnosis: of the new block alone
"""

import numpy as np


def online_step(largest, total, average, scores, values):
    if len(scores) != len(values):
        raise ValueError("scores and values differ in number")
    top = scores.max()
    if top == -np.inf:
        return largest, total, average
    powers = np.exp(scores - top)
    weights = powers / powers.sum()
    return top, powers.sum(), weights @ values
