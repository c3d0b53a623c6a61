"""6.2, numbers in: attention step by step for two tokens."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import softmax, softmax_but

Array = NDArray[Any]
Steps = dict[str, Array]

QUERY = [[3.0, -1.0], [-1.0, 2.0]]
KEY = [[1.0, -1.0], [3.0, 2.0]]
VALUE = [[1.0, 4.0], [5.0, -2.0]]
CAUSAL = [[0.0, -math.inf], [0.0, 0.0]]


def oracle() -> Steps:
    """Go through the steps, once without the mask and once with it."""
    turned = [list(column) for column in zip(*KEY, strict=True)]
    scaled = loops.scores(QUERY, KEY)
    masked = [
        [score + extra for score, extra in zip(row, added, strict=True)]
        for row, added in zip(scaled, CAUSAL, strict=True)
    ]
    steps = {
        "scores": loops.product(QUERY, turned),
        "scaled": scaled,
        "weights": [loops.softmax(row) for row in scaled],
        "causal_weights": [loops.softmax(row) for row in masked],
        "causal_output": loops.attention(QUERY, KEY, VALUE, CAUSAL),
    }
    return {name: np.array(table) for name, table in steps.items()}


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return one check for each step; there is nothing to draw."""
    labels = {
        "scores": "the scores",
        "scaled": "the scaled scores",
        "weights": "the weights without a mask",
        "causal_weights": "the weights with the causal mask",
        "causal_output": "the output with the causal mask",
    }
    return tuple(Check(label, (Case(()),), part=part) for part, label in labels.items())


def steps_but(
    *parts: str,
    dots: Callable[[Array, Array], Array] = lambda query, key: query @ key.T,
    scale: float = 2**-0.5,
    weights: Callable[[Array], Array] = softmax,
    mask: Callable[[Array], Array] = lambda scaled: scaled + np.array(CAUSAL),
    after: Callable[[Array], Array] = np.asarray,
    output: Callable[[Array], Array] = lambda causal: causal @ np.array(VALUE),
) -> Callable[[], Steps]:
    """Return the steps with one thing done wrong, and of them those that it changes."""

    def result() -> Steps:
        scores = dots(np.array(QUERY), np.array(KEY))
        scaled = scores * scale
        causal = after(weights(mask(scaled)))
        found = {
            "scores": scores,
            "scaled": scaled,
            "weights": weights(scaled),
            "causal_weights": causal,
            "causal_output": output(causal),
        }
        return {part: found[part] for part in parts}

    return result


SCALED = ("scaled", "weights", "causal_weights", "causal_output")
ALL = ("scores", *SCALED)
WEIGHTS = ("weights", "causal_weights", "causal_output")
MASKED = ("causal_weights", "causal_output")


def _to_places(places: int, cut: Callable[[Array], Array]) -> Callable[[], Steps]:
    """Return the right numbers with few places, rounded or cut off."""
    return lambda: {name: cut(oracle()[name] * 10**places) / 10**places for name in SCALED}


def _share_of_sum(scores: Array) -> Array:
    powers = np.where(np.isneginf(scores), 0.0, scores)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


_TOO_FAR = (
    "this is right, but rounded too far. Write three places, and carry as many from step to step."
)

