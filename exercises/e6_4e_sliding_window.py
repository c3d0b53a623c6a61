"""Exercise 6.4e: the sliding window. 2 points."""

import numpy as np


def sliding_window_mask(n_queries: int, n_keys: int, window: int) -> np.ndarray:
    """Return the mask, to be added to the scores, that hides the future and the distant past.

    The queries are the last N of M tokens, as in 6.4a. Each one sees the last `window` tokens up to
    where it stands, itself included: with a window of 1 only itself, with a window of 2 itself and
    the token before it. Where there are fewer tokens than that, it sees all of them, so a window of
    M or more leaves the plain causal mask.

    Parameters
    ----------
    n_queries
        N, at least 1.
    n_keys
        M, at least 1.
    window
        How many tokens a query sees at most.

    Returns
    -------
    ndarray of float64, of shape (N, M)
        0 where the query may look, −∞ (minus `numpy.inf`) where it may not.

    Raises
    ------
    ValueError
        If `window` is less than 1, or if there are more queries than keys.

    Examples
    --------
    Three tokens, each of which sees itself and the one before it:

    >>> sliding_window_mask(3, 3, 2)
    array([[  0., -inf, -inf],
           [  0.,   0., -inf],
           [-inf,   0.,   0.]])
    """
    # TODO: write this function.
    raise NotImplementedError
