"""Bug: the largest absolute value is taken off.

Caught by: scores of 1000 and -1000
Diagnosis: the largest absolute value is taken off
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - np.abs(scores).max())
    p = p / p.sum()
    return np.diag(p) - np.outer(p, p)
