"""6.3, the Jacobian of the softmax: how much the weights still move when a score does."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake

Array = NDArray[Any]
_ROUGH = 1e-3


def oracle(scores: Array) -> Array:
    """Write out p_i (δ_ij − p_j), entry by entry."""
    p = loops.softmax(scores.tolist())
    n = len(p)
    jacobian = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            jacobian[i, j] = p[i] * (1 - p[j]) if i == j else -p[i] * p[j]
    return jacobian


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return rows of scores of which no two are equal."""

    def case(*scores: float) -> Case:
        return Case((np.array(scores),))

    drawn = [Case((rng.normal(scale=2, size=n).round(3),)) for n in (4, 5, 7)]
    return (
        Check(
            "a row of scores",
            (
                case(0.0, np.log(3.0)),
                case(-3.0, -1.0),
                case(1.0, 0.0, 2.0),
                case(-2.0, -5.0, -2.5, -4.0),
                *drawn,
            ),
        ),
        Check(
            "scores of 1000 and -1000",
            (case(1000.0, 1001.0), case(-1000.0, -1001.0), case(-1000.0, 1000.0, 998.0)),
        ),
        Check("whole numbers", (Case((np.array([1, 0, 3]),)),)),
        Check(
            "not one row",
            (
                Case((np.array([]),), "there is no score at all"),
                Case((np.array([[0.0, 1.0], [2.0, 0.5]]),), "these are two rows, not one"),
                Case((np.array(1.0),), "this is a single number, without an axis"),
            ),
        ),
    )


def _softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max())
    return np.asarray(powers / powers.sum())


def _from(p: Array) -> Array:
    return np.asarray(np.diag(p) - np.outer(p, p))


def _overflowing(scores: Array) -> Array:
    powers = np.exp(scores)
    return _from(powers / powers.sum())


def _largest_size(scores: Array) -> Array:
    powers = np.exp(scores - np.abs(scores).max())
    return _from(powers / powers.sum())


def _cut_off(scores: Array) -> Array:
    return _from(_softmax(scores)).astype(scores.dtype)


def _none_below_zero(scores: Array) -> Array:
    powers = np.where(scores < 0, 0.0, np.exp(scores - scores.max()))
    return _from(powers / powers.sum())


def _diagonal(scores: Array) -> Array:
    p = _softmax(scores)
    return np.asarray(p * (1 - p))


def _squares_on_the_diagonal(scores: Array) -> Array:
    p = _softmax(scores)
    return np.asarray(2 * np.diag(p**2) - np.outer(p, p))


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get with the diagonal alone. Raising one score also "
        "lowers the other weights, by p_i p_j each.",
        lambda scores: np.diag(_diagonal(scores)),
    ),
    Mistake(
        "these are exactly the diagonal entries. The Jacobian has an entry for every pair of a "
        "weight and a score.",
        _diagonal,
    ),
    Mistake(
        "these are exactly the numbers you get with −p_i p_j everywhere. On the diagonal p_i is "
        "still to be added.",
        lambda scores: -np.outer(_softmax(scores), _softmax(scores)),
    ),
    Mistake(
        "these are exactly the right numbers with the opposite sign. Raising a score raises its "
        "own weight.",
        lambda scores: -_from(_softmax(scores)),
    ),
    Mistake(
        "these are exactly the numbers you get with +p_i p_j off the diagonal. When one weight "
        "grows the others shrink.",
        lambda scores: np.abs(_from(_softmax(scores))),
    ),
    Mistake(
        "these are exactly the numbers you get with 1 in place of p_i on the diagonal: "
        "δ_ij − p_i p_j. It should be p_i (δ_ij − p_j).",
        lambda scores: np.eye(len(scores)) - np.outer(_softmax(scores), _softmax(scores)),
    ),
    Mistake(
        "these are exactly the numbers you get with δ_ij − p_j, which is the derivative of ln p_i. "
        "That of p_i is p_i times as large.",
        lambda scores: np.eye(len(scores)) - _softmax(scores),
    ),
    Mistake(
        "these are exactly the numbers you get with p_i (1 − p_j) everywhere. The 1 stands on the "
        "diagonal only; elsewhere it is 0.",
        lambda scores: np.outer(_softmax(scores), 1 - _softmax(scores)),
    ),
    Mistake(
        "these are exactly the products of two diagonal entries, p_i (1 − p_i) p_j (1 − p_j). Such "
        "an entry stands on the diagonal only; off it there is −p_i p_j.",
        lambda scores: np.outer(_diagonal(scores), _diagonal(scores)),
    ),
    Mistake(
        "these are exactly the numbers you get with p_i² on the diagonal. There p_i (1 − p_i) "
        "stands, which is p_i − p_i².",
        _squares_on_the_diagonal,
    ),
    Mistake(
        "these are exactly the numbers you get by taking p_j² off all of column j. What is taken "
        "off is p_i p_j, a product for each pair.",
        lambda scores: np.diag(_softmax(scores)) - _softmax(scores) ** 2,
    ),
    Mistake(
        "these are exactly the numbers you get if scores below zero are given no weight. Every "
        "score has one, for e to any power is positive.",
        _none_below_zero,
    ),
    Mistake(
        "these are exactly the numbers you get by putting the scores themselves into the formula. "
        "Turn them into weights first.",
        lambda scores: _from(np.asarray(scores, np.float64)),
    ),
    Mistake(
        "these are exactly the weights. Asked for is how each of them changes with each score.",
        _softmax,
    ),
    Mistake(
        "this is what comes out when e to the score overflows, or becomes 0 for all of them. Take "
        "the largest score off before the exponential; it changes no weight.",
        _overflowing,
    ),
    Mistake(
        "this is what comes out when the largest absolute value is taken off the scores. If all "
        "are far below zero, every exponential becomes 0: take the largest score itself off.",
        _largest_size,
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        _cut_off,
    ),
)


def remark(cases: Sequence[Case], returned: Sequence[object]) -> str:
    """Notice numbers that are right to a few digits only, everywhere."""
    for case, value in zip(cases, returned, strict=True):
        right = oracle(*case.arguments)  # type: ignore[arg-type]
        if not isinstance(value, np.ndarray) or value.dtype != right.dtype:
            return ""
        if value.shape != right.shape or not np.allclose(value, right, rtol=0, atol=_ROUGH):
            return ""
    return (
        "these are everywhere the right numbers, but to a few digits only, as small differences "
        "give them. The formula gives them all: no step has to be chosen."
    )


EXERCISE = Exercise(
    number="6.3d",
    title="How much the weights still move",
    function="softmax_jacobian",
    parameters=("scores",),
    file="e6_3d_jacobian.py",
    points=3,
    hint=(
        "The formula has two terms. One is a table with something on its diagonal only; the "
        "other has an entry for every pair of weights, their product."
    ),
    reread="section 6.3, “Why divide by the square root of the key width”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
    remark=remark,
)
