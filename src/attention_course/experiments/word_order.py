"""Does attention notice the order of the words? Every order of a sentence is tried."""

from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from attention_course._dot_product import scaled_dot_product_attention
from attention_course._masks import causal_mask
from attention_course._positions import sinusoidal_positions
from attention_course.examples import dog_bit_man


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


def try_all_orders(
    x: NDArray[np.float64], *, positions: bool = False, causal: bool = False
) -> WordOrder:
    r"""Attend within every order of the rows of `x`, and compare with the order given.

    .. math:: \max \left| \mathrm{Attention}(PX, PX, PX) - P\,\mathrm{Attention}(X, X, X) \right|

    Parameters
    ----------
    x
        ndarray of shape (n_words, d_model), few words: there are n_words! orders.
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
    TypeError, ValueError
        As `scaled_dot_product_attention` does.

    Notes
    -----
    Section 6.5; for permutation equivariance, Lee et al. (2019), section 3.1.

    Examples
    --------
    >>> np.round(try_all_orders(np.eye(2)).changes, 12)
    array([0., 0.])
    >>> np.round(try_all_orders(np.eye(2), causal=True).changes, 3)
    array([0.  , 0.33])
    """
    n_words, d_model = x.shape
    orders = np.array(list(permutations(range(n_words))))
    rows = x[orders]
    if positions:
        rows += sinusoidal_positions(n_words, d_model)
    mask = causal_mask(n_words) if causal else None
    outputs = np.asarray(scaled_dot_product_attention(rows, rows, rows, mask).output, np.float64)
    changes = np.abs(outputs - outputs[0][orders]).max(axis=(1, 2))
    return WordOrder(orders, outputs, changes)


def main() -> None:
    """Print what the orders of "The dog bit the man" change, alone and with what breaks the tie."""
    x = dog_bit_man().x
    for label, kind in (
        ("no mask, no positions", try_all_orders(x)),
        ("with a causal mask", try_all_orders(x, causal=True)),
        ("with positions", try_all_orders(x, positions=True)),
    ):
        print(f"{label:<22} largest change in {len(kind.orders)} orders: {kind.changes.max():.2g}")


if __name__ == "__main__":
    main()
