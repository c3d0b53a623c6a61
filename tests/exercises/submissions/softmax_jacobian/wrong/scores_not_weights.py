"""Bug: the formula is fed with scores.

Caught by: a row of scores
Diagnosis: by putting the scores themselves into the formula
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.asarray(scores, dtype=float)
    return np.diag(p) - np.outer(p, p)
