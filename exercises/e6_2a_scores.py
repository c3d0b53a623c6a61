"""Exercise 6.2a: the scaled scores. 2 points."""

import numpy as np


def attention_scores(query: np.ndarray, key: np.ndarray) -> np.ndarray:
    """Return the scaled scores Q Kᵀ / √d_k, the first two steps of attention.

    There may be any number of leading axes, the same ones in both arguments: a batch of
    sequences, or of sequences and heads. The queries of each sequence meet the keys of that
    sequence only. The arguments stay as they are: don't write into them.

    Parameters
    ----------
    query
        ndarray of shape (..., N, d_k); whole numbers are welcome, here and below.
    key
        ndarray of shape (..., M, d_k).

    Returns
    -------
    ndarray of float64, of shape (..., N, M)
        In row i and column j, query i dotted with key j, over the root of d_k.

    Raises
    ------
    ValueError
        If queries and keys differ in width.

    Examples
    --------
    One query and two keys, 4 wide. The dot products are 10 and 2, and √4 is 2:

    >>> attention_scores(
    ...     query=np.array([[2.0, 1.0, 0.0, 1.0]]),
    ...     key=np.array([[4.0, 0.0, 1.0, 2.0], [0.0, 2.0, 3.0, 0.0]]),
    ... )
    array([[5., 1.]])
    """
    # TODO: write this function.
    raise NotImplementedError
