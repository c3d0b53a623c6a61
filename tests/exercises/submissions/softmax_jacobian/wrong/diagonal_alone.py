"""Bug: only the diagonal is filled.

Caught by: a row of scores
Diagnosis: with the diagonal alone
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()
    return np.diag(p * (1 - p))
