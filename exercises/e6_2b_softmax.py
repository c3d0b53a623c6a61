"""Exercise 6.2b: softmax. 3 points."""

import numpy as np


def softmax(scores: np.ndarray) -> np.ndarray:
    """Return the weights e^s / (sum of e^s), taken along the last axis.

    There may be any number of axes, at least one. Every row along the last axis is a softmax of
    its own. The argument stays as it is: don't write into it.

    Scores may be as large as 1000, or all be below −1000; e to such a score is infinite or 0, and
    the weights should be right all the same. A score of −∞ is what a mask leaves behind. Its weight
    is 0, however low the other scores are.

    Parameters
    ----------
    scores
        ndarray of shape (..., M); whole numbers are welcome.

    Returns
    -------
    ndarray of float64, of the same shape
        The weights. No weight is negative, and each row sums to 1.

    Raises
    ------
    ValueError
        If every score of some row is −∞. There is nothing that could get a weight.

    Examples
    --------
    The exponentials are 1 and 3, and their sum is 4:

    >>> softmax(np.array([0.0, np.log(3.0)]))
    array([0.25, 0.75])
    """
    # TODO: write this function.
    raise NotImplementedError
