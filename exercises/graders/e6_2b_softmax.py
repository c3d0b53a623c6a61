"""6.2, softmax along the last axis, for large scores and for scores of −∞ too."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import Softmax, clipped_softmax, softmax_but
from graders.slips import softmax as right

Array = NDArray[Any]


def oracle(scores: Array) -> Array:
    """Go through all rows."""
    weights = np.empty(scores.shape)
    for place in np.ndindex(scores.shape[:-1]):
        weights[place] = loops.softmax(scores[place].tolist())
    return weights


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return rows, tables and batches, each odd kind of score by itself."""

    def case(*shape: int) -> Case:
        return Case((rng.normal(scale=2.0, size=shape).round(3),))

    def given(scores: object) -> Case:
        return Case((np.array(scores),))

    gone = -math.inf
    reason = "{} has no score but −∞, so there is nothing that could get a weight"
    large = np.array([1000.0, 998.0, -1000.0])
    rows, distances = rng.uniform(-1.0, 1.0, (4, 3)).round(3), (1000, 0, -1000, 5)
    hidden = rng.normal(scale=2.0, size=(3, 4, 5)).round(3)
    hidden[:, np.triu(np.ones((4, 5), np.bool_), 2)] = gone
    one_hidden = rng.normal(scale=2.0, size=(2, 3, 4)).round(3)
    one_hidden[1, 1] = gone
    return (
        Check("one row", (given([0.0, math.log(3.0)]), case(3), case(7))),
        Check("a table of rows", (case(2, 3), case(3, 3), case(5, 4), case(1, 6), case(7, 1))),
        Check(
            "batches and heads",
            (case(2, 4, 3), case(3, 3, 3), case(4, 1, 6), case(2, 3, 5, 4), case(3, 2, 2, 4, 5)),
        ),
        Check(
            "scores of 1000",
            (
                given(large),
                given([-1000.0, 0.0, 1000.0]),
                given([large, large[[1, 2, 0]], large[[2, 0, 1]], large - [0.0, 1.0, 0.0]]),
                given([[1000.0, -1000.0, -1000.0, -999.0], [-1000.0, 0.0, 999.0, 1000.0]]),
                Case((rng.uniform(600.0, 1000.0, size=(3, 5)).round(2),)),
            ),
        ),
        Check(
            "all scores below -1000",
            (
                given([-1001.0, -1002.0]),
                given([[-1001.0, -1002.0, -1001.5], [-1003.0, -1001.0, -1004.0]]),
                Case((rng.uniform(-1010.0, -1000.0, size=(3, 5)).round(2),)),
            ),
        ),
        Check(
            "rows far apart",
            (
                given([[1000.0, 1002.0, 999.0], [-1000.0, -1001.0, -1003.0]]),
                Case((np.vstack([near + far for near, far in zip(rows, distances, strict=True)]),)),
            ),
        ),
        Check(
            "scores of minus infinity",
            (
                given([gone, 0.0, math.log(3.0)]),
                given([[0.5, gone, gone], [0.5, -1.0, gone], [0.5, -1.0, 2.0]]),
                given([gone, -1e10, gone]),
                given([[-1001.0, gone, -1002.0], [gone, 1000.0, 999.0]]),
                Case((hidden,)),
            ),
        ),
        Check(
            "whole numbers",
            (given([1, 3, 2]), given([[0, -2, 1], [1000, 1001, 999], [-1001, -1004, -1002]])),
        ),
        Check(
            "a row of nothing but minus infinity",
            (
                Case((np.array([gone, gone]),), reason.format("the row")),
                Case((np.array([[0.0, 1.0], [gone, gone]]),), reason.format("the second row")),
                Case((one_hidden,), reason.format("one of the rows")),
            ),
        ),
    )


def _by_gaps(scores: Array) -> Array:
    gaps = scores[..., None, :] - scores[..., :, None]
    return np.asarray(1 / np.exp(gaps).sum(axis=-1))


def _over_queries(scores: Array) -> Array:
    axis = max(-2, -scores.ndim)
    return softmax_but(axis=axis, shift=axis)(scores)


def _over_last(n_axes: int) -> Softmax:
    """Return a softmax over the last axes together, as many as there are."""

    def softmax(scores: Array) -> Array:
        axes = tuple(range(-min(n_axes, scores.ndim), 0))
        return softmax_but(axis=axes, shift=axes)(scores)

    return softmax


def _off(number: Callable[[Array], Array]) -> Softmax:
    """Return a softmax that takes something off each row that is not its largest score."""
    return lambda scores: softmax_but(shift=None)(scores - number(scores))


