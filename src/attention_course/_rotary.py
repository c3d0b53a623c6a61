"""Positions as rotations: queries and keys are turned, so that scores see only distances."""

from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import (
    Reals,
    computing_type,
    finite_array,
    finite_number,
    finite_result,
    whole_number,
)

Pairs: TypeAlias = Literal["adjacent", "halves"]
"""Which features are turned together: 0 and 1, 2 and 3, …; or 0 and d/2, 1 and d/2 + 1, …"""


_LAST = 2**53


class RotaryPositions(NamedTuple):
    """The angles of rotary positions, as what a rotation multiplies by.

    Attributes
    ----------
    cosine
        ndarray of shape (n_positions, width / 2): a row for each position, an angle for each pair.
    sine
        ndarray of the same shape.
    """

    cosine: NDArray[np.float64]
    sine: NDArray[np.float64]


@np.errstate(all="ignore")
def rotary_positions(
    n_positions: int, width: int, *, first: int = 0, base: float = 10000.0
) -> RotaryPositions:
    r"""Return the cosines and sines that turn each pair of features at each position.

    .. math:: \theta_{n,c} = n \cdot 10000^{-2c/w}, \qquad c = 0, \dots, w/2 - 1

    The first pair turns by one radian a position, the later ones ever more slowly.

    Parameters
    ----------
    n_positions
        How many positions.
    width
        w, how many features will be turned: d_k, or fewer to leave the rest as they are; an even
        number.
    first
        The first position; with a `KeyValueCache`, its `n_seen`.
    base
        The number in place of 10000, which sets how slow the slowest pair is.

    Returns
    -------
    RotaryPositions
        cosine and sine, ndarrays of shape (n_positions, width / 2).

    Raises
    ------
    TypeError
        If a number is not of its kind.
    ValueError
        If `n_positions` or `first` is negative, a position not below 2\ :sup:`53`, `width` not an
        even number of 2 or more, or `base` not above 0 or so small that an angle overflows.

    Notes
    -----
    Section 15.1. Su et al. (2021), equation 15.

    Examples
    --------
    At position 0 nothing turns; at position 1 the first pair turns by 1 radian, the second by
    0.01:

    >>> positions = rotary_positions(2, 4)
    >>> positions.cosine[0]
    array([1., 1.])
    >>> np.arctan2(positions.sine, positions.cosine)[1].round(12)
    array([1.  , 0.01])
    """
    rows = whole_number("n_positions", n_positions, minimum=0)
    features = whole_number("width", width, minimum=2)
    start = whole_number("first", first, minimum=0)
    if features % 2:
        raise ValueError(f"width: got {features}; expected an even number, to turn pairs")
    slowest = finite_number("base", base)
    if slowest <= 0:
        raise ValueError(f"base: got {base!r}; expected a number above 0")
    if start + rows > _LAST:
        raise ValueError(
            f"first: got {start} for {rows} positions; expected positions below 2**53, "
            "which float64 tells apart"
        )
    rates = slowest ** (-np.arange(0, features, 2) / features)
    angles = (start + np.arange(rows))[:, None] * rates
    if not np.isfinite(angles).all():
        raise ValueError(f"base: got {base!r}; expected a larger number, for an angle overflows")
    return RotaryPositions(np.cos(angles), np.sin(angles))


@np.errstate(all="ignore")
def rotate(x: ArrayLike, cosine: ArrayLike, sine: ArrayLike, *, pairs: Pairs = "adjacent") -> Reals:
    r"""Turn pairs of features by an angle that depends on the row's position.

    .. math::

        \begin{pmatrix} y_a \\ y_b \end{pmatrix} =
        \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}
        \begin{pmatrix} x_a \\ x_b \end{pmatrix}

    Queries and keys are turned, values are not. Turning changes no length, and the score of a query
    at position m and a key at position n depends on the positions only by m − n.

    Parameters
    ----------
    x
        array of shape (..., n, d): queries or keys, one row a position.
    cosine, sine
        arrays of shape (..., n, w / 2) with w ≤ d, from `rotary_positions`; leading axes broadcast
        to those of `x`. Features from w on stay as they are.
    pairs
        "adjacent" turns features 2c and 2c + 1 together, as the paper does; "halves" turns c and
        c + w/2, as many models do. Queries and keys must be turned alike.

    Returns
    -------
    ndarray of the shape of `x`
        float32 and float64 keep their type, float16 is computed in float32 and cast back, integers
        become float64. The type of `cosine` and `sine` does not count. No argument is changed.

    Raises
    ------
    TypeError
        If an argument is not an array of real numbers.
    ValueError
        If an entry is not finite, the shapes disagree, a rotation overflows, or `pairs` is neither
        of the two.

    Notes
    -----
    Section 15.1. Su et al. (2021), equations 14 and 34.

    Examples
    --------
    A quarter turn carries (1, 0) to (0, 1); the third and fourth feature stay:

    >>> rotate([[1.0, 0.0, 5.0, 7.0]], cosine=[[0.0]], sine=[[1.0]])
    array([[0., 1., 5., 7.]])
    """
    given = finite_array("x", x, min_ndim=2)
    computed = computing_type(given)
    cos, sin = finite_array("cosine", cosine, min_ndim=2), finite_array("sine", sine, min_ndim=2)
    width = _checked_width(given, cos, sin)
    _check_pairs(pairs)
    if pairs == "adjacent":
        one, other = slice(0, width, 2), slice(1, width, 2)
    else:
        one, other = slice(0, width // 2), slice(width // 2, width)
    a, b = given[..., one].astype(computed), given[..., other].astype(computed)
    cos, sin = cos.astype(computed), sin.astype(computed)
    turned = given.copy()
    turned[..., one] = a * cos - b * sin
    turned[..., other] = a * sin + b * cos
    return finite_result("x, cosine, sine", turned, "a rotation")


def _check_pairs(pairs: object) -> None:
    if not isinstance(pairs, str) or pairs not in {"adjacent", "halves"}:
        raise ValueError(f"pairs: got {pairs!r}; expected 'adjacent' or 'halves'")


def _checked_width(x: Reals, cosine: Reals, sine: Reals) -> int:
    """Return how many features are turned, or say which shape disagrees."""
    if sine.shape != cosine.shape:
        raise ValueError(
            f"sine: got shape {sine.shape}; expected the shape of cosine, {cosine.shape}"
        )
    width = 2 * int(cosine.shape[-1])
    if not 0 < width <= x.shape[-1]:
        raise ValueError(
            f"cosine: got {cosine.shape[-1]} columns (shape {cosine.shape}), which turn {width} "
            f"features; expected 1 or more, for at most the {x.shape[-1]} features of x"
        )
    if cosine.shape[-2] != x.shape[-2]:
        raise ValueError(
            f"cosine: got {cosine.shape[-2]} positions (shape {cosine.shape}); "
            f"expected one for each of the {x.shape[-2]} rows of x"
        )
    try:
        fits = np.broadcast_shapes(x.shape[:-2], cosine.shape[:-2]) == x.shape[:-2]
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"cosine: got leading axes {cosine.shape[:-2]}; "
            f"expected axes that broadcast to those of x, {x.shape[:-2]}"
        )
    return width
