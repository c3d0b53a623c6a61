"""Beyond the module: rotary positions, pairs of features turned by the token's place."""

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Array: TypeAlias = NDArray[Any]


def oracle(x: Array, positions: Array, base: float) -> Array:
    """Turn one pair of one token at a time."""
    *batch, _, d = x.shape
    result = np.empty(x.shape)
    for index in np.ndindex(*batch):
        tokens = x[index].tolist()
        for place, position in enumerate(positions.tolist()):
            for i in range(d // 2):
                angle = position * base ** (-2 * i / d)
                a, b = tokens[place][2 * i], tokens[place][2 * i + 1]
                result[(*index, place, 2 * i)] = a * math.cos(angle) - b * math.sin(angle)
                result[(*index, place, 2 * i + 1)] = a * math.sin(angle) + b * math.cos(angle)
    return result


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return one pair, several, other bases, other positions, batches and whole numbers."""

    def case(
        positions: list[int], d: int, base: float, *batch: int, n: int = 0, refused: str = ""
    ) -> Case:
        x = rng.normal(scale=2, size=(*batch, n or len(positions), d)).round(2)
        x += np.where(x < 0, -1.0, 1.0)  # A pair close to (0, 0) would hardly show its turn.
        return Case((x, np.array(positions), base), refused)

    def counted(n: int, d: int, base: float, *batch: int) -> Case:
        return case(list(range(n)), d, base, *batch)

    def fixed(x: object, positions: list[int], base: float = 10000.0) -> Case:
        return Case((np.array(x), np.array(positions), base))

    in_a_batch = [[[3.0, 4.0], [1.0, 0.0]], [[1.0, 2.0], [0.0, 1.0]]]
    start = int(rng.integers(5, 40))
    return (
        Check(
            "one pair",
            (
                fixed([[3.0, 4.0], [1.0, 0.0]], [0, 1]),
                counted(3, 2, 10000.0),
                counted(5, 2, 10000.0),
            ),
        ),
        Check(
            "several pairs",
            (
                fixed([[1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 0.0, 2.0]], [0, 1]),
                counted(3, 4, 10000.0),
                counted(5, 6, 10000.0),
                counted(4, 8, 10000.0),
                counted(3, 10, 10000.0),
            ),
        ),
        Check(
            "another base",
            (
                fixed([[1.0, 2.0, 3.0, 4.0], [1.0, 0.0, 1.0, 0.0]], [0, 1], 100.0),
                counted(3, 6, 500.0),
                counted(4, 8, 500000.0),
            ),
        ),
        Check(
            "positions that do not begin at 0",
            (
                fixed([[1.0, 0.0]], [3]),
                case([1, 2], 4, 10000.0),
                case([start, start + 1, start + 2], 6, 100.0),
            ),
        ),
        Check(
            "positions with gaps, out of order and twice",
            (
                fixed([[3.0, 4.0], [1.0, 0.0]], [0, 2]),
                case([3, 1, 2], 4, 10000.0),
                case([5, 0, 5, 9], 6, 100.0),
            ),
        ),
        Check(
            "large positions",
            (fixed([[1.0, 0.0]], [10000]), case([2999, 0, 5000], 4, 10000.0)),
        ),
        Check(
            "a batch of sequences",
            (
                fixed(in_a_batch, [0, 1]),
                counted(2, 4, 10000.0, 2),
                case([4, 7, 8], 4, 10000.0, 3),
                counted(3, 6, 100.0, 2),
                fixed([[sequence] for sequence in in_a_batch], [0, 1]),
                case([2, 3, 4, 5], 6, 10000.0, 2, 3),
                case([1, 5, 2], 4, 100.0, 3, 2),
                counted(1, 4, 100.0, 5),
            ),
        ),
        Check("whole numbers", (fixed([[1, 2, 0, -1], [3, -2, 1, 4], [2, 1, 5, 0]], [0, 1, 2]),)),
        Check(
            "an odd width",
            (
                case([0, 1], 3, 10000.0, refused="3 features do not make pairs"),
                case([0, 1, 2], 5, 100.0, refused="5 features do not make pairs"),
                case([2], 1, 100.0, refused="one feature does not make a pair"),
            ),
        ),
        Check(
            "positions of another number",
            (
                case([3], 4, 10000.0, n=3, refused="3 tokens need 3 positions, and there is 1"),
                case([0, 1], 4, 10000.0, n=3, refused="3 tokens need 3 positions, and there are 2"),
                case(
                    [0, 1, 2, 3], 4, 100.0, n=3, refused="3 tokens need 3 positions, not 4 of them"
                ),
                case([0, 1, 2], 4, 100.0, n=1, refused="1 token needs 1 position, not 3 of them"),
            ),
        ),
    )


Angles: TypeAlias = Callable[[Array, Array, float], Array]


def _angles(x: Array, positions: Array, base: float) -> Array:
    d = x.shape[-1]
    return np.asarray(positions[:, None] * base ** (-np.arange(0, d, 2) / d))


def _neighbours(a: Array, b: Array) -> Array:
    return np.stack((a, b), axis=-1).reshape(*a.shape[:-1], -1)


def _side_by_side(a: Array, b: Array) -> Array:
    return np.concatenate((a, b), axis=-1)


def turning(
    angles: Angles = _angles,
    *,
    halves: bool = False,
    join: Callable[[Array, Array], Array] = _neighbours,
    turn: Callable[[Array, Array, Array, Array], tuple[Array, Array]] = lambda a, b, cos, sin: (
        a * cos - b * sin,
        a * sin + b * cos,
    ),
) -> Callable[[Array, Array, float], Array]:
    """Return a rotation with other angles, other pairs or another formula."""

    def rotate(x: Array, positions: Array, base: float) -> Array:
        angle = angles(x, positions, base)
        half = x.shape[-1] // 2
        a, b = (x[..., :half], x[..., half:]) if halves else (x[..., 0::2], x[..., 1::2])
        return join(*turn(a, b, np.cos(angle), np.sin(angle)))

    return rotate


def _powers(power: Callable[[NDArray[np.float64], int], NDArray[np.float64]]) -> Angles:
    """Return angles in which the base has another power, made from the pair's number and d."""

    def angles(x: Array, positions: Array, base: float) -> Array:
        d = x.shape[-1]
        return np.asarray(positions[:, None] * base ** power(np.arange(d / 2), d))

    return angles


def _counting(x: Array, positions: Array, base: float) -> Array:
    return _angles(x, np.arange(x.shape[-2]), base)


def _counting_on(x: Array, positions: Array, base: float) -> Array:
    return _angles(x, positions[0] + np.arange(x.shape[-2]), base)


def _along_the_batch(x: Array, positions: Array, base: float) -> Array:
    """Leave the positions on the first axis of an array with more axes than two."""
    angle = _angles(x, positions, base)
    return angle.reshape(len(positions), *[1] * (x.ndim - 2), -1)


def _sorted(x: Array, positions: Array, base: float) -> Array:
    return _angles(x, np.sort(positions), base)


def _with_the_other_half(x: Array, positions: Array, base: float) -> Array:
    angle = np.repeat(_angles(x, positions, base), 2, axis=-1)
    half = x.shape[-1] // 2
    other = _side_by_side(-x[..., half:], x[..., :half])
    return np.asarray(x * np.cos(angle) + other * np.sin(angle))


def _adding(x: Array, positions: Array, base: float) -> Array:
    angle = _angles(x, positions, base)
    return np.asarray(x + _neighbours(np.sin(angle), np.cos(angle)))


def _adding_other(x: Array, positions: Array, base: float) -> Array:
    angle = _angles(x, positions, base)
    return np.asarray(x + _neighbours(np.cos(angle), np.sin(angle)))


def _one_after_the_other(a: Array, b: Array, cos: Array, sin: Array) -> tuple[Array, Array]:
    a = a * cos - b * sin
    return a, a * sin + b * cos


def _truncated(x: Array, positions: Array, base: float) -> Array:
    return np.trunc(turning()(x, positions, base)).astype(x.dtype)


MISTAKES = (
    Mistake(
        "this is `x` as it went in: nothing was turned.",
        lambda x, positions, base: x.astype(np.float64),
    ),
    Mistake(
        "these are exactly the numbers you get by turning the other way. The minus belongs to "
        "the first of a pair, a cos − b sin.",
        turning(turn=lambda a, b, cos, sin: (a * cos + b * sin, b * cos - a * sin)),
    ),
    Mistake(
        "these are exactly the numbers you get with a plus in both lines. Then pairs change their "
        "lengths, and no rotation does that.",
        turning(turn=lambda a, b, cos, sin: (a * cos + b * sin, a * sin + b * cos)),
    ),
    Mistake(
        "these are exactly the numbers you get with sine and cosine exchanged. At position 0 "
        "nothing should turn: the sine is 0 there, the cosine 1.",
        turning(turn=lambda a, b, cos, sin: (a * sin - b * cos, a * cos + b * sin)),
    ),
    Mistake(
        "these are exactly the numbers you get by multiplying with cosine and sine. A pair turns "
        "only if each of its two new numbers draws on both old ones.",
        turning(turn=lambda a, b, cos, sin: (a * cos, b * sin)),
    ),
    Mistake(
        "these are exactly the numbers you get if the first of each pair is overwritten before "
        "the second is computed. The second needs the old one.",
        turning(turn=_one_after_the_other),
    ),
    Mistake(
        "these are exactly the numbers you get by pairing column i with column i + d/2. Many "
        "programs do so, but here neighbours make a pair: columns 2i and 2i + 1.",
        turning(halves=True, join=_side_by_side),
    ),
    Mistake(
        "these are exactly the numbers you get if neighbours have one angle, as they should, but "
        "each column is mixed with the one d/2 away. Mix it with its neighbour.",
        _with_the_other_half,
    ),
    Mistake(
        "these are exactly the right numbers in other columns: the firsts of all pairs, then the "
        "seconds. Each number goes back to the column that it came from.",
        turning(join=_side_by_side),
    ),
    Mistake(
        "these are exactly the numbers you get if all pairs turn by the same angle, the position. "
        "Pair i turns by base^(−2i/d) times that.",
        turning(_powers(lambda i, d: 0 * i)),
    ),
    Mistake(
        "these are exactly the numbers you get with the exponent −i/d, where i counts pairs. It "
        "is −2i/d.",
        turning(_powers(lambda i, d: -i / d)),
    ),
    Mistake(
        "these are exactly the numbers you get with the exponent −4i/d. It is −2i/d, where i "
        "counts the pairs: `numpy.arange(0, d, 2)` has the 2 in it already.",
        turning(_powers(lambda i, d: -4 * i / d)),
    ),
    Mistake(
        "these are exactly the numbers you get with the exponent 2i/d. With the minus, later pairs "
        "turn more slowly, not faster.",
        turning(_powers(lambda i, d: 2 * i / d)),
    ),
    Mistake(
        "these are exactly the numbers you get by counting pairs from 1. The first pair turns by "
        "the position itself.",
        turning(_powers(lambda i, d: -2 * (i + 1) / d)),
    ),
    Mistake(
        "these are exactly the numbers you get by taking the angles for degrees. They are in "
        "radians already, as `numpy.cos` and `numpy.sin` expect.",
        turning(lambda x, positions, base: np.deg2rad(_angles(x, positions, base))),
    ),
    Mistake(
        "these are exactly the numbers you get with base 10000, whatever `base` says.",
        turning(lambda x, positions, base: _angles(x, positions, 10000.0)),
    ),
    Mistake(
        "these are exactly the numbers you get by counting tokens from 0, whatever `positions` "
        "says.",
        turning(_counting),
    ),
    Mistake(
        "these are exactly the numbers you get by counting on from the first position. Positions "
        "may have gaps and come in any order.",
        turning(_counting_on),
    ),
    Mistake(
        "these are exactly the numbers you get by sorting the positions. Each belongs to the token "
        "in the same place.",
        turning(_sorted),
    ),
    Mistake(
        "these are exactly the numbers you get with 1 added to each position. At position 0 "
        "nothing turns.",
        turning(lambda x, positions, base: _angles(x, positions + 1, base)),
    ),
    Mistake(
        "these are exactly the numbers you get by adding sines and cosines to the tokens, as in "
        "2017. Here nothing is added: each pair is turned.",
        _adding,
    ),
    Mistake(
        "these are exactly the numbers you get by adding a cosine and a sine to each pair. A "
        "rotation multiplies by them.",
        _adding_other,
    ),
    Mistake(
        "these are exactly the numbers you get if the positions run along the first axis. In a "
        "batch, the tokens are on the last axis but one.",
        turning(_along_the_batch),
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        _truncated,
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="beyond-e",
    title="Rotary positions",
    function="rotate",
    parameters=("x", "positions", "base"),
    file="e_beyond_e_rotary.py",
    points=4,
    hint=(
        "Make a table of all angles first, a row for each token and a column for each pair. Then "
        "take two parts of x that have a column for each pair as well. What do `x[..., 0::2]` and "
        "`x[..., 1::2]` hold? And to test yourself: which length does a pair have afterwards?"
    ),
    reread="section 6.5, “Attention cannot see word order”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
