"""Bug: the diagonal entries are multiplied.

Caught by: a row of scores
Diagnosis: the products of two diagonal entries
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or len(scores) == 0:
        raise ValueError("scores must be one row")
    powers = np.exp(scores - scores.max())
    p = powers / powers.sum()
    return np.outer(p * (1 - p), p * (1 - p))
