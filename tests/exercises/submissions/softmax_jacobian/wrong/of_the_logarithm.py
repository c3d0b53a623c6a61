"""Bug: the derivative of the logarithm of the weights.

Caught by: a row of scores
Diagnosis: the derivative of ln p_i
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()

    return np.eye(len(p)) - p
