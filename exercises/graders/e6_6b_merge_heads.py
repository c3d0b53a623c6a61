"""6.6, merge heads: each token's outputs side by side, head after head."""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Array = NDArray[Any]


def oracle(heads: Array) -> Array:
    """Carry the features over one by one."""
    *batch, n_heads, n_tokens, d = heads.shape
    result = np.empty((*batch, n_tokens, n_heads * d))
    for index in np.ndindex(*batch):
        for head in range(n_heads):
            for token in range(n_tokens):
                for feature in range(d):
                    place = (*index, token, head * d + feature)
                    result[place] = heads[(*index, head, token, feature)]
    return result


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return sizes that differ, and some that are equal, where exchanged axes would not show."""

    def case(*shape: int) -> Case:
        return Case((rng.normal(size=shape).round(3),))

    return (
        Check(
            "one sequence",
            (
                Case((np.arange(1.0, 9.0).reshape(2, 2, 2),)),
                case(2, 3, 2),
                case(3, 2, 4),
                case(4, 5, 3),
                case(3, 3, 3),
                case(3, 4, 1),
            ),
        ),
        Check(
            "a batch of sequences",
            (
                Case((np.arange(16.0).reshape(2, 2, 2, 2),)),
                case(3, 2, 4, 5),
                case(2, 3, 5, 4),
                case(3, 3, 2, 3),
            ),
        ),
        Check(
            "two leading axes",
            (
                Case((np.arange(8.0).reshape(2, 1, 2, 2, 1),)),
                case(2, 4, 3, 5, 2),
                case(3, 2, 2, 3, 4),
            ),
        ),
        Check("one head", (case(1, 3, 4), case(2, 1, 5, 3))),
        Check(
            "too few axes",
            (
                Case((np.ones((3, 4)),), "with two axes, there are tokens but no heads"),
                Case((np.ones(4),), "with one axis, there are neither heads nor tokens"),
            ),
        ),
    )


def _rows(heads: Array) -> Array:
    *batch, n_heads, n_tokens, d = heads.shape
    return heads.reshape(*batch, n_tokens, n_heads * d)


def _in_turn(heads: Array) -> Array:
    *batch, n_heads, n_tokens, d = heads.shape
    return np.moveaxis(heads, -3, -1).reshape(*batch, n_tokens, n_heads * d)


def _three_axes(heads: Array) -> Array:
    n_heads, n_tokens, d = heads.shape[-3:]
    return np.swapaxes(heads, -3, -2).reshape(-1, n_tokens, n_heads * d)


MISTAKES = (
    Mistake(
        "this is `heads` reshaped straight to (n_tokens, n_heads · d), which lines up the tokens "
        "of head 0 before anything of head 1. Heads and tokens have to change places first.",
        _rows,
    ),
    Mistake(
        "the features of the heads alternate. A row holds all of head 0, then all of head 1.",
        _in_turn,
    ),
    Mistake(
        "heads and tokens have changed places, but the heads are not joined yet: the last two axes "
        "have to become one.",
        lambda heads: np.swapaxes(heads, -3, -2),
    ),
    Mistake(
        "the heads are stacked one below the other, so each token has several rows. They belong "
        "side by side, in one row a token.",
        lambda heads: np.concatenate(np.moveaxis(heads, -3, 0), axis=-2),
    ),
    Mistake(
        "the heads are added up. They are set side by side; to mix them is the work of W^O, later.",
        lambda heads: heads.sum(axis=-3),
    ),
    Mistake(
        "the heads are averaged. They are set side by side; to mix them is the work of W^O, later.",
        lambda heads: heads.mean(axis=-3),
    ),
    Mistake(
        "the last head stands first. Head 0 comes first.",
        lambda heads: np.concatenate(np.moveaxis(heads, -3, 0)[::-1], axis=-1),
    ),
    Mistake(
        "this joins what is counted along the first axis. That axis is the heads only if there is "
        "no batch: count from the end, where the heads are the third axis.",
        lambda heads: np.concatenate(heads, axis=-1),
    ),
    Mistake(
        "this makes three axes of whatever comes in: without a batch there is an axis of length 1 "
        "in front, as from `reshape(-1, …)`. Take the leading axes from `heads.shape`.",
        _three_axes,
    ),
    Mistake(
        "a single head came back as it was. Its axis has to go all the same.",
        lambda heads: heads,
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="6.6b",
    title="Merge the heads",
    function="merge_heads",
    parameters=("heads",),
    file="e6_6b_merge_heads.py",
    points=2,
    hint=(
        "Undo the two steps of 6.6a, the last one first. Before a reshape, ask which number "
        "follows which: the two pieces that are to stand side by side must already be "
        "neighbours."
    ),
    reread="section 6.6, “Multi-head attention”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
