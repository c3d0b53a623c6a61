"""Exercise 6.5a: shuffle the tokens. 2 points."""

import numpy as np


def permute(tokens: np.ndarray, order: list[int]) -> np.ndarray:
    """Return P X: the tokens in another order.

    Row i of the result is row order[i] of `tokens`, counting from 0. So `order` says, place by
    place, which token is to stand there. A batch of sequences is shuffled sequence by sequence,
    each in the same way; the sequences themselves keep their places.

    The result is a new array. The arguments stay as they are: don't write into them.

    Parameters
    ----------
    tokens
        ndarray of float64, of shape (..., n_tokens, d_model), with any number of leading axes.
    order
        A list that holds each of the whole numbers from 0 to n_tokens − 1 once.

    Returns
    -------
    ndarray of float64, of the shape of `tokens`

    Raises
    ------
    ValueError
        If `order` is not each of 0, …, n_tokens − 1 once: if a number is repeated, missing,
        negative or too large, or if there are too few or too many of them.

    Examples
    --------
    The first place gets token 1, the second token 2, the third token 0:

    >>> permute(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), [1, 2, 0])
    array([[3., 4.],
           [5., 6.],
           [1., 2.]])
    """
    # TODO: write this function.
    raise NotImplementedError
