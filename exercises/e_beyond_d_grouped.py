"""Exercise beyond-d: grouped queries. 4 points."""

import numpy as np


def grouped_attention(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return attention in which groups of query heads share one head of keys and values.

    There are h query heads, but only g heads of keys and as many of values, and h is a multiple
    of g. The first h/g query heads read key head 0 and value head 0, the next h/g read head 1,
    and so on. Each query head by itself is the scaled dot-product attention of 6.2, without a
    mask. With g = 1 all query heads share the same keys and values, which is called multi-query
    attention; with g = h each has its own, as in 6.6.

    There may be any number of leading axes, the same ones in all three arguments. Scores may be as
    large as ±1000. You may use your answer to 6.2d: ``from e6_2d_attention import attention``. The
    arguments stay as they are: don't write into them.

    Parameters
    ----------
    query
        ndarray of shape (..., h, N, d_k); whole numbers are welcome, here and below.
    key
        ndarray of shape (..., g, M, d_k).
    value
        ndarray of shape (..., g, M, d_v).

    Returns
    -------
    ndarray of float64, of shape (..., h, N, d_v)
        The output of each query head, in the order of the query heads.

    Raises
    ------
    ValueError
        If h is not a multiple of g, or if keys and values differ in their number of heads.

    Examples
    --------
    Four query heads and two key heads. Each head holds a single key, which gets all the weight, so
    every query head hands back the value that its group shares:

    >>> query, key = np.ones((4, 1, 3)), np.ones((2, 1, 3))
    >>> value = np.array([[[10.0]], [[20.0]]])
    >>> grouped_attention(query, key, value).ravel()
    array([10., 10., 20., 20.])
    """
    # TODO: write this function.
    raise NotImplementedError
