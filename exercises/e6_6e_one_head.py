"""Exercise 6.6e: one head is a special case. 2 points."""

import numpy as np


def as_multi_head(
    w_query: np.ndarray, w_key: np.ndarray, w_value: np.ndarray
) -> tuple[int, np.ndarray]:
    """Return what makes plain attention out of multi-head attention.

    Plain attention with three projections is softmax(X W^Q (X W^K)ᵀ / √d_k) X W^V. Multi-head
    attention with the same three matrices also needs a number of heads and an output projection
    W^O. Find the two with which it gives the same for every X.

    They may depend on the sizes of the three matrices, but not on what is in them. W^O need not
    lead back to d_model here: the result should be as wide as plain attention's.

    Parameters
    ----------
    w_query, w_key
        ndarrays of shape (d_model, d_k); whole numbers are welcome, here and below.
    w_value
        ndarray of shape (d_model, d_v).

    Returns
    -------
    tuple of int and ndarray of float64
        The number of heads, and `w_output`.

    Raises
    ------
    ValueError
        If the three matrices do not have equally many rows, or `w_query` and `w_key` not equally
        many columns.

    Examples
    --------
    If the values have a single feature, there is little to choose:

    >>> as_multi_head(np.ones((3, 2)), np.ones((3, 2)), np.ones((3, 1)))
    (1, array([[1.]]))
    """
    # TODO: write this function.
    raise NotImplementedError
