"""Bug: the maximum is taken off in place.

Caught by: a row of scores
Diagnosis: The result is right, but the call wrote into scores
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    scores -= scores.max()
    p = np.exp(scores)
    p = p / p.sum()
    return np.diag(p) - np.outer(p, p)
