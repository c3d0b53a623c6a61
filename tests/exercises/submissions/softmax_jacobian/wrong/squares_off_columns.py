"""Bug: the squares are taken off the columns, not the products.

Caught by: a row of scores
Diagnosis: by taking p_j² off all of column j
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or len(scores) == 0:
        raise ValueError("scores must be one row")
    powers = np.exp(scores - scores.max())
    p = powers / powers.sum()
    return np.diag(p) - p * p
