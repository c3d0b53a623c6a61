"""6.2, scaled dot-product attention, without a mask, for any number of leading axes."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import attention, attention_but, clipped_softmax, softmax_but

Array = NDArray[Any]


def oracle(query: Array, key: Array, value: Array) -> Array:
    """Go through the batch one sequence at a time."""
    shape = query.shape[-2], value.shape[-1]
    return loops.one_by_one(loops.attention, query, key, value, shape=shape)


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return inputs in which no two sizes are equal unless that is what is tried."""

    def case(n: int, m: int, d_k: int, d_v: int, *batch: int, size: float = 1.5) -> Case:
        shapes = (*batch, n, d_k), (*batch, m, d_k), (*batch, m, d_v)
        return Case(tuple(rng.normal(scale=size, size=shape).round(3) for shape in shapes))

    def large(first: list[float], second: list[float]) -> Case:
        """Return three queries whose scaled scores are the entries of two keys."""
        query, value = 2 * np.eye(3, 4), np.array([[1.0, 10, 5], [2.0, 30, 7]])
        return Case((query, np.array([[*first, 0.0], [*second, 0.0]]), value))

    two = (
        np.array([[[1.0, 2.0]], [[0.0, -1.0]]]),
        np.array([[[3.0, 1.0], [0.0, 2.0]], [[1.0, 4.0], [2.0, -1.0]]]),
        np.array([[[10.0], [20.0]], [[40.0], [30.0]]]),
    )
    whole = Case(
        (
            np.array([[1, 2, 0], [0, -1, 1]]),
            np.array([[1, 0, 2], [0, 1, 1], [2, -1, 0], [1, 1, 1]]),
            np.array([[1, 8], [3, 2], [4, 5], [7, 0]]),
        )
    )
    widths = "a query of width 3 has no dot product with a key of width 4"
    one_wide = "a query of width 3 has no dot product with a key of width 1"
    narrow = "a query of width 1 has no dot product with a key of width 4"
    counts = "4 keys need 4 values, and there are 5"
    one_key = "1 key needs 1 value, and there are 5"
    one_value = "4 keys need 4 values, and there is 1"
    return (
        Check(
            "one sequence",
            (
                Case(
                    (
                        np.array([[1.0, 2, 0, 1], [0.0, 1, -1, 2]]),
                        np.array([[1.0, 0, 2, 1], [0.0, 2, 1, 0], [-1.0, 0, 1, 2]]),
                        np.array([[10.0], [20.0], [40.0]]),
                    )
                ),
                case(2, 3, 4, 5),
                case(5, 2, 3, 4),
                case(3, 7, 6, 2),
                case(1, 5, 4, 3),
            ),
        ),
        Check(
            "a batch of sequences",
            (
                Case(two),
                case(2, 4, 3, 5, 3),
                case(4, 2, 5, 3, 6),
                case(5, 5, 5, 5, 5),
                case(8, 9, 5, 6, 1),
            ),
        ),
        Check(
            "sequences and heads",
            (
                Case(tuple(array[None] for array in two)),
                case(2, 5, 4, 3, 2, 2),
                case(4, 5, 3, 2, 2, 3),
                case(3, 4, 5, 6, 4, 2),
            ),
        ),
        Check(
            "scores of 1000 and -1000",
            (
                large([1002.0, -1000.0, 2.0], [1000.0, -1002.0, -2.0]),
                large([1000.0, -1002.0, -400.0], [1002.0, -1000.0, 600.0]),
                large([1002.0, -1000.0, 1000.0], [1000.0, -1002.0, -1000.0]),
                case(3, 5, 4, 2, size=60.0),
            ),
        ),
        Check("whole numbers", (whole,)),
        Check(
            "shapes that disagree",
            (
                Case((np.ones((2, 3)), np.ones((5, 4)), np.ones((5, 2))), widths),
                Case((np.ones((2, 3)), np.ones((4, 3)), np.ones((5, 2))), counts),
                Case((np.ones((2, 3)), np.ones((5, 1)), np.ones((5, 2))), one_wide),
                Case((np.ones((2, 3)), np.ones((4, 3)), np.ones((1, 2))), one_value),
                Case((np.ones((2, 1)), np.ones((5, 4)), np.ones((5, 2))), narrow),
                Case((np.ones((2, 3)), np.ones((1, 3)), np.ones((5, 2))), one_key),
            ),
        ),
    )


def _off(number: Callable[[Array], Array]) -> Callable[..., Array]:
    """Return attention that takes something off each row that is not its largest score."""
    return attention_but(softmax=lambda scores: softmax_but(shift=None)(scores - number(scores)))


def _weights(query: Array, key: Array, value: Array) -> Array:
    return attention(query, key, np.eye(value.shape[-2]))


def _no_softmax(query: Array, key: Array, value: Array) -> Array:
    return np.asarray(query @ np.swapaxes(key, -2, -1) / query.shape[-1] ** 0.5 @ value)


