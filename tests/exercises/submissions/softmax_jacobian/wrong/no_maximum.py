"""Bug: no maximum is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: e to the score overflows
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores)
    p = p / p.sum()
    return np.diag(p) - np.outer(p, p)
