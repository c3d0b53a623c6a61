"""Exercise 6.4b: the padding mask. 2 points."""

import numpy as np


def padding_mask(token_ids: np.ndarray, padding_id: int) -> np.ndarray:
    """Return the mask, to be added to the scores, that hides placeholder tokens from every query.

    A placeholder may stand anywhere: at the end, at the beginning, or between real tokens. Only its
    id tells. A sequence of nothing but placeholders hides everything, and one without any hides
    nothing. The argument stays as it is: don't write into it.

    Parameters
    ----------
    token_ids
        ndarray of whole numbers, of shape (..., M): the ids of the M tokens of each sequence, with
        any number of leading axes, also none.
    padding_id
        The id that stands for a placeholder. It may be any whole number, such as 0, −1 or 7; every
        other id belongs to a real token.

    Returns
    -------
    ndarray of float64, of shape (..., 1, M)
        0 in the columns of real tokens, −∞ (minus `numpy.inf`) in those of placeholders. The one
        row is repeated for every query when the mask is added to scores of shape (..., N, M).

    Raises
    ------
    ValueError
        If `token_ids` is a single number, without an axis of tokens.

    Examples
    --------
    Two real tokens, filled up with two placeholders:

    >>> padding_mask(np.array([8, 6, 0, 0]), 0)
    array([[  0.,   0., -inf, -inf]])
    """
    # TODO: write this function.
    raise NotImplementedError
