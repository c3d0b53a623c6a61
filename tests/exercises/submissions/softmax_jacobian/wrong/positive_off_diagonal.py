"""Bug: all entries are positive.

Caught by: a row of scores
Diagnosis: with +p_i p_j off the diagonal
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()
    result = np.outer(p, p)
    np.fill_diagonal(result, p * (1 - p))
    return result
