"""Bug: the term on the diagonal is left out.

Caught by: a row of scores
Diagnosis: with −p_i p_j everywhere
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()
    return -np.outer(p, p)
