"""Exercise beyond-f: cross-attention. 3 points."""

import numpy as np


def cross_attention(
    x: np.ndarray,
    context: np.ndarray,
    w_query: np.ndarray,
    w_key: np.ndarray,
    w_value: np.ndarray,
) -> np.ndarray:
    """Return what the tokens of `x` find out from the tokens of `context`.

    The tokens of `x` ask: their queries are x · w_query. The tokens of `context` are asked: their
    keys are context · w_key, their values context · w_value. What comes out is the scaled
    dot-product attention of these three, without a mask. The two may differ in the number of their
    tokens and in their width, as a sentence and its translation do, or a text and a picture.

    Scores may be as large as ±1000. You may use your answer to 6.2d: ``from e6_2d_attention import
    attention``. The arguments stay as they are: don't write into them.

    Parameters
    ----------
    x
        ndarray of shape (..., N, d_model); whole numbers are welcome, here and below.
    context
        ndarray of shape (..., M, d_context), with the same leading axes.
    w_query
        ndarray of shape (d_model, d_k).
    w_key
        ndarray of shape (d_context, d_k).
    w_value
        ndarray of shape (d_context, d_v).

    Returns
    -------
    ndarray of float64, of shape (..., N, d_v)
        For each token of `x`, an average of the context's values.

    Raises
    ------
    ValueError
        If `w_query` does not have as many rows as `x` has columns, if `w_key` or `w_value` does not
        have as many rows as `context` has columns, or if `w_query` and `w_key` differ in their
        number of columns.

    Examples
    --------
    One token of width 1 asks two of width 2. Its query is 1, their keys are 0 and ln 3, so their
    weights are 1/4 and 3/4. Their values are 10 and 20, and 10/4 + 20·3/4 = 17.5:

    >>> cross_attention(
    ...     x=np.array([[1.0]]),
    ...     context=np.array([[0.0, 10.0], [np.log(3.0), 20.0]]),
    ...     w_query=np.array([[1.0]]),
    ...     w_key=np.array([[1.0], [0.0]]),
    ...     w_value=np.array([[0.0], [1.0]]),
    ... )
    array([[17.5]])
    """
    # TODO: write this function.
    raise NotImplementedError
