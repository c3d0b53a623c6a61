"""6.5, a permutation of the tokens: the rows of each sequence in a given order."""

from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Array = NDArray[Any]


def oracle(tokens: Array, order: list[int]) -> Array:
    """Fill the places one after the other."""
    result = np.empty(tokens.shape)
    for index in np.ndindex(tokens.shape[:-2]):
        for place, token in enumerate(order):
            for feature in range(tokens.shape[-1]):
                result[(*index, place, feature)] = tokens[(*index, token, feature)]
    return result


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return sequences, batches also with as many sequences as tokens, and lists that are bad."""

    def case(*shape: int) -> Case:
        return Case((rng.normal(size=shape).round(3), _mixed(rng, shape[-2])))

    def bad(order: list[int], refused: str, *batch: int) -> Case:
        return Case((np.arange(1.0, 7.0).reshape(3, 2) + np.zeros((*batch, 1, 1)), order), refused)

    return (
        Check(
            "one sequence",
            (
                Case((np.array([[1.0, 2, 3], [4.0, 5, 6], [7.0, 8, 9]]), [1, 2, 0])),
                case(4, 4),
                case(5, 3),
                case(3, 6),
                Case((rng.normal(size=(2, 5)).round(3), [1, 0])),
                Case((rng.normal(size=(4, 3)).round(3), [0, 1, 2, 3])),
                Case((rng.normal(size=(1, 9)).round(3), [0])),
            ),
        ),
        Check(
            "a batch of sequences",
            (
                Case((np.arange(8.0).reshape(2, 2, 2), [1, 0])),
                Case((np.arange(12.0).reshape(2, 3, 2), [1, 2, 0])),
                Case((np.arange(18.0).reshape(3, 3, 2), [1, 2, 0])),
                case(2, 4, 3),
                case(5, 3, 2),
            ),
        ),
        Check(
            "two leading axes",
            (
                Case((np.arange(8.0).reshape(2, 1, 2, 2), [1, 0])),
                case(4, 4, 4, 4),
                case(2, 3, 5, 4),
            ),
        ),
        Check(
            "an order that repeats a token",
            (
                bad([0, 0, 2], "token 0 is there twice and token 1 is lost"),
                bad([1, 1, 1], "token 1 is there three times and the others are lost"),
            ),
        ),
        Check(
            "an order with numbers that are no token's",
            (
                bad([0, -1, 1], "−1 is not one of 0, 1 and 2"),
                bad([1, 2, 3], "3 is not one of 0, 1 and 2"),
            ),
        ),
        Check(
            "an order of the wrong length",
            (
                bad([1, 0], "it gives 2 places, and there are 3 tokens"),
                bad([1, 2, 0, 1], "it gives 4 places, and there are 3 tokens"),
                bad([3, 1, 2, 0], "it gives 4 places, and each sequence has 3 tokens", 4),
            ),
        ),
    )


def _mixed(rng: Generator, n: int) -> list[int]:
    """Return an order of three or more that is neither the old one nor its own inverse."""
    while True:
        order: list[int] = rng.permutation(n).tolist()
        if any(order[token] != place for place, token in enumerate(order)):
            return order


def _overwritten(tokens: Array, order: list[int]) -> Array:
    result = tokens.copy()
    for place, token in enumerate(order):
        result[..., place, :] = result[..., token, :]
    return result


MISTAKES = (
    Mistake(
        "the tokens moved the wrong way: this sends row i to place order[i]. Place i is to get row "
        "order[i]. With a matrix, this was Pᵀ instead of P; a sort by `order` does it too.",
        lambda tokens, order: tokens[..., np.argsort(order), :],
    ),
    Mistake(
        "these are the features in another order, not the tokens. Tokens are rows, and rows are "
        "numbered along the last axis but one.",
        lambda tokens, order: tokens[..., order],
    ),
    Mistake(
        "this is X P instead of P X. From the right, a permutation matrix reorders the features; "
        "to reorder the tokens it has to stand on the left.",
        lambda tokens, order: tokens @ np.eye(len(order))[order],
    ),
    Mistake(
        "these are the sequences of the batch in another order. The tokens are numbered along the "
        "last axis but one, however many axes stand before it.",
        lambda tokens, order: tokens[order],
    ),
    Mistake(
        "these are the tokens in their old order. If a check sorted `order`, nothing is left of "
        "it: `order.sort()` writes into the caller's list, `sorted(order)` makes a new one.",
        lambda tokens, order: tokens,
    ),
    Mistake(
        "this reads `order` as if it counted the tokens from 1. It counts from 0, as Python does.",
        lambda tokens, order: tokens[..., [token - 1 for token in order], :],
    ),
    Mistake(
        "some rows are lost: they were overwritten before they were read. Write into a new array, "
        "and read from the old one.",
        _overwritten,
    ),
)

EXERCISE = Exercise(
    number="6.5a",
    title="Shuffle the tokens",
    function="permute",
    parameters=("tokens", "order"),
    file="e6_5a_permute.py",
    points=2,
    hint=(
        "Write down the three rows of the worked value and where each of them goes. Which of the "
        "two is it: row i goes to place order[i], or place i gets row order[i]? Then count axes "
        "from the end: which one numbers the tokens?"
    ),
    reread="section 6.5, “Attention cannot see word order”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
