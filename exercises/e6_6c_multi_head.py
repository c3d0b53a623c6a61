"""Exercise 6.6c: multi-head attention. 4 points."""

import numpy as np


def multi_head(
    x: np.ndarray,
    w_query: np.ndarray,
    w_key: np.ndarray,
    w_value: np.ndarray,
    w_output: np.ndarray,
    n_heads: int,
) -> np.ndarray:
    """Return the multi-head self-attention of `x`, without a mask.

    Head i works with its own columns of the three projections: columns i·d_k to (i + 1)·d_k of
    `w_query` and `w_key`, columns i·d_v to (i + 1)·d_v of `w_value`, counting heads from 0. The
    outputs of the heads are joined along the features, head 0 first, and multiplied by `w_output`.
    h·d_v need not be d_model.

    You may use earlier answers: ``from e6_2d_attention import attention``, for one. The arguments
    stay as they are: don't write into them.

    Parameters
    ----------
    x
        ndarray of shape (..., n, d_model): the tokens, with any number of leading axes.
    w_query, w_key
        ndarrays of shape (d_model, h·d_k).
    w_value
        ndarray of shape (d_model, h·d_v).
    w_output
        ndarray of shape (h·d_v, d_model).
    n_heads
        h.

    Returns
    -------
    ndarray of float64, of shape (..., n, d_model)

    Raises
    ------
    ValueError
        If the columns of `w_query` and `w_key`, or those of `w_value`, cannot be shared out
        equally among the heads.

    Examples
    --------
    A single token can only attend to itself, so both heads, each of width 1, hand its features
    back, and `w_output` exchanges them:

    >>> eye = np.eye(2)
    >>> multi_head(np.array([[3.0, 5.0]]), eye, eye, eye, eye[::-1], n_heads=2)
    array([[5., 3.]])
    """
    # TODO: write this function.
    raise NotImplementedError
