"""6.5, positions as sines and cosines: a pair of features for each angle."""

import math
from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Positions = NDArray[np.float64]
Angle = Callable[[float, int, int], float]


def oracle(n_positions: int, d_model: int) -> Positions:
    """Compute one pair of entries after the other."""
    result = np.empty((n_positions, d_model))
    for position in range(n_positions):
        for pair in range(d_model // 2):
            angle = position / 10000.0 ** (2 * pair / d_model)
            result[position, 2 * pair] = math.sin(angle)
            result[position, 2 * pair + 1] = math.cos(angle)
    return result


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return tables of four features, then tables of other widths."""
    drawn = [Case((int(rng.integers(3, 30)), 2 * int(rng.integers(3, 9)))) for _ in range(4)]
    return (
        Check("four features", (Case((2, 4)), Case((1, 4)), Case((3, 4)), Case((4, 4)))),
        Check(
            "other widths",
            (Case((3, 6)), Case((4, 2)), Case((2, 8)), Case((5, 12)), *drawn, Case((40, 10))),
        ),
        Check("many positions", (Case((60, 4)), Case((300, 6)))),
        Check(
            "a width that has no pairs",
            (
                Case((2, 5), "of five features, one is left without a partner"),
                Case((3, 1), "one feature is no pair"),
                Case((2, 0), "there is no feature"),
                Case((2, -2), "there cannot be −2 features"),
            ),
        ),
    )


def placing(
    angle: Angle,
    *,
    first: int = 0,
    functions: tuple[Callable[[float], float], ...] = (math.sin, math.cos),
) -> Callable[[int, int], Positions]:
    """Return a table whose angle depends in another way on position, column and width."""

    def positions(n_positions: int, d_model: int) -> Positions:
        rows = [
            [functions[c % 2](angle(n, c, d_model)) for c in range(d_model)]
            for n in range(first, first + n_positions)
        ]
        return np.array(rows)

    return positions


def _angle(n: float, column: int, d_model: int) -> float:
    exponent = column // 2 * 2 / d_model
    return n / math.pow(10000, exponent)


def _in_halves(n_positions: int, d_model: int) -> Positions:
    right = placing(_angle)(n_positions, d_model)
    return np.hstack([right[:, 0::2], right[:, 1::2]])


def _to_the_end(n: float, column: int, d_model: int) -> float:
    exponent = column // 2 / (d_model / 2 - 1)
    return n / math.pow(10000, exponent)


MISTAKES = (
    Mistake(
        "all sines stand first, then all cosines. Here they take turns: column 0 is a sine, "
        "column 1 the cosine of the same angle.",
        _in_halves,
    ),
    Mistake(
        "the exponent is i / d_model instead of 2i / d_model, where i numbers the pairs.",
        placing(lambda n, c, d: n / 10000.0 ** (c // 2 / d)),
    ),
    Mistake(
        "this takes the number of the column for i. i numbers the pairs: columns 2i and 2i + 1.",
        placing(lambda n, c, d: n / 10000.0 ** (2 * (c // 2 * 2) / d)),
    ),
    Mistake(
        "this takes the number of the column for i, and so gives sine and cosine of a pair two "
        "angles. i numbers the pairs: columns 2i and 2i + 1 share an angle.",
        placing(lambda n, c, d: n / 10000.0 ** (2 * c / d)),
    ),
    Mistake(
        "each odd column has an angle of its own, with the exponent (2i + 1) / d_model. The cosine "
        "belongs to the same angle as the sine before it.",
        placing(lambda n, c, d: n / 10000.0 ** (c / d)),
    ),
    Mistake(
        "the positions are counted from 1. The first is 0, where every sine is 0.",
        placing(_angle, first=1),
    ),
    Mistake(
        "sine and cosine are exchanged: the sine comes first.",
        placing(_angle, functions=(math.cos, math.sin)),
    ),
    Mistake(
        "there are sines only. Every other column is a cosine.",
        placing(_angle, functions=(math.sin, math.sin)),
    ),
    Mistake(
        "the table lies on its side. Each position has a row, each feature a column.",
        lambda n_positions, d_model: placing(_angle)(n_positions, d_model).T,
    ),
    Mistake(
        "the position is multiplied by 10000^(2i / d_model) instead of divided.",
        placing(lambda n, c, d: n * 10000.0 ** (c // 2 * 2 / d)),
    ),
    Mistake(
        "the base is 1000 instead of 10000.",
        placing(lambda n, c, d: n / 1000.0 ** (c // 2 * 2 / d)),
    ),
    Mistake(
        "the base is e instead of 10000. If you write the power as an exponential, its exponent "
        "needs a factor log(10000).",
        placing(lambda n, c, d: n / math.exp(c // 2 * 2 / d)),
    ),
    Mistake(
        "this mixes a logarithm to base 10 with the exponential to base e. `numpy.exp` undoes "
        "`numpy.log`.",
        placing(lambda n, c, d: n / math.exp(4 * (c // 2 * 2) / d)),
    ),
    Mistake(
        "the exponent is rounded down to a whole number. `/` keeps the fraction, `//` drops it.",
        placing(lambda n, c, d: n / 10000.0 ** (c // 2 * 2 // d)),
    ),
    Mistake(
        "the exponents run from 0 to 1, with 1 for the last pair. By the formula the last pair has "
        "(d_model − 2) / d_model.",
        placing(_to_the_end),
        in_part=True,
    ),
    Mistake(
        "each pair turns at 1/100 of the rate of the pair before it. That is so for d_model = 4; "
        "for other widths the factor is 10000^(−2 / d_model).",
        placing(lambda n, c, d: n / 100.0 ** (c // 2)),
    ),
    Mistake(
        "the exponent is divided by the number of positions. The rates depend on the width, "
        "d_model, alone.",
        lambda n_positions, d_model: placing(
            lambda n, c, _: n / 10000.0 ** (c // 2 * 2 / n_positions)
        )(n_positions, d_model),
    ),
)

EXERCISE = Exercise(
    number="6.5c",
    title="Sines and cosines for positions",
    function="sinusoidal_positions",
    parameters=("n_positions", "d_model"),
    file="e6_5c_positions.py",
    points=3,
    hint=(
        "There are half as many angles as columns. Make the table of angles first, one row a "
        "position, one column a pair. Then ask where the sine and the cosine of each angle have "
        "to stand; `[:, 0::2]` picks every other column."
    ),
    reread="section 6.5, “Attention cannot see word order”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
