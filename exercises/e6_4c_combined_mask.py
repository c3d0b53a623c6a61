"""Exercise 6.4c: two masks in one. 2 points."""

import numpy as np


def combined_mask(causal: np.ndarray, padding: np.ndarray) -> np.ndarray:
    """Return the one mask that hides what either of two masks hides.

    Each entry is 0, −∞, or a bias: a finite number that raises or lowers a score. Biases are kept.
    Where both masks have one, the two are added up; where either mask hides the pair, it is hidden.
    Should a query be left with nothing to look at, its row is −∞ throughout: that is for attention
    to deal with, not for the mask.

    The arguments stay as they are: don't write into them.

    Parameters
    ----------
    causal
        ndarray of float64, of shape (N, M): the same for all sequences.
    padding
        ndarray of float64, of shape (..., 1, M): one row for each sequence, with any number of
        leading axes, also none.

    Returns
    -------
    ndarray of float64, of shape (..., N, M)
        A table of queries by keys for each sequence.

    Raises
    ------
    ValueError
        If the two masks differ in their number of keys, even if one of them has a single key, which
        NumPy would repeat without a word.

    Examples
    --------
    The last two of three tokens ask, and the first token is a placeholder:

    >>> combined_mask(
    ...     causal=np.array([[0.0, 0.0, -np.inf], [0.0, 0.0, 0.0]]),
    ...     padding=np.array([[-np.inf, 0.0, 0.0]]),
    ... )
    array([[-inf,   0., -inf],
           [-inf,   0.,   0.]])
    """
    # TODO: write this function.
    raise NotImplementedError
