"""Bug: a second axis is expected.

Caught by: a row of scores
Diagnosis: It raised
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max(axis=1, keepdims=True))
    p = p / p.sum(axis=1, keepdims=True)
    return np.diag(p) - np.outer(p, p)
