"""Softmax, from scores to weights, and how the weights move when the scores do."""

import numpy as np
from numpy.typing import ArrayLike

from attention_course._checks import Reals, axis_number, computing_type, first_index, real_array


@np.errstate(all="ignore")
def softmax(scores: ArrayLike, axis: int = -1) -> Reals:
    r"""Turn scores into positive weights that sum to 1.

    .. math:: p_j = \frac{e^{s_j - m}}{\sum_k e^{s_k - m}}, \qquad m = \max_k s_k

    The shift by the maximum :math:`m` cancels out in the fraction, so it changes no weight. It
    keeps every exponent at or below zero, where :math:`e^x` cannot overflow. A score of
    :math:`-\infty` gets weight 0.

    Parameters
    ----------
    scores
        array of any shape (..., n). Entries are finite or :math:`-\infty`.
    axis
        The axis along which the weights sum to 1.

    Returns
    -------
    ndarray of the shape of `scores`
        The weights. float32 and float64 keep their type, float16 is computed in float32 and cast
        back, integers become float64.

    Raises
    ------
    TypeError
        If `scores` is not an array of real numbers, or `axis` not an integer.
    ValueError
        If a score is NaN or :math:`+\infty`, if `axis` does not exist, or if all scores along
        `axis` are :math:`-\infty`: their weights would be 0/0.

    Notes
    -----
    Section 4.3. Attention applies it to each row of scores: Vaswani et al. (2017), equation 1.

    Examples
    --------
    The second score is ln 3 above the first, so its weight is three times as large:

    >>> softmax([0.0, np.log(3.0)])
    array([0.25, 0.75])
    """
    given = real_array("scores", scores, min_ndim=1)
    along = axis_number("axis", axis, given.ndim)
    unusable = np.isnan(given) | np.isposinf(given)
    if unusable.any():
        place = first_index(unusable)
        raise ValueError(
            f"scores: got {given[place]} at scores{list(place)}; expected finite numbers or -inf"
        )
    empty = np.asarray(np.isneginf(given).all(axis=along))
    if given.shape[along] and empty.any():
        place = first_index(empty)
        where = f" at {list(place)}" if place else ""
        raise ValueError(
            f"scores: got nothing but -inf along axis {along}{where}, where softmax is 0/0; "
            "expected one finite score or more"
        )
    weights = softmax_of_checked(given.astype(computing_type(given), copy=False), along)
    return weights.astype(given.dtype, copy=False)


def softmax_of_checked(scores: Reals, axis: int = -1) -> Reals:
    """Compute softmax of scores known to be numbers or -inf, not all of them -inf."""
    top = scores.max(axis=axis, keepdims=True, initial=-np.inf)
    exponentials = np.exp(scores - top)
    weights: Reals = exponentials / exponentials.sum(axis=axis, keepdims=True)
    return weights


@np.errstate(all="ignore")
def softmax_jacobian(scores: ArrayLike) -> Reals:
    r"""Return how each weight of a softmax changes with each score.

    .. math:: J_{ij} = \frac{\partial p_i}{\partial s_j} = p_i (\delta_{ij} - p_j)

    Raising all scores together changes no weight, so each row of :math:`J` sums to 0. The diagonal
    :math:`p_i (1 - p_i)` is computed from that, as minus the sum of the rest of its row, which
    stays exact where :math:`p_i` is so close to 1 that :math:`1 - p_i` would round to 0.

    Parameters
    ----------
    scores
        array of shape (..., n). Entries are finite or :math:`-\infty`.

    Returns
    -------
    ndarray of shape (..., n, n)
        Entry (i, j) is the derivative of weight i with respect to score j.

    Raises
    ------
    TypeError, ValueError
        As `softmax` does.

    Notes
    -----
    Section 4.3.

    Examples
    --------
    Two equal scores: each weight is 1/2, and 1/2 · (1 − 1/2) = 1/4.

    >>> softmax_jacobian([0.0, 0.0])
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    given = real_array("scores", scores, min_ndim=1)
    weights = softmax(given.astype(computing_type(given), copy=False))
    jacobian = -weights[..., :, None] * weights[..., None, :]
    diagonal = np.arange(weights.shape[-1])
    jacobian[..., diagonal, diagonal] = 0
    jacobian[..., diagonal, diagonal] = -jacobian.sum(axis=-1)
    return jacobian.astype(given.dtype, copy=False)
