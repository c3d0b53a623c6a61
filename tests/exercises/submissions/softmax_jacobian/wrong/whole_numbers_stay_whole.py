"""Bug: the result has the type of the scores.

Caught by: whole numbers
Diagnosis: with their fractions cut off
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()
    result = np.zeros((len(p), len(p)), dtype=scores.dtype)
    result[...] = np.diag(p) - np.outer(p, p)
    return result
