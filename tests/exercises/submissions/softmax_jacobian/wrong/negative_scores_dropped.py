"""Bug: scores below zero are taken for masked.

Caught by: a row of scores
Diagnosis: if scores below zero are given no weight
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.where(scores < 0, 0.0, np.exp(scores - scores.max()))
    p = p / p.sum()
    return np.diag(p) - np.outer(p, p)
