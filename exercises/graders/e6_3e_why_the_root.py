"""6.3, numbers to work out: how large scores are at one width, and what that does to weights."""

import math
from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake

D_K = 144
GAP = 12.0


def _score_variance(entry_variance: float) -> float:
    """Add up the variances of the d_k products."""
    return math.fsum(entry_variance * entry_variance for _ in range(D_K))


def oracle() -> dict[str, float]:
    """Go from the question's two numbers to the six."""
    root = math.sqrt(D_K)
    plain = loops.softmax([GAP, 0.0])
    scaled = loops.softmax([GAP / root, 0.0])
    return {
        "typical": math.sqrt(_score_variance(1.0)),
        "typical doubled": math.sqrt(_score_variance(2.0**2)),
        "typical by d_k": math.sqrt(_score_variance(1.0)) / D_K,
        "ratio": plain[0] / plain[1],
        "scaled ratio": scaled[0] / scaled[1],
        "scaled slope": scaled[0] * (1 - scaled[0]),
    }


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return one check for each number."""
    labels = {
        "typical": "the size of a score",
        "typical doubled": "the size with doubled entries",
        "typical by d_k": "the size after division by d_k",
        "ratio": "the ratio of the weights",
        "scaled ratio": "the ratio after scaling",
        "scaled slope": "the slope after scaling",
    }
    return tuple(Check(label, (Case(()),), part=part) for part, label in labels.items())


def _scaled_weight() -> float:
    return loops.softmax([GAP / math.sqrt(D_K), 0.0])[0]


def _slope(gap: float) -> float:
    p = loops.softmax([gap, 0.0])[0]
    return p * (1 - p)


def _to_figures(figures: int, cut: Callable[[float], float]) -> Callable[[], dict[str, float]]:
    """Return the right numbers with few figures, rounded or cut off."""

    def shortened(number: float) -> float:
        unit = 10.0 ** (math.floor(math.log10(number)) + 1 - figures)
        return float(cut(number / unit)) * unit

    uneven = ("typical by d_k", "ratio", "scaled ratio", "scaled slope")
    return lambda: {name: shortened(oracle()[name]) for name in uneven}


_TOO_FAR = (
    "this is right, but rounded too far. Give three places, or four figures of a larger number."
)

MISTAKES = (
    Mistake(
        "this is a variance. A typical size is the standard deviation, its square root.",
        lambda: {
            "typical": _score_variance(1.0),
            "typical doubled": _score_variance(4.0),
            "typical by d_k": _score_variance(1.0) / D_K**2,
        },
    ),
    Mistake(
        "this is the size of a score that is divided by √d_k. Nothing divides it here.",
        lambda: {"typical": 1.0, "typical doubled": 4.0},
    ),
    Mistake(
        "this is exactly twice the typical size of an undoubled score. A score is made of "
        "products, and in each of them both factors are doubled.",
        lambda: {"typical doubled": 2 * math.sqrt(_score_variance(1.0))},
    ),
    Mistake(
        "this is sixteen times the typical size of an undoubled score. The variance grows "
        "sixteenfold, the size by its root: four.",
        lambda: {"typical doubled": 16 * math.sqrt(_score_variance(1.0))},
    ),
    Mistake(
        "this is the size after a division by √d_k. The question is what d_k itself would leave.",
        lambda: {"typical by d_k": 1.0},
    ),
    Mistake(
        "this is the size before the division.",
        lambda: {"typical by d_k": math.sqrt(D_K)},
    ),
    Mistake(
        "this is the gap itself. The ratio of two weights is e to the power of the gap.",
        lambda: {"ratio": GAP, "scaled ratio": GAP / math.sqrt(D_K)},
    ),
    Mistake(
        "this is 2 to the power of the gap. The softmax takes powers of e.",
        lambda: {"ratio": 2**GAP, "scaled ratio": 2 ** (GAP / math.sqrt(D_K))},
    ),
    Mistake(
        "this is 10 to the power of the gap. The softmax takes powers of e.",
        lambda: {"ratio": 10**GAP, "scaled ratio": 10 ** (GAP / math.sqrt(D_K))},
    ),
    Mistake(
        "this is the smaller weight over the larger. It is asked the other way round.",
        lambda: {"ratio": math.exp(-GAP), "scaled ratio": math.exp(-GAP / math.sqrt(D_K))},
    ),
    Mistake(
        "this is the unscaled ratio divided by √d_k. It is the scores that are divided, before "
        "the softmax: their gap shrinks, and the ratio is e to the power of what is left.",
        lambda: {"scaled ratio": math.exp(GAP) / math.sqrt(D_K)},
    ),
    Mistake(
        "this is what you get by dividing the scores by d_k instead of √d_k.",
        lambda: {"scaled ratio": math.exp(GAP / D_K)},
    ),
    Mistake(
        "this is the root of the unscaled ratio, which halves the gap. Divide the gap by √d_k.",
        lambda: {"scaled ratio": math.exp(GAP / 2)},
    ),
    Mistake(
        "this is the larger weight p. The slope is p(1 − p).",
        lambda: {"scaled slope": _scaled_weight()},
    ),
    Mistake(
        "this is the smaller weight, 1 − p. The slope is p(1 − p).",
        lambda: {"scaled slope": 1 - _scaled_weight()},
    ),
    Mistake(
        "this is the slope without the division: there the softmax is saturated. After it, the gap "
        "is smaller.",
        lambda: {"scaled slope": _slope(GAP)},
    ),
    Mistake(
        "this is r(1 − r) with the ratio r of the weights. The slope takes the weight itself: the "
        "two weights have that ratio and sum to 1.",
        lambda: {"scaled slope": math.e * (1 - math.e)},
    ),
    Mistake(
        "this is, or nearly is, the largest slope, that of two equal weights. A division by √d_k "
        "still leaves a gap; it is d_k that leaves next to none.",
        lambda: {"scaled slope": _slope(0.0)},
    ),
    *(Mistake(_TOO_FAR, _to_figures(n, cut)) for n in (1, 2, 3) for cut in (np.round, np.trunc)),
)

EXERCISE = Exercise(
    number="6.3e",
    title="Why the root, in numbers",
    function="why_the_root",
    parameters=(),
    file="e6_3e_why_the_root.py",
    points=2,
    hint=(
        "First find the variance of a score, then take its root. For the weights only the gap of "
        "the scores counts: write their ratio as one power of e. And two weights that sum to 1 "
        "are known once their ratio is."
    ),
    reread="section 6.3, “Why divide by the square root of the key width”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
    by_hand=True,
)
