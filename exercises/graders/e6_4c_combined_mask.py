"""6.4, two masks in one: a pair is hidden if either mask hides it, and biases add up."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Mask = NDArray[Any]
INF = math.inf


def oracle(causal: Mask, padding: Mask) -> Mask:
    """Go from pair to pair: hidden if either mask hides it, otherwise the two numbers' sum."""
    n_queries, n_keys = causal.shape
    batch = padding.shape[:-2]
    combined = np.empty((*batch, n_queries, n_keys))
    for sequence in np.ndindex(batch):
        for i in range(n_queries):
            for j in range(n_keys):
                one, other = float(causal[i, j]), float(padding[(*sequence, 0, j)])
                hidden = -INF in {one, other}
                combined[(*sequence, i, j)] = -INF if hidden else one + other
    return combined


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return masks of 0 and −∞ first, then masks with biases, then some that do not fit."""

    def causal(n: int, m: int) -> Mask:
        return np.triu(np.full((n, m), -INF), k=1 + m - n)

    def padding(m: int, *batch: int) -> Mask:
        """Draw rows that hide one or two keys, each others than the row before, never the first."""
        rows = np.zeros((*batch, 1, m))
        start = int(rng.integers(m))
        for number, sequence in enumerate(np.ndindex(*batch)):
            rows[sequence][0, 1 + (start + number) % (m - 1)] = -INF
            rows[sequence][0, 1 + (start + number + m // 2) % (m - 1)] = -INF
        return rows

    def with_biases(mask: Mask) -> Mask:
        return mask + rng.normal(size=mask.shape).round(3)

    def drawn(n: int, m: int, *batch: int) -> Case:
        return Case((causal(n, m), padding(m, *batch)))

    def drawn_with_biases(n: int, m: int, *batch: int) -> Case:
        return Case((with_biases(causal(n, m)), with_biases(padding(m, *batch))))

    three = np.array([[0.0, 0.0, -INF], [0.0, 0.0, 0.0]])
    far = np.array([[-1.0, 0.0, -INF], [-2.0, -1.0, 0.0]])
    return (
        Check(
            "one sequence",
            (
                Case((three, np.array([[-INF, 0.0, 0.0]]))),
                Case((three, np.array([[0.0, 0.0, -INF]]))),
                drawn(4, 4),
                drawn(3, 7),
            ),
        ),
        Check(
            "a batch of sequences",
            (
                Case((three, np.array([[[0.0, -INF, 0.0]], [[0.0, 0.0, 0.0]]]))),
                drawn(3, 3, 3),
                drawn(2, 5, 1),
                drawn(2, 4, 5),
            ),
        ),
        Check(
            "two leading axes",
            (
                Case((causal(2, 2), np.array([[[[0.0, 0.0]]], [[[0.0, -INF]]]]))),
                drawn(3, 3, 3, 3),
                drawn(4, 5, 2, 3),
            ),
        ),
        Check(
            "a bias",
            (
                Case((far, np.array([[0.0, 0.5, 0.0]]))),
                Case((far, np.array([[2.0, -INF, 0.25]]))),
                Case((far * 100, np.array([[250.0, -400.0, -INF]]))),
                drawn_with_biases(3, 5),
                drawn_with_biases(2, 5, 4),
            ),
        ),
        Check(
            "a query that is left with nothing",
            (
                Case((np.array([[0.0, -INF], [0.0, 0.0]]), np.array([[-INF, 0.0]]))),
                Case((causal(3, 4), np.full((1, 4), -INF))),
            ),
        ),
        Check(
            "another number of keys",
            (
                Case((causal(1, 2), np.zeros((1, 1))), "one mask has 2 keys, the other 1"),
                Case((causal(1, 1), np.zeros((1, 2))), "one mask has 1 key, the other 2"),
                Case((causal(1, 3), np.zeros((1, 2))), "one mask has 3 keys, the other 2"),
                Case((causal(2, 3), np.zeros((2, 1, 1))), "one mask has 3 keys, the other 1"),
            ),
        ),
    )


def _whole(combine: Callable[[Mask, Mask], Mask]) -> Callable[[Mask, Mask], Mask]:
    """Return a function that gives what `combine` does, in the shape that both masks make."""

    def combined(causal: Mask, padding: Mask) -> Mask:
        shape = np.broadcast_shapes(causal.shape, padding.shape)
        with np.errstate(all="ignore"):
            return np.array(np.broadcast_to(combine(causal, padding), shape))

    return combined


def _low(mask: Mask) -> Mask:
    return np.asarray(np.nan_to_num(mask))


def _either(causal: Mask, padding: Mask) -> NDArray[np.bool_]:
    return np.asarray(np.isneginf(causal) | np.isneginf(padding))


def _both(causal: Mask, padding: Mask) -> NDArray[np.bool_]:
    return np.asarray(np.isneginf(causal) & np.isneginf(padding))


def _shown_where_empty(causal: Mask, padding: Mask) -> Mask:
    mask = causal + padding
    return np.where(np.isneginf(mask).all(axis=-1, keepdims=True), 0.0, mask)


def _first_padding(causal: Mask, padding: Mask) -> Mask:
    return np.asarray(causal + padding[(0,) * (padding.ndim - 2)])


def _all_paddings(causal: Mask, padding: Mask) -> Mask:
    return np.asarray(causal + padding.sum(axis=tuple(range(padding.ndim - 2))))


def _rows_as_queries(causal: Mask, padding: Mask) -> Mask:
    return np.asarray(causal + padding[..., 0, :])


_LOST = (
    "these are exactly the numbers you get with 0 for every pair that is not hidden. A bias is "
    "kept, and two of them add up."
)

_LOWEST = (
    "the lowest number that a float can hold is not −∞. Hidden means −∞, so that no score can "
    "make up for it; infinities can be added without being replaced."
)

MISTAKES = (
    Mistake(
        "these are exactly the numbers you get by multiplying. 0 · (−∞) is NaN, and −∞ · (−∞) is "
        "+∞. Combine the masks in such a way that 0 changes nothing.",
        _whole(lambda causal, padding: causal * padding),
    ),
    Mistake(
        "these are exactly the larger entries of the two. A pair is hidden if either mask hides "
        "it; this hides only what both hide.",
        _whole(np.maximum),
    ),
    Mistake(
        "this hides only what both masks hide. It is enough that one of them does.",
        _whole(lambda causal, padding: np.where(_both(causal, padding), -np.inf, 0.0)),
    ),
    Mistake(
        "these are exactly the smaller entries of the two. That hides the right pairs, but loses "
        "one of two biases: they add up.",
        _whole(np.minimum),
    ),
    Mistake(
        _LOST,
        _whole(lambda causal, padding: np.where(_either(causal, padding), -np.inf, 0.0)),
    ),
    Mistake(
        "this hides every entry that is not 0. Only −∞ hides; a finite number is a bias, which is "
        "kept.",
        _whole(lambda causal, padding: np.where((causal == 0) & (padding == 0), 0.0, -np.inf)),
    ),
    Mistake(
        "this is exactly the causal mask alone.",
        _whole(lambda causal, padding: causal),
    ),
    Mistake(
        "this is exactly the causal mask, without a table for each sequence.",
        lambda causal, padding: causal,
    ),
    Mistake(
        "this is exactly the padding mask alone.",
        _whole(lambda causal, padding: padding),
    ),
    Mistake(
        "these are exactly the numbers you get by subtracting. −∞ − (−∞) is NaN, and 0 − (−∞) is "
        "+∞.",
        _whole(lambda causal, padding: causal - padding),
    ),
    Mistake(
        "these are exactly the averages of the two masks. That hides the right pairs, but halves "
        "the biases: they add up.",
        _whole(lambda causal, padding: (causal + padding) / 2),
    ),
    Mistake(
        "here the padding mask's bias is dropped, and only where it hides is it used. A bias may "
        "stand in either mask.",
        _whole(lambda causal, padding: np.where(np.isneginf(padding), -np.inf, causal)),
    ),
    Mistake(
        "here the causal mask's bias is dropped, and only where it hides is it used. A bias may "
        "stand in either mask.",
        _whole(lambda causal, padding: np.where(np.isneginf(causal), -np.inf, padding)),
    ),
    Mistake(_LOWEST, _whole(lambda causal, padding: _low(causal) + _low(padding))),
    Mistake(_LOWEST, _whole(lambda causal, padding: _low(causal + padding))),
    Mistake(
        "this is the sum of the causal mask and the first sequence's padding. Each sequence has "
        "placeholders of its own.",
        _whole(_first_padding),
    ),
    Mistake(
        "this is one table for the whole batch. Each sequence has placeholders of its own, so "
        "there is a table for each.",
        _first_padding,
    ),
    Mistake(
        "here the padding of all sequences is put together into one table. Each sequence has "
        "placeholders of its own, so there is a table for each.",
        _all_paddings,
    ),
    Mistake(
        "here the axis of length 1 is gone, and row i of the padding mask is added to query i. A "
        "row of it belongs to a sequence, and holds for all of its queries.",
        _rows_as_queries,
    ),
    Mistake(
        "this shows everything to a query that should see nothing. The mask says who may look at "
        "whom; what to do with an empty row is for attention to decide.",
        _shown_where_empty,
    ),
)

EXERCISE = Exercise(
    number="6.4c",
    title="Two masks in one",
    function="combined_mask",
    parameters=("causal", "padding"),
    file="e6_4c_combined_mask.py",
    points=2,
    hint=(
        "Both masks will be added to the same scores. Does it matter whether they are added one "
        "after the other or first to each other? Write the shapes under one another, from the "
        "right, to see which axis is repeated."
    ),
    reread="section 6.4, “Masks”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
