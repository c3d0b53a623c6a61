"""6.6, the cost of a layer: projections, the square part, and where the square takes over."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator

from graders.exercise import Case, Check, Exercise, Mistake

Cost = tuple[int, int, int]


def oracle(n_tokens: int, d_model: int) -> Cost:
    """Add up one product after the other, and count N up until the square part is greater."""
    more = 1
    while _scores_and_sum(more, d_model) <= _projections(more, d_model):
        more += 1
    return _projections(n_tokens, d_model), _scores_and_sum(n_tokens, d_model), more


def _projections(n: int, d: int) -> int:
    total = 0
    for _ in ("to queries", "to keys", "to values", "output"):
        total += n * d * d
    return total


def _scores_and_sum(n: int, d: int) -> int:
    scores = n * d * n
    weighted_sum = n * n * d
    return scores + weighted_sum


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return layers small and large, short of the crossover and past it."""
    drawn = [Case((int(rng.integers(2, 60)), int(rng.integers(2, 20)))) for _ in range(4)]
    return (
        Check(
            "a small layer",
            (Case((2, 3)), Case((1, 1)), Case((9, 2)), Case((6, 3)), Case((7, 3)), *drawn),
        ),
        Check(
            "numbers that a float rounds",
            (Case((1_000_003, 4_099)), Case((123_456_789, 98_765))),
        ),
    )


def costing(
    first: Callable[[int, int], int] = lambda n, d: 4 * n * d * d,
    second: Callable[[int, int], int] = lambda n, d: 2 * n * n * d,
    third: Callable[[int, int], int] = lambda n, d: 2 * d + 1,
) -> Callable[[int, int], Cost]:
    """Return a count with some of its three numbers got in another way."""

    def cost(n_tokens: int, d_model: int) -> Cost:
        return tuple(part(n_tokens, d_model) for part in (first, second, third))  # type: ignore[return-value]

    return cost


def _in_64_bits(n_tokens: int, d_model: int) -> tuple[np.int64, ...]:
    n, d = np.int64(n_tokens), np.int64(d_model)
    return 4 * n * d * d, 2 * n * n * d, 2 * d + 1


MISTAKES = (
    Mistake(
        "only three projections are counted. The output projection W^O is the fourth.",
        costing(first=lambda n, d: 3 * n * d * d),
    ),
    Mistake(
        "only three projections are counted, and the third number follows from that. The output "
        "projection W^O is the fourth.",
        costing(first=lambda n, d: 3 * n * d * d, third=lambda n, d: 3 * d // 2 + 1),
    ),
    Mistake(
        "only one N²·d_model is counted. Scores and weighted sum take one each.",
        costing(second=lambda n, d: n * n * d),
    ),
    Mistake(
        "only one N²·d_model is counted, and the third number follows from that. Scores and "
        "weighted sum take one each.",
        costing(second=lambda n, d: n * n * d, third=lambda n, d: 4 * d + 1),
    ),
    Mistake(
        "multiplications and additions are counted apart. A multiply-add is one of each.",
        costing(first=lambda n, d: 8 * n * d * d, second=lambda n, d: 4 * n * n * d),
    ),
    Mistake(
        "at this number of tokens the two parts are equal. Asked for is the smallest at which the "
        "second is greater.",
        costing(third=lambda n, d: 2 * d),
    ),
    Mistake(
        "the crossover is at half of d_model here. Divide 2·N²·d_model > 4·N·d_model² by "
        "2·N·d_model once more.",
        costing(third=lambda n, d: d // 2 + 1),
    ),
    Mistake(
        "n_tokens and d_model are exchanged. The projections have d_model², the scores N².",
        costing(
            first=lambda n, d: 4 * d * n * n,
            second=lambda n, d: 2 * d * d * n,
            third=lambda n, d: 2 * n + 1,
        ),
    ),
    Mistake(
        "the two costs are exchanged: the projections come first.",
        costing(first=lambda n, d: 2 * n * n * d, second=lambda n, d: 4 * n * d * d),
    ),
    Mistake(
        "the third number depends on the length of this text. It is asked for d_model alone.",
        costing(third=lambda n, d: max(n, 2 * d + 1)),
    ),
    Mistake(
        "these numbers ran over: NumPy's whole numbers have 64 bits and begin again from below. "
        "Python's own `int` has no such end.",
        _in_64_bits,
    ),
    Mistake(
        "somewhere a float came in: it holds about 16 digits and rounds the others away. Stay with "
        "whole numbers, and with `//` where you divide.",
        costing(
            first=lambda n, d: int(4.0 * n * d * d),
            second=lambda n, d: int(2.0 * n * n * d),
        ),
    ),
)

EXERCISE = Exercise(
    number="6.6d",
    title="What a layer costs",
    function="cost",
    parameters=("n_tokens", "d_model"),
    file="e6_6d_cost.py",
    points=2,
    hint=(
        "Write down the shapes of the two matrices of each product, six products in all. For the "
        "third number, write the two costs as an inequality and divide by all that they share. "
        "Then look at whether equal is enough."
    ),
    reread="section 6.6, “Multi-head attention”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
