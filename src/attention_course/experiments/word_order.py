"""Does attention notice the order of the words? Every order of a sentence is tried."""

from dataclasses import dataclass
from itertools import permutations
from math import factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import finite_array
from attention_course._dot_product import scaled_dot_product_attention
from attention_course._masks import causal_mask
from attention_course._positions import sinusoidal_positions
from attention_course.examples import dog_bit_man
from attention_course.experiments._printing import say

_AXES = 2
_MOST_WORDS = 8


@dataclass(frozen=True, eq=False)
class WordOrder:
    """How far each order's outputs are from the first order's, taken along with their words.

    Attributes
    ----------
    orders
        ndarray of shape (n_orders, n_words): which word stands at each place.
    outputs
        ndarray of shape (n_orders, n_words, d_model): the outputs, place by place.
    changes
        ndarray of shape (n_orders,): the largest change of any entry of any word's output.
    """

    orders: NDArray[np.int_]
    outputs: NDArray[np.float64]
    changes: NDArray[np.float64]


def try_all_orders(x: ArrayLike, *, positions: bool = False, causal: bool = False) -> WordOrder:
    r"""Attend within every order of the rows of `x`, and compare with the order given.

    .. math:: \max \left| \mathrm{Attention}(PX, PX, PX) - P\,\mathrm{Attention}(X, X, X) \right|

    Parameters
    ----------
    x
        array of shape (n_words, d_model), of 8 words at most: there are n_words! orders.
    positions
        Whether sinusoidal position vectors are added to the rows, in the order they then have.
    causal
        Whether a causal mask hides later words.

    Returns
    -------
    WordOrder
        One entry for each order, the given one first.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.
    ValueError
        If `x` is not finite, has not two axes, has more than 8 rows or no column, or an odd number
        of columns where positions are added.

    Notes
    -----
    Section 6.5; for permutation equivariance, Lee et al. (2019), section 3.1.

    Examples
    --------
    Two words and two orders. Alone each keeps its output; under a causal mask the first word sees
    only itself, and is an average of both when it stands second:

    >>> np.round(try_all_orders(np.eye(2)).changes, 12)
    array([0., 0.])
    >>> np.round(try_all_orders(np.eye(2), causal=True).changes, 3)
    array([0.  , 0.33])
    """
    words = np.asarray(finite_array("x", x), np.float64)
    if words.ndim != _AXES or not words.shape[1]:
        raise ValueError(
            f"x: got shape {words.shape}; expected (n_words, d_model), d_model of 1 or more"
        )
    n_words, d_model = words.shape
    if n_words > _MOST_WORDS:
        raise ValueError(
            f"x: got {n_words} words, of which all {n_words}! = {factorial(n_words):,} orders "
            f"would be tried; expected {_MOST_WORDS} words at most"
        )
    if positions and d_model % 2:
        raise ValueError(
            f"x: got d_model = {d_model}; expected an even one, since positions are added"
        )
    orders = np.array(list(permutations(range(n_words))), np.int_)
    rows = words[orders]
    if positions:
        rows += sinusoidal_positions(n_words, d_model)
    mask = causal_mask(n_words) if causal else None
    outputs = np.asarray(scaled_dot_product_attention(rows, rows, rows, mask).output, np.float64)
    changes = np.abs(outputs - outputs[0][orders]).max(axis=(1, 2), initial=0.0)
    return WordOrder(orders, outputs, changes)


def main() -> None:
    """Print what the orders of "The dog bit the man" change, alone and with what breaks the tie.

    Notes
    -----
    Section 6.5.

    Examples
    --------
    The five words have 5! = 120 orders; what is left of nothing is rounding.

    >>> main()  # doctest: +ELLIPSIS
    no mask, no positions  largest change in 120 orders: ...
    with a causal mask     largest change in 120 orders: 1
    with positions         largest change in 120 orders: 2
    """
    x = dog_bit_man().x
    for label, kind in (
        ("no mask, no positions", try_all_orders(x)),
        ("with a causal mask", try_all_orders(x, causal=True)),
        ("with positions", try_all_orders(x, positions=True)),
    ):
        say(f"{label:<22} largest change in {len(kind.orders)} orders: {kind.changes.max():.2g}")


if __name__ == "__main__":
    main()
