"""The two terms as matrices."""

import numpy as np


def softmax_jacobian(scores):
    if scores.ndim != 1 or scores.size == 0:
        raise ValueError(f"scores has shape {scores.shape}; expected one row")
    p = np.exp(scores - np.max(scores))
    p = p / p.sum()
    return np.diag(p) - np.outer(p, p)
