"""Exercise 6.4d: attention with a mask. 4 points."""

import numpy as np


def masked_attention(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, mask: np.ndarray
) -> np.ndarray:
    """Return softmax(Q Kᵀ / √d_k + mask) V.

    A query whose keys are all hidden has nothing to average. Its row of the output is zeros; there
    is never a NaN.

    Scores may be as large as ±1000, and that of a hidden key larger by far, up to ±10¹⁰. Your
    result should be right there too. The arguments stay as they are: don't write into them.

    Parameters
    ----------
    query
        ndarray of shape (..., N, d_k), with any number of leading axes, the same ones in query, key
        and value. Whole numbers are welcome in these three.
    key
        ndarray of shape (..., M, d_k).
    value
        ndarray of shape (..., M, d_v).
    mask
        ndarray of float64, of two or more axes, that broadcasts to the scores of shape (..., N, M):
        one table (N, M) for a whole batch, one row (..., 1, M) for each sequence, and so on. Each
        entry is 0, −∞ (the key is hidden), or a bias: a finite number that is added to the score.

    Returns
    -------
    ndarray of float64, of shape (..., N, d_v)
        For each query, the average of the values by its weights.

    Raises
    ------
    ValueError
        If query and key differ in width, or key and value in number, or if the mask does not
        broadcast together with the scores.

    Examples
    --------
    All scores are 0. The first query may see the first key only, the second query both, the third
    none:

    >>> masked_attention(
    ...     query=np.zeros((3, 4)),
    ...     key=np.zeros((2, 4)),
    ...     value=np.array([[10.0], [20.0]]),
    ...     mask=np.array([[0.0, -np.inf], [0.0, 0.0], [-np.inf, -np.inf]]),
    ... )
    array([[10.],
           [15.],
           [ 0.]])
    """
    # TODO: write this function.
    raise NotImplementedError
