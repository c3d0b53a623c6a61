"""Bug: the length is asked for before the number of axes.

Caught by: not one row
Diagnosis: without an axis
"""

import numpy as np


def softmax_jacobian(scores):
    if len(scores) == 0 or scores.ndim != 1:
        raise ValueError("scores must be one row")
    powers = np.exp(scores - scores.max())
    p = powers / powers.sum()
    return np.diag(p) - np.outer(p, p)
