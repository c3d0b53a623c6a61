"""Bug: the weights are returned.

Caught by: a row of scores
Diagnosis: exactly the weights
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()
    return p
