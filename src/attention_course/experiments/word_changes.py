"""How much an order changes the output of each word."""

import numpy as np
from numpy.typing import NDArray

from attention_course.experiments.word_order import WordOrder


def word_changes(result: WordOrder) -> NDArray[np.float64]:
    """Return how far each word's output is, in each order, from its output in the first order.

    Parameters
    ----------
    result
        The orders and their outputs.

    Returns
    -------
    ndarray of shape (n_orders, n_words)
        The largest change of any entry; column `j` belongs to word `j`, wherever it stands.

    Notes
    -----
    Section 6.5. The largest entry of a row is that order's entry of ``result.changes``.

    Examples
    --------
    Under a causal mask the word that comes first sees only itself, and the last one sees all:

    >>> from attention_course.experiments.word_order import try_all_orders
    >>> np.round(word_changes(try_all_orders(np.diag([2.0, 1.0]), causal=True)), 2)
    array([[0.  , 0.  ],
           [0.11, 0.66]])
    """
    by_word = _by_word(result, result.outputs)
    changes: NDArray[np.float64] = np.abs(by_word - by_word[0]).max(axis=2, initial=0.0)
    return changes


def position_changes(alone: WordOrder, placed: WordOrder) -> NDArray[np.float64]:
    """Return how far positions move each word's output, in each order.

    Parameters
    ----------
    alone, placed
        The same orders and their outputs, without positions and with them.

    Returns
    -------
    ndarray of shape (n_orders, n_words)
        The largest change of any entry; column `j` belongs to word `j`, wherever it stands.

    Notes
    -----
    Section 6.5.

    Examples
    --------
    Even in the first order the outputs change:

    >>> from attention_course.experiments.word_order import try_all_orders
    >>> alone, placed = (try_all_orders(np.eye(2), positions=on) for on in (False, True))
    >>> np.round(position_changes(alone, placed), 2)
    array([[0.98, 0.67],
           [0.92, 1.17]])
    """
    by_word = _by_word(alone, placed.outputs - alone.outputs)
    changes: NDArray[np.float64] = np.abs(by_word).max(axis=2, initial=0.0)
    return changes


def _by_word(result: WordOrder, outputs: NDArray[np.float64]) -> NDArray[np.float64]:
    places = np.argsort(result.orders, axis=1)
    return np.take_along_axis(outputs, places[..., None], axis=1)
