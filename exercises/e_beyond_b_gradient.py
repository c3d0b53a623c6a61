"""Exercise beyond-b: the gradient of attention. 5 points."""

import numpy as np


def attention_gradient(
    query: np.ndarray, key: np.ndarray, value: np.ndarray, grad_output: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return how a loss changes with queries, keys and values, for attention without a mask.

    The output is O = softmax(Q Kᵀ / √d_k) V. `grad_output` holds the derivative of some loss with
    respect to each entry of O. Go back from there: return the derivatives of the loss with respect
    to each entry of Q, of K and of V. In other words, these are the gradients of the sum of all
    entries of `grad_output` times O, entry by entry, where `grad_output` stays fixed.

    There may be any number of leading axes, the same ones in all four arguments: a batch of
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
    grad_output
        ndarray of shape (..., N, d_v), the shape of the output.

    Returns
    -------
    tuple of three ndarrays of float64
        The gradients with respect to query, key and value, in this order. Each has the shape of
        what it belongs to.

    Raises
    ------
    ValueError
        If `grad_output` does not have exactly the shape of the output, leading axes included.

    Examples
    --------
    Both scores are 20/√4 = 10, so both weights are 1/2, and the output is 5. Raising the second
    score and lowering the first by a little moves the output up by twice as much:

    >>> d_query, d_key, d_value = attention_gradient(
    ...     query=np.array([[2.0, 2.0, 2.0, 2.0]]),
    ...     key=np.array([[1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 1.0, 2.0]]),
    ...     value=np.array([[3.0], [7.0]]),
    ...     grad_output=np.array([[1.0]]),
    ... )
    >>> d_query
    array([[ 1.5,  0.5, -1. , -1. ]])
    >>> d_key
    array([[-1., -1., -1., -1.],
           [ 1.,  1.,  1.,  1.]])
    >>> d_value
    array([[0.5],
           [0.5]])
    """
    # TODO: write this function.
    raise NotImplementedError
