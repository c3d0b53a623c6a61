"""6.3, the fraction of trials in which the softmax saturates."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake

Array = NDArray[Any]
_CLEAR = 1e-6


def oracle(scores: Array, threshold: float) -> float:
    """Go through the trials and count."""
    saturated = 0
    for trial in scores.tolist():
        if max(loops.softmax(trial)) > threshold:
            saturated += 1
    return saturated / len(scores)


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return trials in which no weight comes near the threshold, unless that is what is tried."""

    def drawn(n_trials: int, n_keys: int, size: float) -> Case:
        while True:
            scores = rng.normal(scale=size, size=(n_trials, n_keys)).round(3)
            threshold = round(float(rng.uniform(0.4, 0.9)), 2)
            weights = np.array([loops.softmax(trial) for trial in scores.tolist()])
            if np.abs(weights - threshold).min() > _CLEAR:
                return Case((scores, threshold))

    def table(threshold: float, *trials: list[float], refused: str = "") -> Case:
        return Case((np.array(trials), threshold), refused)

    ln = np.log
    # The largest weights are 2/3, 3/4, 5/8, 1/2 and 4/7.
    small = [
        [ln(2.0), 0.0, -50.0],
        [-1.0, -1.0 + ln(3.0), -50.0],
        [ln(2.0), ln(5.0), 0.0],
        [1.0, 1.0, 1.0 + ln(2.0)],
        [ln(2.0), 0.0, ln(4.0)],
    ]
    outside = "it is not between 0 and 1, so every trial is above it, or none"
    trials = [[0.0, 2.0], [1.0, 0.5]]
    return (
        Check(
            "a few trials",
            (
                table(0.7, [ln(3.0), 0.0], [0.0, 0.0]),
                table(0.6, *small),
                table(0.55, *small),
                table(0.55, *[[0.3 * s for s in trial] for trial in small]),
                table(0.9, [2.0], [-1.0], [0.0], [-3.0], [1.0]),
                *(drawn(n, m, s) for n, m, s in ((7, 3, 2.0), (40, 5, 2.5), (60, 12, 4.0))),
            ),
        ),
        Check(
            "scores of 1000 and -1000",
            (
                table(0.6, [1000.0, 999.0], [1000.0, 1000.0]),
                table(0.6, [-1000.0, -1001.0], [-1000.0, -1000.0], [-1001.0, -1000.0]),
                table(0.6, [1000.0, -1000.0], [-999.0, -1000.0], [5.0, 5.0], [-1000.0, 998.0]),
                table(
                    0.6,
                    *([0.0, 1000.0], [1000.0, 0.0], [1500.0, -500.0], [1500.0, -500.0]),
                    *([2.0, 0.0], [0.0, 2.0], [0.0, 1.0]),
                ),
                drawn(30, 4, 600.0),
            ),
        ),
        Check(
            "exactly at the threshold",
            # Two equal scores share the weight: 1/2 each, whatever is rounded.
            (
                table(0.5, [0.0, 0.0]),
                table(0.5, [0.0, 0.0], [0.0, 1.0], [0.0, 0.0], [3.0, 0.0], [0.0, 0.0]),
            ),
        ),
        Check(
            "whole numbers",
            (Case((np.array([[5, 1, 1]]), 0.9)), Case((np.array([[2, 0], [0, 0], [1, 3]]), 0.6))),
        ),
        Check(
            "no such threshold",
            (
                table(1.0, *trials, refused="no weight is greater than 1, so the answer is known"),
                table(0.0, *trials, refused="every largest weight is greater than 0"),
                table(90.0, *trials, refused=outside),
                table(-0.5, *trials, refused=outside),
            ),
        ),
        Check(
            "no trials",
            (Case((np.empty((0, 3)), 0.9), "of no trials at all there is no fraction"),),
        ),
    )


def _softmax(scores: Array, axis: int | None = -1, shift: int | tuple[int, int] = -1) -> Array:
    powers = np.exp(scores - scores.max(axis=shift, keepdims=True))
    return np.asarray(powers / powers.sum(axis=axis, keepdims=True))


