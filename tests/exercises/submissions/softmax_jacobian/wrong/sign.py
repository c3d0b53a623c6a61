"""Bug: the sign is turned round.

Caught by: a row of scores
Diagnosis: with the opposite sign
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()
    return np.outer(p, p) - np.diag(p)