def _powers(scores: Array) -> Array:
    return np.asarray(np.exp(scores - scores.max(axis=-1, keepdims=True)))


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get with a softmax down the columns, along the first "
        "axis. Each row has to sum to 1: go along the last axis.",
        softmax_but(axis=0, shift=0),
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax along axis 1. That is the last axis "
        "of a table and of nothing else; the last axis is number -1 always.",
        softmax_but(axis=1, shift=1),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get along the last axis but one. Each row has to sum "
        "to 1: go along the last axis.",
        _over_queries,
    ),
    Mistake(
        "these are exactly the numbers you get with one softmax over everything. Each row sums "
        "to 1 by itself.",
        lambda scores: _over_last(scores.ndim)(scores),
    ),
    Mistake(
        "these are exactly the numbers you get with one softmax over each table. Each row sums "
        "to 1 by itself.",
        _over_last(2),
    ),
    Mistake(
        "these are exactly the numbers you get by going along the first axis, with one softmax "
        "over all that is left. However many axes there are, each row sums to 1 by itself.",
        lambda scores: _over_last(max(scores.ndim - 1, 1))(scores),
    ),
    Mistake(
        "these are exactly the numbers you get by taking off each column's largest score. What is "
        "taken off has to be the same in all of a row, or it doesn't cancel out.",
        softmax_but(shift=0),
    ),
    Mistake(
        "the sums have lost their axis, so the division pairs them with the wrong numbers, or "
        "fails. `keepdims=True` leaves an axis of length 1 in its place.",
        lambda scores: _powers(scores) / _powers(scores).sum(axis=-1),
    ),
    Mistake(
        "the largest scores have lost their axis, so each is taken off the wrong numbers, or the "
        "subtraction fails. `keepdims=True` leaves an axis of length 1 in its place.",
        _off(lambda scores: scores.max(axis=-1)),
    ),
    Mistake(
        "this is what comes out when e to the score overflows, or all of them are rounded to 0. "
        "Take each row's largest score off before the exponential; it changes no weight.",
        softmax_but(shift=None),
    ),
    Mistake(
        "this is what comes out when 0 is put in the place of the NaN that overflow has left. "
        "By then the weights are lost. Take each row's largest score off before the exponential, "
        "and no NaN comes up.",
        lambda scores: np.nan_to_num(softmax_but(shift=None)(scores)),
    ),
    Mistake(
        "this is what comes out when the lowest score is taken off. Then the largest one still "
        "overflows: it is the largest that has to become 0.",
        _off(lambda scores: scores.min(axis=-1, keepdims=True)),
    ),
    Mistake(
        "this is what comes out when the first score of a row is taken off. A later one that is "
        "much larger still overflows: it is the largest that has to become 0.",
        _off(lambda scores: scores[..., :1]),
        in_part=True,
    ),
    Mistake(
        "this is what comes out when a row's average is taken off. A score that is far above it "
        "still overflows: it is the largest that has to become 0.",
        _off(lambda scores: scores.mean(axis=-1, keepdims=True)),
    ),
    Mistake(
        "this is what comes out when the largest absolute value is taken off. In a row of large "
        "negative scores that moves them down still further, every exponential becomes 0, and 0/0 "
        "is NaN: take off the largest score itself.",
        softmax_but(of=np.abs),
    ),
    Mistake(
        "this is what comes out when nothing is taken off a row of negative scores. There every "
        "exponential is rounded to 0, and 0/0 is NaN: take the largest score off always.",
        softmax_but(of=lambda scores: np.maximum(scores, 0.0)),
    ),
    Mistake(
        "this is what comes out when the largest score of all rows is taken off. In a row far "
        "below it every exponential becomes 0, and 0/0 is NaN: use each row's own largest.",
        _off(lambda scores: scores.max()),
    ),
    Mistake(
        "these are exactly the numbers you get when large scores are cut off. Scores that were "
        "different become equal: take each row's largest score off instead, which keeps every "
        "difference.",
        clipped_softmax,
    ),
    Mistake(
        "these are exactly the numbers you get by dividing each score by the sum of its row. The "
        "softmax takes e to the score first.",
        lambda scores: scores / scores.sum(axis=-1, keepdims=True),
    ),
    Mistake(
        "these are the exponentials, before they are divided by their sum.",
        np.exp,
    ),
    Mistake(
        "these are the exponentials after the largest score was taken off, before they are "
        "divided by their sum.",
        _powers,
    ),
    Mistake(
        "these are exactly the logarithms of the weights. One exponential is missing at the end.",
        lambda scores: np.log(right(scores)),
    ),
    Mistake(
        "these are exactly the weights of the scores with their signs turned. The largest score "
        "gets the largest weight: e to the score, not to minus the score.",
        lambda scores: right(-scores),
    ),
    Mistake(
        "each score has been squeezed between 0 and 1 by itself. A weight is a share: it depends "
        "on the other scores of its row, and the row sums to 1.",
        lambda scores: 1 / (1 + np.exp(-scores)),
    ),
    Mistake(
        "the largest score gets everything here. Softmax is a soft maximum: the others get their "
        "share too.",
        lambda scores: np.where(scores == scores.max(axis=-1, keepdims=True), 1.0, 0.0),
    ),
    Mistake(
        "these are exactly the numbers you get with powers of 2. Softmax takes powers of e.",
        lambda scores: right(scores * math.log(2)),
    ),
    Mistake(
        "this is what comes out when −∞ is replaced by a number. Some score may be lower still, "
        "and then a hidden key gets the weight. Nothing needs replacing: e to −∞ is 0.",
        lambda scores: right(np.where(np.isneginf(scores), -1e9, scores)),
    ),
    Mistake(
        "−∞ minus −∞ is NaN. Take something finite off: the row's largest score.",
        _by_gaps,
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        lambda scores: right(scores).astype(scores.dtype),
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="6.2b",
    title="Softmax",
    function="softmax",
    parameters=("scores",),
    file="e6_2b_softmax.py",
    points=3,
    hint=(
        "What happens to a row's weights if the same number is taken off all its scores? "
        "Which number would keep every exponential from overflowing, and their sum from being 0? "
        "And which shape must these numbers have, so that each row meets its own?"
    ),
    reread="section 6.2, “Scaled dot-product attention, by hand”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
