"""Exercise 6.2d: scaled dot-product attention. 4 points."""

import numpy as np


def attention(query: np.ndarray, key: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Return softmax(Q Kᵀ / √d_k) V, without a mask.

    There may be any number of leading axes, the same ones in all three arguments: a batch of
    sequences, or of sequences and heads. Each sequence is computed by itself.

    Scores may be as large as ±1000, where e to the score is infinite or 0. Your result should be
    right there too. The arguments stay as they are: don't write into them.

    Parameters
    ----------
    query
        ndarray of shape (..., N, d_k); whole numbers are welcome, here and below.
    key
        ndarray of shape (..., M, d_k).
    value
        ndarray of shape (..., M, d_v).

    Returns
    -------
    ndarray of float64, of shape (..., N, d_v)
        For each query, the average of the values by its weights.

    Raises
    ------
    ValueError
        If query and key differ in width, or key and value in number.

    Examples
    --------
    Divided by √4, the scores are 0 and ln 3. One key gets the weight 1/4, the other 3/4, and
    10/4 + 20·3/4 = 17.5:

    >>> attention(
    ...     query=np.array([[1.0, 0.0, 0.0, 0.0]]),
    ...     key=np.array([[0.0, 0.0, 0.0, 0.0], [2 * np.log(3.0), 0.0, 0.0, 0.0]]),
    ...     value=np.array([[10.0], [20.0]]),
    ... )
    array([[17.5]])
    """
    # TODO: write this function.
    raise NotImplementedError
