"""6.2, scaled dot-product attention, without a mask, for any number of leading axes."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake

Array = NDArray[Any]


def oracle(query: Array, key: Array, value: Array) -> Array:
    """Go through the batch one sequence at a time."""
    batch = query.shape[:-2]
    output = np.empty((*batch, query.shape[-2], value.shape[-1]))
    for index in np.ndindex(batch):
        output[index] = loops.attention(
            query[index].tolist(), key[index].tolist(), value[index].tolist()
        )
    return output


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return inputs in which no two sizes are equal unless that is what is tried."""

    def case(n: int, m: int, d_k: int, d_v: int, *batch: int, size: float = 1.5) -> Case:
        shapes = (*batch, n, d_k), (*batch, m, d_k), (*batch, m, d_v)
        return Case(tuple(rng.normal(scale=size, size=shape).round(3) for shape in shapes))

    # Scaled, the three queries' scores are (1002, 1000), (−1000, −1002) and (2, −2).
    large = Case(
        (
            np.array([[2.0, 0, 0, 0], [0, 2.0, 0, 0], [0, 0, 2.0, 0]]),
            np.array([[1002.0, -1000, 2, 0], [1000.0, -1002, -2, 0]]),
            np.array([[1.0, 10, 5], [2.0, 30, 7]]),
        )
    )
    whole = Case(
        (
            np.array([[1, 2, 0], [0, -1, 1]]),
            np.array([[1, 0, 2], [0, 1, 1], [2, -1, 0], [1, 1, 1]]),
            np.array([[1, 8], [3, 2], [4, 5], [7, 0]]),
        )
    )
    widths = "a query of width 3 has no dot product with a key of width 4"
    counts = "4 keys need 4 values, and there are 5"
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
            ),
        ),
        Check("a batch of sequences", (case(2, 4, 3, 5, 3), case(4, 2, 5, 3, 6))),
        Check(
            "sequences and heads",
            (case(2, 5, 4, 3, 2, 2), case(4, 5, 3, 2, 2, 3), case(3, 4, 5, 6, 4, 2)),
        ),
        Check("scores of 1000 and -1000", (large, case(3, 5, 4, 2, size=60.0))),
        Check("whole numbers", (whole,)),
        Check(
            "shapes that disagree",
            (
                Case((np.ones((2, 3)), np.ones((5, 4)), np.ones((5, 2))), widths),
                Case((np.ones((2, 3)), np.ones((4, 3)), np.ones((5, 2))), counts),
            ),
        ),
    )


def variant(
    *,
    scale: Callable[[Array, Array, Array], float] = lambda query, key, value: (
        query.shape[-1] ** -0.5
    ),
    axis: int | tuple[int, ...] = -1,
    shift: int | tuple[int, ...] | None = -1,
) -> Callable[[Array, Array, Array], Array]:
    """Return attention with another scale, or a softmax along or shifted along other axes."""

    def attention(query: Array, key: Array, value: Array) -> Array:
        scores = query @ np.swapaxes(key, -2, -1) * scale(query, key, value)
        top: Any = 0.0 if shift is None else scores.max(axis=shift, keepdims=True)
        powers = np.exp(scores - top)
        return np.asarray(powers / powers.sum(axis=axis, keepdims=True) @ value)

    return attention


RIGHT = variant()


def _weights(query: Array, key: Array, value: Array) -> Array:
    return RIGHT(query, key, np.eye(value.shape[-2]))


def _no_softmax(query: Array, key: Array, value: Array) -> Array:
    return np.asarray(query @ np.swapaxes(key, -2, -1) / query.shape[-1] ** 0.5 @ value)


def _share_of_sum(query: Array, key: Array, value: Array) -> Array:
    scores = query @ np.swapaxes(key, -2, -1) / query.shape[-1] ** 0.5
    return np.asarray(scores / scores.sum(axis=-1, keepdims=True) @ value)


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get without dividing the scores by √d_k.",
        variant(scale=lambda query, key, value: 1.0),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by d_k instead of √d_k.",
        variant(scale=lambda query, key, value: 1 / query.shape[-1]),
    ),
    Mistake(
        "these are exactly the numbers you get by multiplying by √d_k instead of dividing.",
        variant(scale=lambda query, key, value: query.shape[-1] ** 0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √d_v. The scores are sums over the "
        "width of the keys, so it is √d_k that brings them back.",
        variant(scale=lambda query, key, value: value.shape[-1] ** -0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by the root of the number of keys "
        "instead of √d_k.",
        variant(scale=lambda query, key, value: key.shape[-2] ** -0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by the root of the number of queries "
        "instead of √d_k.",
        variant(scale=lambda query, key, value: query.shape[-2] ** -0.5),
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax down the columns. Each query's "
        "weights, a row, sum to 1: the softmax goes along the last axis.",
        variant(axis=-2, shift=-2),
    ),
    Mistake(
        "these are exactly the numbers you get with one softmax over the whole table. Each "
        "query's weights, a row, sum to 1 by themselves.",
        variant(axis=(-2, -1), shift=(-2, -1)),
    ),
    Mistake(
        "this is what comes out when e to the score overflows. Take each row's largest score off "
        "before the exponential; it changes no weight.",
        variant(shift=None),
    ),
    Mistake(
        "this is what comes out when the largest score of the whole table is taken off. In a row "
        "far below it every exponential becomes 0, and 0/0 is NaN: use each row's own maximum.",
        variant(shift=(-2, -1)),
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
        lambda query, key, value: RIGHT(query, key, key),
    ),
    Mistake(
        "`.T` reverses all axes, the batch too. Exchange the last two only, with "
        "`numpy.swapaxes(key, -2, -1)`.",
        lambda query, key, value: RIGHT(query, np.swapaxes(key.T, -2, -1), value),
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        lambda query, key, value: np.trunc(RIGHT(query, key, value)).astype(value.dtype),
    ),
)

EXERCISE = Exercise(
    section="6.2",
    function="attention",
    parameters=("query", "key", "value"),
    file="e6_2_attention.py",
    points=4,
    reread="section 6.2, “Scaled dot-product attention, by hand”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