def _unshifted(scores: Array) -> Array:
    powers = np.exp(scores)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def _largest_size(scores: Array) -> Array:
    powers = np.exp(scores - np.abs(scores).max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


def _off(number: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """Return a softmax that takes something off each row that is not its largest score."""
    return lambda scores: _unshifted(scores - number(scores))


def _not_lined_up(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1))


def _rate(weights: Callable[[Array], Array]) -> Callable[[Array, float], float]:
    """Return the rate of trials by weights that are computed in some way."""

    def rate(scores: Array, threshold: float) -> float:
        return float((weights(scores).max(axis=-1) > threshold).mean())

    return rate


def _saturated(scores: Array, threshold: float) -> Array:
    return np.asarray(_softmax(scores).max(axis=-1) > threshold)


def _weights_in_whole_numbers(scores: Array) -> Array:
    return _softmax(scores).astype(scores.dtype)


_HOW_MANY = (
    "this is how many trials are saturated. Asked for is which fraction of them: divide by the "
    "number of trials."
)

MISTAKES = (
    Mistake(_HOW_MANY, lambda scores, threshold: int(_saturated(scores, threshold).sum())),
    Mistake(_HOW_MANY, lambda scores, threshold: _saturated(scores, threshold).sum()),
    Mistake(
        "this is the fraction in percent. Asked for is a number from 0 to 1.",
        lambda scores, threshold: 100.0 * float(_saturated(scores, threshold).mean()),
    ),
    Mistake(
        "this is the fraction of all weights that are above the threshold. Each trial counts "
        "once: take its largest weight first.",
        lambda scores, threshold: float((_softmax(scores) > threshold).mean()),
    ),
    Mistake(
        "this is what comes out if only the first weight of each trial is compared. The largest "
        "may be any of them.",
        lambda scores, threshold: float((_softmax(scores)[:, 0] > threshold).mean()),
    ),
    Mistake(
        "a trial with a single key does not count here. That key gets all the weight, and 1 is "
        "above every threshold.",
        lambda scores, threshold: (
            0.0 if scores.shape[-1] == 1 else float(_saturated(scores, threshold).mean())
        ),
    ),
    Mistake(
        "this is the fraction of trials whose largest score is above the threshold. It is the "
        "weights that matter: take the softmax first.",
        _rate(lambda scores: scores),
    ),
    Mistake(
        "this is the fraction of trials that are not saturated.",
        lambda scores, threshold: float((~_saturated(scores, threshold)).mean()),
    ),
    Mistake(
        "this also counts trials whose largest weight equals the threshold. Only a greater one "
        "counts.",
        lambda scores, threshold: float((_softmax(scores).max(axis=-1) >= threshold).mean()),
    ),
    Mistake(
        "this is what comes out with a softmax over the trials. A trial is a row, and its weights "
        "sum to 1 along it.",
        _rate(lambda scores: _softmax(scores, axis=0, shift=0)),
    ),
    Mistake(
        "this is what comes out with one softmax over the whole table. Each trial, a row, has "
        "weights of its own, which sum to 1.",
        _rate(lambda scores: _softmax(scores, axis=None, shift=(0, 1))),
    ),
    Mistake(
        "this is what comes out if the largest weight of each column is taken. A trial is a row: "
        "its largest weight is found along the last axis.",
        lambda scores, threshold: float((_softmax(scores).max(axis=0) > threshold).mean()),
    ),
    Mistake(
        "this is what comes out if the smallest weight is compared. Saturated is a trial in which "
        "the largest weight is above the threshold.",
        lambda scores, threshold: float((_softmax(scores).min(axis=-1) > threshold).mean()),
    ),
    Mistake(
        "this is what comes out if the sums of the rows divide the columns. With as many trials as "
        "keys that goes unnoticed: keep the axis of the sums, with `keepdims=True`.",
        _rate(_not_lined_up),
    ),
    Mistake(
        "this is what comes out if the scores are scaled once more, by the root of their number. "
        "They are to be taken as they are.",
        _rate(lambda scores: _softmax(scores / np.sqrt(scores.shape[-1]))),
    ),
    Mistake(
        "this is what comes out when e to the score overflows, or becomes 0 for all of them: the "
        "weight is then NaN, and NaN is not greater than anything. Take each row's largest score "
        "off before the exponential.",
        _rate(_unshifted),
    ),
    Mistake(
        "this is what comes out when the largest score of the whole table is taken off. In a row "
        "far below it every exponential becomes 0, and 0/0 is NaN: use each row's own maximum.",
        _rate(lambda scores: _softmax(scores, shift=(0, 1))),
    ),
    Mistake(
        "this is what comes out when the first score of a row is taken off. A later one that is "
        "much larger still overflows: it is the largest that has to become 0.",
        _rate(_off(lambda scores: scores[:, :1])),
    ),
    Mistake(
        "this is what comes out when the lowest score of a row is taken off. Then the largest one "
        "still overflows: it is the largest that has to become 0.",
        _rate(_off(lambda scores: scores.min(axis=-1, keepdims=True))),
    ),
    Mistake(
        "this is what comes out when a row's average is taken off. A score that is far above it "
        "still overflows: it is the largest that has to become 0.",
        _rate(_off(lambda scores: scores.mean(axis=-1, keepdims=True))),
    ),
    Mistake(
        "this is what comes out when the largest absolute value is taken off the scores. If all "
        "are far below zero, every exponential becomes 0: take the largest score itself off.",
        _rate(_largest_size),
    ),
    Mistake(
        "this is what comes out when the weights are kept as whole numbers. An array made with "
        "the type of a whole-number input cuts their fractions off.",
        _rate(_weights_in_whole_numbers),
    ),
)

EXERCISE = Exercise(
    number="6.3c",
    title="How often one key takes it all",
    function="saturation_rate",
    parameters=("scores", "threshold"),
    file="e6_3c_saturation.py",
    points=2,
    hint=(
        "There are three steps: weights, one number for each trial, one number for all. Write "
        "down the shape after each. And which score of a row may you take off all of them?"
    ),
    reread="section 6.3, “Why divide by the square root of the key width”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
