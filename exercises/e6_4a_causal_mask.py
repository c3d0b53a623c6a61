"""Exercise 6.4a: the causal mask. 3 points."""

import numpy as np


def causal_mask(n_queries: int, n_keys: int) -> np.ndarray:
    """Return the mask, to be added to the scores, that hides the future from each query.

    The queries are the last N of M tokens, so the last query is the last token and sees every key;
    the query before it sees every key but one, and so on back. With N = M, query i sees keys 0 to
    i, counted from 0. With N = 1 there is one new token, and it sees everything.

    Parameters
    ----------
    n_queries
        N, at least 1.
    n_keys
        M, at least 1.

    Returns
    -------
    ndarray of float64, of shape (N, M)
        0 where the query may look, −∞ (minus `numpy.inf`) where it may not.

    Raises
    ------
    ValueError
        If there are more queries than keys: the first ones would stand before every key and see
        nothing.

    Examples
    --------
    Two queries, the last two of four tokens:

    >>> causal_mask(2, 4)
    array([[  0.,   0.,   0., -inf],
           [  0.,   0.,   0.,   0.]])
    """
    # TODO: write this function.
    raise NotImplementedError
