"""Bug: the squares of the weights stand on the diagonal.

Caught by: a row of scores
Diagnosis: with p_i² on the diagonal
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or len(scores) == 0:
        raise ValueError("scores must be one row")
    powers = np.exp(scores - scores.max())
    p = powers / powers.sum()
    jacobian = -np.outer(p, p)
    np.fill_diagonal(jacobian, p * p)
    return jacobian
