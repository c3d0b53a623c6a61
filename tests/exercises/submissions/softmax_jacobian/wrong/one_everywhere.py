"""Bug: the 1 stands everywhere, not on the diagonal only.

Caught by: a row of scores
Diagnosis: p_i (1 − p_j) everywhere
"""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError("scores must be one row")
    p = np.exp(scores - scores.max())
    p = p / p.sum()

    return p[:, None] * (1 - p)
