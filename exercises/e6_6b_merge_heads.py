"""Exercise 6.6b: merge the heads. 2 points."""

import numpy as np


def merge_heads(heads: np.ndarray) -> np.ndarray:
    """Return the outputs of all heads side by side: the way back from 6.6a.

    A token's row is its output in head 0, then its output in head 1, and so on.

    Parameters
    ----------
    heads
        ndarray of float64, of shape (..., n_heads, n_tokens, d), with any number of leading axes.

    Returns
    -------
    ndarray of float64, of shape (..., n_tokens, n_heads · d)

    Raises
    ------
    ValueError
        If `heads` has fewer than three axes.

    Examples
    --------
    Two heads, two tokens, two features in each head:

    >>> merge_heads(np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]))
    array([[1., 2., 5., 6.],
           [3., 4., 7., 8.]])
    """
    # TODO: write this function.
    raise NotImplementedError
