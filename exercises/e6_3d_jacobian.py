"""Exercise 6.3d: how much the weights still move. 3 points."""

import numpy as np


def softmax_jacobian(scores: np.ndarray) -> np.ndarray:
    """Return how much each weight of a softmax changes when a score does.

    With the weights p = softmax(s), entry (i, j) is the derivative of p_i with respect to s_j:
    p_i (δ_ij − p_j), where δ_ij is 1 on the diagonal and 0 elsewhere.

    Scores may be as large as ±1000, where e to the score is infinite or 0. Your result should be
    right there too. The argument stays as it is: don't write into it.

    Parameters
    ----------
    scores
        ndarray of shape (M,): the scores of one query; whole numbers are welcome.

    Returns
    -------
    ndarray of float64, of shape (M, M)
        A row for each weight, a column for each score.

    Raises
    ------
    ValueError
        If `scores` is not one row: if it has not exactly one axis, or no entry.

    Examples
    --------
    Scores 0 and ln 3 give the weights 1/4 and 3/4, and 1/4 · 3/4 = 0.1875:

    >>> softmax_jacobian(np.array([0.0, np.log(3.0)]))
    array([[ 0.1875, -0.1875],
           [-0.1875,  0.1875]])

    Once it works, try scores of 0 and 20: that is what section 6.3 means by saturation.
    """
    # TODO: write this function.
    raise NotImplementedError
