"""Exercise 6.6a: split features into heads. 2 points."""

import numpy as np


def split_heads(x: np.ndarray, n_heads: int) -> np.ndarray:
    """Return the features of each head by themselves, heads before tokens.

    The features of a token are shared out in one piece each: the first d belong to head 0, the
    next d to head 1, and so on, where d is the width divided by `n_heads`. Every head gets its
    piece of every token.

    Parameters
    ----------
    x
        ndarray of float64, of shape (..., n_tokens, n_heads · d), with any number of leading axes.
    n_heads
        How many heads, at least 1.

    Returns
    -------
    ndarray of float64, of shape (..., n_heads, n_tokens, d)

    Raises
    ------
    ValueError
        If the width of `x` cannot be shared out equally among the heads.

    Examples
    --------
    Two tokens of four features. Each of two heads gets both tokens, two features each:

    >>> split_heads(np.array([[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]), n_heads=2)
    array([[[0., 1.],
            [4., 5.]],
    <BLANKLINE>
           [[2., 3.],
            [6., 7.]]])
    """
    # TODO: write this function.
    raise NotImplementedError
