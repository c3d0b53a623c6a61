"""Bug: two rows are taken for one.

Caught by: not one row
Diagnosis: two rows, not one
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.size == 0:
        raise ValueError("no scores")
    p = np.exp(scores - scores.max())
    p = p / p.sum()
    p = p.ravel()
    return np.diag(p) - np.outer(p, p)