MISTAKES = (
    Mistake(
        "the scores lie on their side. Row i belongs to query i, column j to key j.",
        steps_but(*ALL, dots=lambda query, key: key @ query.T),
    ),
    Mistake(
        "each query has met the columns of the table of keys. A key is a row: multiply entry by "
        "entry along it, and add up.",
        # From then on token 2 has equal scores, so that these would be equal shares.
        steps_but("scores", "scaled", "weights", dots=lambda query, key: query @ key),
    ),
    Mistake(
        "these are only products of entries that stand in the same place. A score adds up "
        "the products of a whole query with a whole key.",
        steps_but(*ALL, dots=lambda query, key: query * key),
    ),
    Mistake(
        "these are the dot products of the queries with each other. The keys are missing.",
        steps_but(*ALL, dots=lambda query, key: query @ query.T),
    ),
    Mistake(
        "these are the numbers you get without the division by √d_k.",
        steps_but(*SCALED, scale=1.0),
    ),
    Mistake(
        "these are the numbers you get by dividing by d_k, which is 2, instead of √d_k.",
        steps_but(*SCALED, scale=1 / 2),
    ),
    Mistake(
        "these are the numbers you get by multiplying by √d_k instead of dividing.",
        steps_but(*SCALED, scale=2**0.5),
    ),
    Mistake(
        "this is right to two places only. Write three, and carry as many from step to step.",
        _to_places(2, np.round),
    ),
    Mistake(_TOO_FAR, _to_places(2, np.trunc)),
    Mistake(_TOO_FAR, _to_places(1, np.round)),
    Mistake(
        "this is right, but what follows the third place was cut off. Round it: if the next digit "
        "is 5 or more, the third goes up by one.",
        _to_places(3, np.trunc),
    ),
    Mistake(
        "the columns sum to 1 here. A query's weights stand in a row, so the rows have to.",
        steps_but(*WEIGHTS, weights=softmax_but(axis=-2, shift=-2)),
    ),
    Mistake(
        "all four weights sum to 1 here. Each query has weights of its own, a row that sums to 1.",
        steps_but(*WEIGHTS, weights=softmax_but(axis=None, shift=None)),
    ),
    Mistake(
        "each scaled score has been divided by the sum of its row. Softmax takes e to the score "
        "first, and divides these.",
        steps_but(*WEIGHTS, weights=_share_of_sum),
    ),
    Mistake(
        "these are the exponentials. Each still has to be divided by the sum of its row.",
        steps_but(*WEIGHTS, weights=np.exp),
    ),
    Mistake(
        "these are the weights without the mask. Add −∞ to what token 1 may not see, before the "
        "softmax.",
        steps_but("causal_weights", mask=np.asarray),
    ),
    Mistake(
        "the mask has been put on after the softmax, so the first row no longer sums to 1. It "
        "goes before.",
        steps_but(*MASKED, mask=np.asarray, after=np.tril),
    ),
    Mistake(
        "the hidden score has been made 0, and e to 0 is 1, not 0. What hides a score is −∞.",
        steps_but(*MASKED, mask=np.tril),
    ),
    Mistake(
        "these are equal shares of what is visible. The mask says only what may be seen; how much "
        "each token gets follows from the scores, and those of token 2 differ.",
        steps_but(*MASKED, mask=lambda scaled: np.array(CAUSAL)),
    ),
    Mistake(
        "here token 2 cannot see token 1. The causal mask hides what comes later, not what came "
        "before.",
        steps_but(*MASKED, mask=lambda scaled: scaled + np.array(CAUSAL).T),
    ),
    Mistake(
        "these are the averages by the weights without the mask.",
        steps_but("causal_output", mask=np.asarray),
    ),
    Mistake(
        "these are averages of the keys. The weights average the values.",
        steps_but("causal_output", output=lambda causal: causal @ np.array(KEY)),
    ),
    Mistake(
        "the weights have met the rows of the table of values. A value is a row, and the weight "
        "of a token multiplies all of it; then the weighted values are added.",
        steps_but("causal_output", output=lambda causal: causal @ np.array(VALUE).T),
    ),
    Mistake(
        "the weights have been taken down the columns. The weights of one output are a row.",
        steps_but("causal_output", output=lambda causal: causal.T @ np.array(VALUE)),
    ),
)

EXERCISE = Exercise(
    number="6.2c",
    title="Two tokens by hand",
    function="by_hand",
    parameters=(),
    file="e6_2c_by_hand.py",
    points=2,
    hint=(
        "Stay in one row until it is done: two dot products, two divisions, two exponentials and "
        "their sum, two weights. Do the weights of each row sum to 1? And in the first row, is "
        "there anything left to work out once the mask is on?"
    ),
    reread="section 6.2, “Scaled dot-product attention, by hand”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
    by_hand=True,
)
