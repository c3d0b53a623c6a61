"""Off the diagonal −p_i p_j; the diagonal from the sum of the row."""

import numpy as np


def softmax_jacobian(scores):
    (n,) = scores.shape
    if not n:
        raise ValueError("no scores")
    gaps = scores[None, :] - scores[:, None]
    with np.errstate(over="ignore"):
        p = 1 / np.exp(gaps).sum(axis=1)
    result = -p[:, None] * p
    np.fill_diagonal(result, 0.0)
    np.fill_diagonal(result, -result.sum(axis=1))
    return result
