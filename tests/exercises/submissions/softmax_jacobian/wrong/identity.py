"""Bug: the identity stands in for diag(p).

Caught by: a row of scores
Diagnosis: with 1 in place of p_i
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()
    return np.eye(len(p)) - np.outer(p, p)
