"""6.2, the scaled scores, for any number of leading axes."""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import softmax

Array = NDArray[Any]


def oracle(query: Array, key: Array) -> Array:
    """Go through the batch one sequence at a time, and there through all pairs."""
    return loops.one_by_one(loops.scores, query, key, shape=(query.shape[-2], key.shape[-2]))


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return inputs in which no two sizes are equal unless that is what is tried."""

    def case(n: int, m: int, d_k: int, *batch: int) -> Case:
        shapes = (*batch, n, d_k), (*batch, m, d_k)
        return Case(tuple(rng.normal(scale=3.0, size=shape).round(3) for shape in shapes))

    whole = Case(
        (
            np.array([[1, 2, 0], [0, -1, 1]]),
            np.array([[1, 0, 2], [0, 1, 1], [2, -1, 0], [1, 1, 1]]),
        )
    )
    two = (
        np.array([[[1.0, 2.0]], [[0.0, -1.0]]]),
        np.array([[[3.0, 1.0], [0.0, 2.0]], [[1.0, 4.0], [2.0, -1.0]]]),
    )
    return (
        Check(
            "one sequence",
            (
                Case(
                    (
                        np.array([[1.0, 2, 0, 1], [0.0, 1, -1, 2]]),
                        np.array([[1.0, 0, 2, 1], [0.0, 2, 1, 0], [-1.0, 0, 1, 2]]),
                    )
                ),
                case(5, 2, 3),
                case(3, 7, 6),
                case(4, 4, 4),
                case(1, 4, 5),
            ),
        ),
        Check(
            "a batch of sequences",
            (Case(two), case(3, 4, 5, 2), case(4, 2, 5, 3), case(5, 5, 5, 5), case(9, 6, 5, 1)),
        ),
        Check(
            "sequences and heads",
            (
                Case(tuple(array[None] for array in two)),
                case(3, 4, 5, 2, 2),
                case(4, 5, 3, 2, 3),
                case(3, 4, 5, 6, 2),
                case(4, 4, 4, 4, 4),
                Case(tuple(array[None, None] for array in two)),
                case(3, 5, 4, 2, 2, 3),
            ),
        ),
        Check("whole numbers", (whole,)),
        Check(
            "widths that differ",
            (
                Case(
                    (np.ones((2, 3)), np.ones((5, 4))),
                    "a query of width 3 has no dot product with a key of width 4",
                ),
                Case(
                    (np.ones((2, 4)), np.ones((5, 3))),
                    "a query of width 4 has no dot product with a key of width 3",
                ),
                Case(
                    (np.ones((2, 3)), np.ones((5, 1))),
                    "a query of width 3 has no dot product with a key of width 1",
                ),
                Case(
                    (np.ones((1, 1, 1)), np.ones((1, 1, 2))),
                    "a query of width 1 has no dot product with a key of width 2",
                ),
            ),
        ),
    )


def _dots(query: Array, key: Array) -> Array:
    return np.asarray(query @ np.swapaxes(key, -2, -1))


def _scores(query: Array, key: Array) -> Array:
    return np.asarray(_dots(query, key) / query.shape[-1] ** 0.5)


MISTAKES = (
    Mistake(
        "these are exactly the dot products, without the division by √d_k.",
        _dots,
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by d_k instead of √d_k.",
        lambda query, key: _dots(query, key) / query.shape[-1],
    ),
    Mistake(
        "these are exactly the numbers you get by multiplying by √d_k instead of dividing.",
        lambda query, key: _dots(query, key) * query.shape[-1] ** 0.5,
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by the root of the number of keys. A "
        "dot product is a sum over the width, so it is √d_k that brings it back.",
        lambda query, key: _dots(query, key) / key.shape[-2] ** 0.5,
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by the root of the number of queries. "
        "A dot product is a sum over the width, so it is √d_k that brings it back.",
        lambda query, key: _dots(query, key) / query.shape[-2] ** 0.5,
        in_part=True,
    ),
    Mistake(
        "the scores lie on their side. Each query has a row, each key a column.",
        lambda query, key: np.swapaxes(_scores(query, key), -2, -1),
    ),
    Mistake(
        "queries times keys as they stand multiplies each query with the columns of the keys. The "
        "keys have to be transposed first, so that row meets row.",
        lambda query, key: query @ key / query.shape[-1] ** 0.5,
    ),
    Mistake(
        "axes 0 and 1 have changed places. Those are the last two of a single table only; the last "
        "two are numbers -2 and -1 always.",
        lambda query, key: query @ np.swapaxes(key, 0, 1) / query.shape[-1] ** 0.5,
    ),
    Mistake(
        "`.T` reverses all axes, the batch too. Exchange the last two only, with "
        "`numpy.swapaxes(key, -2, -1)`.",
        lambda query, key: query @ key.T / query.shape[-1] ** 0.5,
    ),
    Mistake(
        "`numpy.dot` multiplies every sequence of a batch with every other. `@` takes the batch "
        "one sequence at a time.",
        lambda query, key: np.dot(query, np.swapaxes(key, -2, -1)) / query.shape[-1] ** 0.5,
    ),
    Mistake(
        "every sequence of the batch has met the keys of the first one. Each has keys of its own.",
        lambda query, key: _scores(query, key[(0,) * (key.ndim - 2)]),
    ),
    Mistake(
        "these are exactly the weights. The softmax is a later step: asked for are its scores.",
        lambda query, key: softmax(_scores(query, key)),
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        lambda query, key: _scores(query, key).astype(query.dtype),
        in_part=True,
    ),
    Mistake(
        "these are exactly the right numbers rounded down. `//` divides and drops the fraction; "
        "`/` keeps it.",
        lambda query, key: np.floor(_scores(query, key)),
    ),
)

EXERCISE = Exercise(
    number="6.2a",
    title="The scaled scores",
    function="attention_scores",
    parameters=("query", "key"),
    file="e6_2a_scores.py",
    points=2,
    hint=(
        "Write the shapes of both arguments under each other, first with two axes, then with "
        "four. Which axis has to be summed over, and which two should be left at the end?"
    ),
    reread="section 6.2, “Scaled dot-product attention, by hand”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
