"""6.6, plain attention as multi-head attention: one head, and a W^O that changes nothing."""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Array = NDArray[Any]
Layer = tuple[int, Array]


def oracle(w_query: Array, w_key: Array, w_value: Array) -> Layer:
    """One head has all the columns; then each feature is handed on as it is."""
    width = w_value.shape[1]
    same = [[1.0 if row == column else 0.0 for column in range(width)] for row in range(width)]
    return 1, np.array(same)


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return matrices in which d_v is never d_model, and d_v = d_k only at first."""

    def matrices(d_model: int, d_k: int, d_v: int) -> tuple[Array, ...]:
        shapes = (d_model, d_k), (d_model, d_k), (d_model, d_v)
        return tuple(rng.normal(size=shape).round(2) for shape in shapes)

    def bad(
        query: tuple[int, int], key: tuple[int, int], value: tuple[int, int], refused: str
    ) -> Case:
        return Case(tuple(np.ones(shape) for shape in (query, key, value)), refused)

    whole = np.arange(6).reshape(3, 2), np.arange(6, 12).reshape(3, 2), np.arange(12).reshape(3, 4)
    return (
        Check("d_v equal to d_k", (Case(matrices(3, 2, 2)), Case(matrices(6, 4, 4)))),
        Check("d_v that is not d_k", (Case(matrices(4, 3, 2)), Case(matrices(7, 2, 5)))),
        Check("d_v greater than d_model", (Case(matrices(2, 2, 3)), Case(matrices(4, 3, 6)))),
        Check("matrices of whole numbers", (Case(whole),)),
        Check(
            "matrices with unequal numbers of rows",
            (
                bad((2, 1), (2, 1), (3, 1), "w_value expects tokens of width 3, the others of 2"),
                bad((3, 1), (3, 1), (2, 1), "w_value expects tokens of width 2, the others of 3"),
                bad((2, 1), (3, 1), (2, 1), "w_key expects tokens of width 3, the others of 2"),
                bad((3, 1), (2, 1), (3, 1), "w_key expects tokens of width 2, the others of 3"),
                bad((3, 1), (2, 1), (2, 1), "w_query expects tokens of width 3, the others of 2"),
                bad((2, 1), (3, 1), (3, 1), "w_query expects tokens of width 2, the others of 3"),
            ),
        ),
        Check(
            "queries and keys of unequal width",
            (
                bad(
                    (2, 1), (2, 2), (2, 1), "queries of width 1 have no dot product with keys of 2"
                ),
                bad(
                    (2, 2), (2, 1), (2, 1), "queries of width 2 have no dot product with keys of 1"
                ),
            ),
        ),
    )


MISTAKES = (
    Mistake(
        "this W^O has d_model rows. What it multiplies is the output of the head, which is d_v "
        "wide.",
        lambda w_query, w_key, w_value: (1, np.eye(len(w_value))),
    ),
    Mistake(
        "this W^O has d_k rows. What it multiplies is the output of the head, and that has the "
        "width of the values, d_v.",
        lambda w_query, w_key, w_value: (1, np.eye(w_key.shape[1])),
    ),
    Mistake(
        "a W^O of ones adds all features up. It should hand on each feature as it is.",
        lambda w_query, w_key, w_value: (1, np.ones((w_value.shape[1], w_value.shape[1]))),
    ),
    Mistake(
        "W^O is a matrix: a row of ones has the wrong number of axes, and a product with it would "
        "add the features up.",
        lambda w_query, w_key, w_value: (1, np.ones(w_value.shape[1])),
    ),
    Mistake(
        "the matrix is right, but with d_v heads each would attend by its own few columns, with "
        "weights of its own. Plain attention has one table of weights.",
        lambda w_query, w_key, w_value: (w_value.shape[1], np.eye(w_value.shape[1])),
    ),
    Mistake(
        "the matrix is right, but with d_k heads each would attend by its own column, with weights "
        "of its own. Plain attention has one table of weights.",
        lambda w_query, w_key, w_value: (w_key.shape[1], np.eye(w_value.shape[1])),
        in_part=True,
    ),
    Mistake(
        "this W^O is W^V, which has done its work already: it made the values.",
        lambda w_query, w_key, w_value: (1, w_value),
    ),
    Mistake(
        "this W^O is W^V transposed. The values need not be turned back into tokens.",
        lambda w_query, w_key, w_value: (1, w_value.T),
    ),
    Mistake(
        "this W^O undoes W^V. Plain attention stops at the averages of the values: nothing is to "
        "be undone.",
        lambda w_query, w_key, w_value: (1, np.linalg.pinv(w_value)),
    ),
    Mistake(
        "this W^O is made from the entries of W^V. It may depend on sizes only, and then it has "
        "to leave every row of d_v features as it is.",
        lambda w_query, w_key, w_value: (1, np.linalg.pinv(w_value) @ w_value),
    ),
    Mistake(
        "this W^O is cut to lead back to d_model, and not the identity any more. The result should "
        "be as wide as plain attention's, which is d_v.",
        lambda w_query, w_key, w_value: (1, np.eye(w_value.shape[1], len(w_value))),
    ),
)

EXERCISE = Exercise(
    number="6.6e",
    title="One head is a special case",
    function="as_multi_head",
    parameters=("w_query", "w_key", "w_value"),
    file="e6_6e_one_head.py",
    points=2,
    hint=(
        "How many tables of weights does plain attention have? Then follow one token to the last "
        "step: how wide is its row before W^O, and what has to happen to that row?"
    ),
    reread="section 6.6, “Multi-head attention”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
