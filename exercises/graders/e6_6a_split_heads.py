"""6.6, split features into heads: each head gets its own columns of every token."""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Array = NDArray[Any]


def oracle(x: Array, n_heads: int) -> Array:
    """Carry the features over one by one."""
    *batch, n_tokens, width = x.shape
    d = width // n_heads
    result = np.empty((*batch, n_heads, n_tokens, d))
    for index in np.ndindex(*batch):
        for token in range(n_tokens):
            for feature in range(width):
                place = (*index, feature // d, token, feature % d)
                result[place] = x[(*index, token, feature)]
    return result


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return sizes that differ, and some that are equal, where exchanged axes would not show."""

    def case(n_heads: int, *shape: int) -> Case:
        return Case((rng.normal(size=shape).round(3), n_heads))

    def bad(width: int, n_heads: int, refused: str) -> Case:
        return Case((np.arange(1.0, width + 1)[None], n_heads), refused)

    return (
        Check(
            "one sequence",
            (
                Case((np.arange(8.0).reshape(2, 4), 2)),
                case(2, 3, 4),
                case(3, 2, 6),
                case(2, 4, 10),
                case(3, 5, 3),
            ),
        ),
        Check(
            "a batch of sequences",
            (
                Case((np.arange(24.0).reshape(2, 3, 4), 2)),
                case(3, 2, 4, 6),
                case(2, 3, 2, 8),
                case(3, 3, 3, 9),
            ),
        ),
        Check(
            "two leading axes",
            (
                Case((np.arange(8.0).reshape(2, 1, 2, 2), 2)),
                case(2, 4, 3, 5, 6),
                case(3, 3, 3, 3, 9),
            ),
        ),
        Check("one head", (case(1, 3, 4), case(1, 2, 5, 3))),
        Check(
            "heads that cannot share the width",
            (
                bad(3, 2, "two heads cannot share 3 features"),
                bad(6, 4, "four heads cannot share 6 features"),
                bad(2, 4, "four heads cannot share 2 features"),
            ),
        ),
    )


def _parts(x: Array, n_heads: int) -> Array:
    return x.reshape(*x.shape[:-1], n_heads, x.shape[-1] // n_heads)


def _rows(x: Array, n_heads: int) -> Array:
    *batch, n_tokens, width = x.shape
    return x.reshape(*batch, n_heads, n_tokens, width // n_heads)


def _in_turn(x: Array, n_heads: int) -> Array:
    parts = x.reshape(*x.shape[:-1], x.shape[-1] // n_heads, n_heads)
    return np.moveaxis(parts, -1, -3)


def _exchanged(x: Array, n_heads: int) -> Array:
    return np.swapaxes(_parts(x, x.shape[-1] // n_heads), -3, -2)


def _lying(x: Array, n_heads: int) -> Array:
    return np.moveaxis(_parts(x, n_heads), -3, -1)


MISTAKES = (
    Mistake(
        "this is x reshaped straight to (n_heads, n_tokens, d), which deals out whole tokens. "
        "Reshape to (n_tokens, n_heads, d) first, then let tokens and heads change places.",
        _rows,
    ),
    Mistake(
        "the features are shared out rightly, but the tokens still stand before the heads. Let "
        "the two axes change places.",
        _parts,
    ),
    Mistake(
        "the features are dealt out in turn, like cards. Each head gets its features in one piece.",
        _in_turn,
    ),
    Mistake(
        "the heads stand before the batch. They belong between the batch and the tokens: "
        "(..., n_heads, n_tokens, d).",
        lambda x, n_heads: np.moveaxis(_parts(x, n_heads), -2, 0),
    ),
    Mistake(
        "the axes are counted from the front, which goes wrong once there is a batch. Counted from "
        "the end, tokens and heads are always the third and the second.",
        lambda x, n_heads: np.swapaxes(_parts(x, n_heads), 0, 1),
    ),
    Mistake(
        "there are d heads of width n_heads here. It should be n_heads heads of width d.",
        _exchanged,
    ),
    Mistake(
        "in each head the features are rows and the tokens columns. It should be the other way "
        "round: (..., n_heads, n_tokens, d).",
        _lying,
    ),
    Mistake(
        "`.T` and a `transpose` without axes reverse all axes, the batch too. Exchange just two, "
        "with `numpy.swapaxes(parts, -3, -2)`.",
        lambda x, n_heads: _parts(x, n_heads).T,
    ),
    Mistake(
        "the axis of the heads is gone. One head is still a head: its axis stays, with length 1.",
        lambda x, n_heads: np.swapaxes(_parts(x, n_heads), -3, -2).squeeze(-3),
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="6.6a",
    title="Split features into heads",
    function="split_heads",
    parameters=("x", "n_heads"),
    file="e6_6a_split_heads.py",
    points=2,
    hint=(
        "It takes two steps. A reshape never changes the order in which the numbers follow one "
        "another: which shape cuts each token's row into its pieces and does nothing else? "
        "After that, which two axes stand in the wrong order?"
    ),
    reread="section 6.6, “Multi-head attention”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
