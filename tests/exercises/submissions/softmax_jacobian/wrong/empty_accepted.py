"""Bug: no scores give an empty result.

Caught by: not one row
Diagnosis: there is no score at all
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1:
        raise ValueError("scores must be one row")
    p = np.exp(scores - (scores.max() if scores.size else 0))
    p = p / p.sum()
    return np.diag(p) - np.outer(p, p)
