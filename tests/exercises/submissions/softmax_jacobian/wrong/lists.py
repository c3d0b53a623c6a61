"""Bug: a list of lists is returned.

Caught by: a row of scores
Diagnosis: a result of type list
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()

    return [[p[i] * ((i == j) - p[j]) for j in range(len(p))] for i in range(len(p))]
