"""6.3, the variance of unscaled scores, measured by drawing queries and keys.

No single result is right or wrong: a measured variance is off by chance, by an amount that is
known. So the results of many calls are judged together, by the mean square of their errors over
the mean square that they should have. If all is well that is 1, give or take chance, which is
bounded by six standard errors.
"""

import math
from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.random import Generator

from graders.exercise import Arguments, Case, Check, Exercise, Finding, Mistake
from graders.wire import Fresh

Seen = Sequence[tuple[int, int, float]]
"""The width, the number of draws and the result of each call."""

_ERRORS = 6.0
_NEAR = 0.3
_FAR = 1e9
_FEW = 20
_FEW_WIDTH = 60


def oracle(d_k: int, n_draws: int, rng: Fresh) -> float:
    """Say what the proof says: the sum of d_k variances of 1. Chance decides the rest."""
    return math.fsum(1.0 for _ in range(d_k))


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return calls with many draws at small widths, and many calls with few draws at a large."""
    drawn = [(int(rng.integers(4, 9)), int(rng.integers(1200, 2000))) for _ in range(6)]
    many = ((3, 1500), (7, 1700), *drawn)
    return (
        Check(
            "many draws",
            tuple(Case((d_k, n_draws, Fresh())) for d_k, n_draws in many),
            together=_about_d_k,
        ),
        Check(
            "few draws, eighty times",
            tuple(Case((_FEW_WIDTH, _FEW, Fresh())) for _ in range(80)),
            together=_scattered,
        ),
        Check(
            "two draws, and fewer",
            (
                Case((4, 2, Fresh())),
                Case((4, 1, Fresh()), "there is one score, and nothing it could differ from"),
                Case((4, 0, Fresh()), "there is no score at all"),
            ),
            together=_a_number,
        ),
    )


def squared_error(d_k: int, n_draws: int) -> float:
    """Return the mean square of the relative error of a measured variance of normal entries.

    The fourth power of a score is larger than that of a normal number by 6/d_k on average, in
    units of the squared variance.
    """
    return (6 / d_k + 2 * n_draws / (n_draws - 1)) / n_draws


def bounds(n_terms: float) -> tuple[float, float]:
    """Return between what the mean square of so many standard normal numbers lies.

    Its cube root is nearly normal (Wilson and Hilferty), and 6 standard errors are left to
    either side.
    """
    spread = 2 / (9 * n_terms)
    low, high = (1 - spread + side * _ERRORS * math.sqrt(spread) for side in (-1, 1))
    return low**3, high**3


def _read(arguments: Sequence[Arguments], results: Sequence[object]) -> Seen:
    return [
        (cast("int", d_k), cast("int", n_draws), float(cast("float", result)))
        for (d_k, n_draws, _), result in zip(arguments, results, strict=True)
    ]


def _mean_square(seen: Seen) -> float:
    errors = [(min(abs(v / d - 1), _FAR), squared_error(d, n)) for d, n, v in seen]
    return math.fsum(error**2 / expected for error, expected in errors) / len(seen)


def _about_d_k(arguments: Sequence[Arguments], results: Sequence[object]) -> Finding | None:
    seen = _read(arguments, results)
    if _mean_square(seen) <= bounds(len(seen))[1]:
        return None
    came_out = [f"{v:.4g} for d_k = {d} and {n} draws" for d, n, v in seen]
    expected = [f"{d} ± {d * math.sqrt(squared_error(d, n)):.1g}" for d, n, _ in seen]
    return Finding(
        "\n".join(came_out),
        f"about d_k each time; with one standard error,\n{', '.join(expected)}",
        _explained(seen),
    )


def _scattered(arguments: Sequence[Arguments], results: Sequence[object]) -> Finding | None:
    seen = _read(arguments, results)
    d_k, n_draws, first = seen[0]
    # With so few draws, the fourth power of an error is larger than that of a normal number.
    low, high = bounds(len(seen) / (1 + 6 / (n_draws - 1)))
    found = _mean_square(seen)
    mean = math.fsum(v / d_k for _, _, v in seen) / len(seen)
    centred = abs(mean - 1) <= _ERRORS * math.sqrt(squared_error(d_k, n_draws) / len(seen))
    same = all(v == first for _, _, v in seen)
    if low <= found <= high and not same:
        return None
    unit = d_k * math.sqrt(squared_error(d_k, n_draws))
    if same:
        came_out = f"{len(seen)} times the number {first:.4g}"
        likely = _IT_IS_D_K if first == d_k else _SAME_NUMBER
    else:
        came_out = f"{len(seen)} results, typically {unit * math.sqrt(found):.2g} away from {d_k}"
        likely = (_TOO_CLOSE if found < low else _TOO_WIDE) if centred else ""
    return Finding(
        came_out,
        f"numbers that differ, and are typically {unit:.0f} away from {d_k}\n"
        f"(anything from {unit * math.sqrt(low):.0f} to {unit * math.sqrt(high):.0f} passes)",
        likely,
    )


def _a_number(arguments: Sequence[Arguments], results: Sequence[object]) -> Finding | None:
    result = float(cast("float", results[0]))
    if 0 <= result < math.inf:
        return None
    return Finding(
        f"{result:.4g} for two draws",
        "a number, and none below zero: two scores have a variance",
        "" if math.isfinite(result) else _TWO_LESS,
    )


_IT_IS_D_K = (
    "this is d_k itself, every time. So the proof says; but an experiment has to draw, or it could "
    "never show that a proof is wrong."
)
_SAME_NUMBER = (
    "every call came back with the very same number. A generator that is made inside, with a seed "
    "of its own, draws the same each time: draw from the `rng` that is handed in."
)
_TOO_CLOSE = (
    "the results agree more closely than those of n_draws pairs can. Is the number of draws fixed, "
    "whatever n_draws says? Does every query meet every key, and not its own alone? Or are the "
    "variances of the d_k products added up? That is the rule that is on trial."
)
_TOO_WIDE = (
    "the results scatter more than those of n_draws pairs do. Is one query used for all keys, or "
    "one key for all queries? Or are there fewer draws than n_draws?"
)
_TWO_LESS = (
    "the squares are divided by too small a number. Divide by n_draws, or by one less, but by no "
    "less than that."
)
_TRANSPOSED = (
    "these results are about as large as n_draws. The products are added up over the draws: each "
    "score adds up the d_k products of its own pair."
)
_MEAN = (
    "these results are about 0, and that is the mean of the scores. The variance is the mean of "
    "the squared distances from it."
)
_ONE_LEFT_OUT = "these results are near d_k − 1. Is one of the d_k products left out of each score?"
_UNIT_INTERVAL = (
    "this is what entries between 0 and 1 give. Their mean is 1/2 and their variance 1/12: take "
    "entries of mean 0 and variance 1, such as `rng.standard_normal`."
)
_ITSELF = (
    "this is what comes out when each query meets itself. A key has entries of its own, drawn "
    "after the query's from the same generator."
)
_INSTEAD = (
    Mistake(
        "these results are near 1 at every width. That is the variance of a scaled score, and of a "
        "single product too. Asked for is that of the whole sum, not divided by anything.",
        lambda d_k, n_draws: 1.0,
    ),
    Mistake(
        "these results are near 1/d_k, the variance of scores that are divided by d_k. Divide them "
        "by nothing here.",
        lambda d_k, n_draws: 1 / d_k,
    ),
    Mistake(
        "these results are near √d_k, the standard deviation. The variance is its square.",
        lambda d_k, n_draws: math.sqrt(d_k),
    ),
    Mistake(_ITSELF, lambda d_k, n_draws: 2 * d_k),
    Mistake(_ITSELF, lambda d_k, n_draws: 2 * d_k + d_k**2),
    Mistake(_UNIT_INTERVAL, lambda d_k, n_draws: d_k * 7 / 144),
    Mistake(_UNIT_INTERVAL, lambda d_k, n_draws: d_k * 7 / 144 + d_k**2 / 16),
    Mistake(
        "this is what entries between 0 and 1 give if the scores are divided by √d_k. Take entries "
        "of mean 0 and variance 1, such as `rng.standard_normal`, and divide by nothing.",
        lambda d_k, n_draws: 7 / 144,
    ),
    Mistake(
        "this is what entries between −1 and 1 give. Their variance is 1/3: take entries of "
        "variance 1, such as `rng.standard_normal`.",
        lambda d_k, n_draws: d_k / 9,
    ),
    Mistake(
        "these results are about n_draws times d_k. The squares are added up, but their average is "
        "asked for.",
        lambda d_k, n_draws: d_k * n_draws,
    ),
)


def _explained(seen: Seen) -> str:
    """Return the mistake that would give such results, "" if none is known."""
    if not all(abs(v) < _FAR * n for _, n, v in seen):
        return ""
    apart = [
        max(abs(v / cast("float", instead.result(d, n)) - 1) for d, n, v in seen)
        for instead in _INSTEAD
    ]
    closest = int(np.argmin(apart))
    if apart[closest] < _NEAR:
        return _INSTEAD[closest].sentence
    if _around_zero([v / math.sqrt(d / n) for d, n, v in seen]):
        return _MEAN
    if 0.2 < math.fsum(v / n for _, n, v in seen) / len(seen) < 3:  # noqa: PLR2004
        return _TRANSPOSED
    if _mean_square([(d - 1, n, v) for d, n, v in seen]) <= bounds(len(seen))[1]:
        return _ONE_LEFT_OUT
    ratios = [v / d for d, _, v in seen]
    middle = math.fsum(ratios) / len(seen)
    unit = math.fsum(squared_error(d, n) for d, n, _ in seen) / len(seen)
    around = math.fsum((ratio - middle) ** 2 for ratio in ratios) / len(seen)
    return _TOO_WIDE if around > bounds(len(seen))[1] * unit * middle**2 else ""


def _around_zero(errors: Sequence[float]) -> bool:
    """Return whether some means in units of their standard errors are near 0, on either side."""
    spread = float(np.std(errors))
    return max(map(abs, errors)) <= _ERRORS and abs(float(np.mean(errors))) < 3 * spread


EXERCISE = Exercise(
    number="6.3a",
    title="The variance of a score, measured",
    function="measured_variance",
    parameters=("d_k", "n_draws", "rng"),
    file="e6_3a_measured_variance.py",
    points=3,
    hint=(
        "Draw all queries as one table with a row for each pair, and all keys as another. Which "
        "entries meet, and along which axis are their products added up? How many scores should "
        "there be then?"
    ),
    reread="section 6.3, “Why divide by the square root of the key width”",
    oracle=oracle,
    checks=checks,
    mistakes=(),
)