def _share_of_sum(query: Array, key: Array, value: Array) -> Array:
    scores = query @ np.swapaxes(key, -2, -1) / query.shape[-1] ** 0.5
    return np.asarray(scores / scores.sum(axis=-1, keepdims=True) @ value)


def _causal(query: Array, key: Array, value: Array) -> Array:
    allowed = np.tri(query.shape[-2], key.shape[-2], dtype=np.bool_)
    return attention(query, key, value, np.where(allowed, 0.0, -np.inf))


def _no_division(query: Array, key: Array, value: Array) -> Array:
    scores = query @ np.swapaxes(key, -2, -1) / query.shape[-1] ** 0.5
    with np.errstate(all="ignore"):
        powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers @ value)


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get without dividing the scores by √d_k.",
        attention_but(scale=lambda query, key, value: 1.0),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by d_k instead of √d_k.",
        attention_but(scale=lambda query, key, value: 1 / query.shape[-1]),
    ),
    Mistake(
        "these are exactly the numbers you get by multiplying by √d_k instead of dividing.",
        attention_but(scale=lambda query, key, value: query.shape[-1] ** 0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √d_v. The scores are sums over the "
        "width of the keys, so it is √d_k that brings them back.",
        attention_but(scale=lambda query, key, value: value.shape[-1] ** -0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by the root of the number of keys "
        "instead of √d_k.",
        attention_but(scale=lambda query, key, value: key.shape[-2] ** -0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by the root of the number of queries "
        "instead of √d_k.",
        attention_but(scale=lambda query, key, value: query.shape[-2] ** -0.5),
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax down the columns. Each query's "
        "weights, a row, sum to 1: the softmax goes along the last axis.",
        attention_but(axis=-2, shift=-2),
    ),
    Mistake(
        "these are exactly the numbers you get with one softmax over the whole table. Each "
        "query's weights, a row, sum to 1 by themselves.",
        attention_but(axis=(-2, -1), shift=(-2, -1)),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by the sums of the columns, though each "
        "row's own largest score was taken off. Both go along the last axis, each query's row.",
        attention_but(axis=-2),
    ),
    Mistake(
        "these are exactly the numbers you get if the weights are never divided by their sum. "
        "Without that they are no shares, and the result is no average.",
        _no_division,
    ),
    Mistake(
        "this is what comes out when e to the score overflows. Take each row's largest score off "
        "before the exponential; it changes no weight.",
        attention_but(shift=None),
    ),
    Mistake(
        "this is what comes out when the largest score of the whole table is taken off. In a row "
        "far below it every exponential becomes 0, and 0/0 is NaN: use each row's own maximum.",
        attention_but(shift=(-2, -1)),
    ),
    Mistake(
        "this is what comes out when the lowest score of a row is taken off. Then the largest one "
        "still overflows: it is the largest that has to become 0.",
        _off(lambda scores: scores.min(axis=-1, keepdims=True)),
    ),
    Mistake(
        "this is what comes out when the first score of a row is taken off. A later one that is "
        "much larger still overflows: it is the largest that has to become 0.",
        _off(lambda scores: scores[..., :1]),
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
        attention_but(softmax=softmax_but(of=np.abs)),
    ),
    Mistake(
        "these are exactly the numbers you get when large scores are cut off. Scores that were "
        "different become equal: take each row's largest score off instead, which keeps every "
        "difference.",
        attention_but(softmax=clipped_softmax),
    ),
    Mistake(
        "these are exactly the numbers you get with a causal mask. There is no mask here: every "
        "query sees every key.",
        _causal,
    ),
    Mistake(
        "these are exactly the weights. The last step is missing: they average the values.",
        _weights,
    ),
    Mistake(
        "these are exactly the numbers you get without a softmax.",
        _no_softmax,
    ),
    Mistake(
        "these are exactly the numbers you get by dividing each score by the sum of its row. The "
        "softmax takes e to the score first.",
        _share_of_sum,
    ),
    Mistake(
        "these are exactly the averages of the keys. The weights average the values.",
        lambda query, key, value: attention(query, key, key),
    ),
    Mistake(
        "axes 0 and 1 have changed places. Those are the last two of a single table only; the last "
        "two are numbers -2 and -1 always.",
        lambda query, key, value: attention(
            query, np.swapaxes(np.swapaxes(key, 0, 1), -2, -1), value
        ),
    ),
    Mistake(
        "`.T` reverses all axes, the batch too. Exchange the last two only, with "
        "`numpy.swapaxes(key, -2, -1)`.",
        lambda query, key, value: attention(query, np.swapaxes(key.T, -2, -1), value),
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        lambda query, key, value: attention(query, key, value).astype(value.dtype),
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="6.2d",
    title="Scaled dot-product attention",
    function="attention",
    parameters=("query", "key", "value"),
    file="e6_2d_attention.py",
    points=4,
    hint=(
        "Which axis of the keys has to change places with which, if there are four of them? "
        "And along which axis does each query's softmax run? To reach scores of 1000, ask "
        "what happens to the weights of a row if the same number is taken off all its scores."
    ),
    reread="section 6.2, “Scaled dot-product attention, by hand”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
