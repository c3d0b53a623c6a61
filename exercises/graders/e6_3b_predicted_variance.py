"""6.3, the variance of a score from the variances of the entries."""

import math
from collections.abc import Callable, Sequence

from numpy.random import Generator

from graders.exercise import Case, Check, Exercise, Mistake

Pair = tuple[float, float]
_ROUNDING = 1e-9


def oracle(d_k: int, query_variance: float, key_variance: float) -> Pair:
    """Add up the variances of the products, then apply rule 3 to the factor 1/√d_k."""
    unscaled = math.fsum(query_variance * key_variance for _ in range(d_k))
    factor = 1 / math.sqrt(d_k)
    return unscaled, factor * factor * unscaled


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return widths and variances that are all different, unless that is what is tried."""
    drawn = [
        Case((int(rng.integers(3, 200)), *(float(v) for v in rng.uniform(1.2, 9, 2).round(2))))
        for _ in range(4)
    ]
    return (
        Check(
            "entries of variance 1",
            (Case((9, 1.0, 1.0)), Case((1, 1.0, 1.0)), Case((144, 1.0, 1.0))),
        ),
        Check(
            "entries of other variances",
            (
                Case((3, 4.0, 0.25)),
                Case((5, 4.0, 9.0)),
                Case((5, 9.0, 4.0)),
                Case((1, 2.0, 3.0)),
                Case((64, 0.5, 0.1)),
                Case((4, 2, 7)),
                *drawn,
            ),
        ),
        Check(
            "entries that do not vary",
            (Case((4, 0.0, 2.0)), Case((4, 2.0, 0.0)), Case((6, 0.0, 0.0))),
        ),
        Check(
            "no such width",
            (
                Case((0, 1.0, 1.0), "without an entry there is no score, and no √d_k to divide by"),
                Case((-4, 1.0, 1.0), "a width of −4 means nothing"),
            ),
        ),
        Check(
            "no such variance",
            (
                Case((4, -1.0, 2.0), "a variance is an average of squares, so it is not negative"),
                Case((4, 2.0, -0.5), "a variance is an average of squares, so it is not negative"),
                Case((4, -2.0, -3.0), "neither of the two variances can be negative"),
            ),
        ),
    )


def _giving(
    unscaled: Callable[[int, float, float], float],
    factor: Callable[[int], float] = lambda d_k: 1 / d_k,
) -> Callable[[int, float, float], Pair]:
    """Return a prediction by another variance, or with another factor for the scaled score."""

    def predict(d_k: int, query_variance: float, key_variance: float) -> Pair:
        variance = float(unscaled(d_k, query_variance, key_variance))
        return variance, variance * factor(d_k)

    return predict


def _right(d_k: int, query_variance: float, key_variance: float) -> float:
    return d_k * query_variance * key_variance


def _deviations(d_k: int, query_variance: float, key_variance: float) -> Pair:
    unscaled, scaled = oracle(d_k, query_variance, key_variance)
    return math.sqrt(unscaled), math.sqrt(scaled)


def _exchanged(d_k: int, query_variance: float, key_variance: float) -> Pair:
    unscaled, scaled = oracle(d_k, query_variance, key_variance)
    return scaled, unscaled


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get by dividing the variance by √d_k. The score is "
        "divided by it; its variance is then divided by the square (rule 3).",
        _giving(_right, lambda d_k: 1 / math.sqrt(d_k)),
    ),
    Mistake(
        "the second number is exactly the variance after a division of the score by d_k itself. "
        "Here the score is divided by √d_k.",
        _giving(_right, lambda d_k: 1 / d_k**2),
    ),
    Mistake(
        "both numbers are the variance before the division. The second is that of the score "
        "divided by √d_k.",
        _giving(_right, lambda d_k: 1.0),
    ),
    Mistake(
        "the second number is 1 whatever is given. The division by √d_k takes the width out, and "
        "leaves the variance of a single product: that is 1 only if both variances are.",
        lambda d_k, a, b: (float(_right(d_k, a, b)), 1.0),
    ),
    Mistake(
        "these are exactly the standard deviations. The variances are their squares.",
        _deviations,
    ),
    Mistake(
        "these are exactly the right numbers in the other order. The unscaled score comes first.",
        _exchanged,
    ),
    Mistake(
        "these are exactly the numbers you get by adding the two variances. It is products whose "
        "variance is asked for, and with means of 0 the variances of the factors multiply.",
        _giving(lambda d_k, a, b: d_k * (a + b)),
    ),
    Mistake(
        "these are exactly the numbers you get with the query's variance alone. The key's entries "
        "vary as well.",
        _giving(lambda d_k, a, b: d_k * a),
    ),
    Mistake(
        "these are exactly the numbers you get with the query's variance for both. The key's "
        "entries have their own.",
        _giving(lambda d_k, a, b: d_k * a * a),
    ),
    Mistake(
        "these are exactly the numbers for entries of variance 1, whatever is given.",
        _giving(lambda d_k, a, b: float(d_k)),
    ),
    Mistake(
        "these are exactly the numbers you get by squaring what is given, as if it were standard "
        "deviations. It is variances already.",
        _giving(lambda d_k, a, b: d_k * a**2 * b**2),
    ),
    Mistake(
        "these are exactly the numbers you get by taking the roots of the variances first. A "
        "product's variance is the product of the variances, not of the standard deviations.",
        _giving(lambda d_k, a, b: d_k * math.sqrt(a * b)),
    ),
    Mistake(
        "these are exactly the numbers you get with d_k² products. A score adds up d_k of them, "
        "and independent variances are added once each (rule 4).",
        _giving(lambda d_k, a, b: d_k**2 * a * b),
    ),
    Mistake(
        "these are exactly the numbers you get if d_k plays no part. A score adds up d_k products, "
        "and each adds its variance.",
        _giving(lambda d_k, a, b: a * b),
    ),
)


def remark(cases: Sequence[Case], returned: Sequence[object]) -> str:
    """Notice a second number that is the right first one over the same number at every width."""
    divisors = []
    for case, value in zip(cases, returned, strict=True):
        right, _ = oracle(*case.arguments)  # type: ignore[arg-type]
        if not (isinstance(value, tuple) and len(value) == 2):  # noqa: PLR2004
            return ""
        if not all(isinstance(number, float | int) for number in value) or 0 in value:
            if right == 0:
                continue
            return ""
        if not math.isclose(value[0], right):
            return ""
        divisors.append(right / value[1])
    if divisors and max(divisors) - min(divisors) < _ROUNDING * abs(divisors[0]):
        return (
            f"the variance is divided by {divisors[0]:.4g} at every width. The score is divided by "
            "√d_k, where d_k is the width that is given."
        )
    return ""


EXERCISE = Exercise(
    number="6.3b",
    title="The variance of a score, predicted",
    function="predicted_variance",
    parameters=("d_k", "query_variance", "key_variance"),
    file="e6_3b_predicted_variance.py",
    points=2,
    hint=(
        "Go through the proof on the page and stop at the two places where it says that a "
        "variance is 1. What stands there now? And what does rule 3 do to a factor?"
    ),
    reread="section 6.3, “Why divide by the square root of the key width”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
    remark=remark,
)
