"""Beyond the module: one step of the online softmax, for one query."""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Array: TypeAlias = NDArray[Any]
State: TypeAlias = tuple[float, float, Array]
Step: TypeAlias = Callable[[float, float, Array, Array, Array], State]

HIDDEN = -math.inf


def oracle(largest: float, total: float, average: Array, scores: Array, values: Array) -> State:
    """Count all that was seen so far as one term, then add the new terms one by one."""
    top = float(max([largest, *scores.tolist()]))
    if top == HIDDEN:
        return HIDDEN, 0.0, np.zeros(len(average))
    before = total * math.exp(largest - top)
    powers = [math.exp(score - top) for score in scores.tolist()]
    whole = math.fsum([before, *powers])
    mean = np.empty(len(average))
    for place in range(len(mean)):
        terms = [power * row[place] for power, row in zip(powers, values.tolist(), strict=True)]
        mean[place] = math.fsum([before * float(average[place]), *terms]) / whole
    return top, whole, mean


def state(scores: Sequence[float], values: Sequence[Sequence[float]]) -> State:
    """Return the state after the given scores, straight from what its three parts mean."""
    largest = max(scores)
    powers = [math.exp(score - largest) for score in scores]
    total = math.fsum(powers)
    average = [
        math.fsum(power * entry for power, entry in zip(powers, column, strict=True)) / total
        for column in zip(*values, strict=True)
    ]
    return largest, total, np.array(average)


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return blocks at the start and later, with and without hidden keys."""

    def start(*scores: float, values: object) -> Case:
        rows = np.array(values)
        return Case((HIDDEN, 0.0, np.zeros(rows.shape[1]), np.array(scores), rows))

    def first(n: int, d_v: int, *, mean: float = 0.0) -> Case:
        scores = rng.normal(mean, 1.5, size=n).round(3).tolist()
        return start(*scores, values=rng.normal(scale=4, size=(n, d_v)).round(2))

    def later(seen: int, n: int, d_v: int, rise: float, *hidden: int, mean: float = 0.0) -> Case:
        """Let the block's largest score lie `rise` above the largest score before it."""
        before = rng.normal(mean, 1.2, size=seen).round(3)
        scores = rng.normal(mean, 1.2, size=n).round(3)
        scores += before.max() + rise - scores.max()
        scores[list(hidden)] = HIDDEN
        old = rng.normal(scale=4, size=(seen, d_v)).round(2)
        new = rng.normal(scale=4, size=(n, d_v)).round(2)
        return Case((*state(before.tolist(), old.tolist()), scores, new))

    def after(so_far: State, scores: list[float], values: object) -> Case:
        return Case((*so_far, np.array(scores), np.array(values)))

    one = (0.0, 1.0, np.array([8.0]))
    high = (1000.0, 1.5, np.array([3.0, -2.0]))
    low = (-1000.0, 1.25, np.array([3.0, -2.0]))
    balanced = (0.0, 2.0, np.array([0.0, 0.0]))
    rows = [[4.0, 10], [8.0, -6]]
    ln2, ln3 = math.log(2.0), math.log(3.0)
    return (
        Check(
            "the first block",
            (
                start(0.0, ln3, values=[[8.0], [4.0]]),
                start(-2.0, values=[[5.0, -7.0, 1.0]]),
                start(-ln2, 0.0, -ln2, values=[[4.0, 1], [2.0, 3], [8.0, -1]]),
                first(5, 3, mean=-6.0),
                first(4, 2),
            ),
        ),
        Check(
            "a later block with a higher score",
            (
                after(one, [ln3, ln3], [[16.0], [16.0]]),
                after((-ln2, 1.0, np.array([6.0])), [0.0, -ln2], [[3.0], [12.0]]),
                later(4, 3, 2, rise=0.7),
                later(3, 1, 4, rise=2.1),
                later(5, 4, 3, rise=1.3, mean=-5.0),
                later(6, 3, 3, rise=0.4, mean=3.0),
            ),
        ),
        Check(
            "a later block with lower scores",
            (
                after(one, [-ln2, -ln3], [[16.0], [-8.0]]),
                after(one, [0.0, 0.0], [[2.0], [5.0]]),
                after(balanced, [-ln2, -ln2], rows),
                later(4, 3, 2, rise=-0.7),
                later(3, 1, 4, rise=-1.6),
                later(5, 4, 3, rise=-0.9, mean=-5.0),
                later(6, 3, 3, rise=-1.1, mean=3.0),
            ),
        ),
        Check(
            "scores of 1000 and -1000",
            (
                start(1000.0, 999.0, values=rows),
                start(-1000.0, -1001.0, values=rows),
                after(high, [-1000.0, -999.0], rows),
                after(high, [1001.0, 999.0], rows),
                after(low, [1000.0, 998.0], rows),
                after(low, [-1002.0, -999.0], rows),
            ),
        ),
        Check(
            "a block with some hidden keys",
            (
                after(one, [HIDDEN, ln3], [[5.0], [16.0]]),
                start(0.0, HIDDEN, ln3, values=[[8.0], [100.0], [4.0]]),
                later(4, 3, 2, 0.8, 0, 2),
                later(3, 4, 3, -0.6, 1),
            ),
        ),
        Check(
            "a later block, hidden whole",
            (
                after(one, [HIDDEN, HIDDEN], [[5.0], [16.0]]),
                later(4, 3, 2, 0.0, 0, 1, 2),
                after(low, [HIDDEN, HIDDEN, HIDDEN], [*rows, [1.0, 2]]),
            ),
        ),
        Check(
            "a first block, hidden whole",
            (
                start(HIDDEN, values=[[5.0]]),
                start(HIDDEN, HIDDEN, HIDDEN, values=[[1.0, 2], [3.0, 4], [5.0, 6]]),
            ),
        ),
        Check(
            "whole numbers",
            (
                after(one, [1.0, 0.0], [[3], [4]]),
                start(2, 0, 1, values=[[1, 8], [3, 2], [4, 5]]),
            ),
        ),
        Check(
            "not as many values as scores",
            (
                Case(
                    (*one, np.array([0.0, 1.0, 2.0]), np.ones((2, 1))),
                    "3 scores need 3 values, and there are 2",
                ),
                Case(
                    (*balanced, np.array([0.0, 1.0, 2.0]), np.ones((1, 2))),
                    "3 scores need 3 values, and there is 1",
                ),
                Case(
                    (*balanced, np.array([1.0]), np.ones((3, 2))),
                    "one score needs one value, and there are 3",
                ),
            ),
        ),
    )


class Terms(NamedTuple):
    """What a step is put together from.

    Attributes
    ----------
    top
        The new largest score.
    shrink
        What the old sums are to be multiplied by.
    total, average
        The old ones.
    powers
        The sum of the new exponentials.
    added
        The sum of the new exponentials times their values.
    """

    top: float
    shrink: float
    total: float
    average: Array
    powers: float
    added: Array


def step_but(
    *,
    total: Callable[[Terms], float] = lambda t: t.total * t.shrink + t.powers,
    average: Callable[[Terms], Array] = lambda t: t.total * t.shrink * t.average + t.added,
    divided: bool = True,
    top: Callable[[float, Array], float] = lambda largest, scores: max(largest, scores.max()),
    shift: Callable[[float, Array], float] = lambda top, scores: top,
    shrink: Callable[[float, float], float] = lambda largest, top: float(np.exp(largest - top)),
) -> Step:
    """Return a step with one part done in another way, and no care taken of −∞ − (−∞)."""

    def step(largest: float, seen: float, mean: Array, scores: Array, values: Array) -> State:
        highest = float(top(largest, scores))
        powers = np.exp(scores - shift(highest, scores))
        terms = Terms(
            highest,
            shrink(largest, highest),
            seen,
            mean,
            float(powers.sum()),
            np.asarray(powers @ values),
        )
        whole = total(terms)
        result = average(terms)
        return highest, whole, np.asarray(np.divide(result, whole) if divided else result)

    return step


_step = step_but()


def _no_maximum(largest: float, total: float, average: Array, scores: Array, values: Array) -> Any:  # noqa: ANN401
    top, old, new = max(largest, scores.max()), total * np.exp(largest), np.exp(scores)
    whole = old + new.sum()
    return top, np.divide(whole, np.exp(top)), (old * average + new @ values) / whole


def _never_relative(
    largest: float, total: float, average: Array, scores: Array, values: Array
) -> State:
    new = np.exp(scores)
    whole = total + float(new.sum())
    return max(largest, scores.max()), whole, (total * average + new @ values) / whole


def _block_alone(
    largest: float, total: float, average: Array, scores: Array, values: Array
) -> State:
    return _step(HIDDEN, 0.0, np.zeros_like(average), scores, values)


def _afresh_from_zeros(
    largest: float, total: float, average: Array, scores: Array, values: Array
) -> State:
    if not average.any():
        return _step(HIDDEN, 0.0, average, scores, values)
    return _step(largest, total, average, scores, values)


def _skip_if_any_hidden(
    largest: float, total: float, average: Array, scores: Array, values: Array
) -> State:
    if np.isneginf(scores).any():
        return largest, total, average
    return _step(largest, total, average, scores, values)


def _restart_if_hidden(
    largest: float, total: float, average: Array, scores: Array, values: Array
) -> State:
    if np.isneginf(scores).all():
        return HIDDEN, 0.0, np.zeros_like(average)
    return _step(largest, total, average, scores, values)


def _block_first(
    largest: float, total: float, average: Array, scores: Array, values: Array
) -> State:
    highest, powers, mean = _block_alone(largest, total, average, scores, values)
    top = max(largest, highest)
    old, new = total * np.exp(largest - top), powers * np.exp(highest - top)
    return top, old + new, (old * average + new * mean) / (old + new)


def _filled(largest: float, total: float, average: Array, scores: Array, values: Array) -> State:
    return _step(largest, total, average, np.maximum(scores, -1e9), values)


def _cut_off(largest: float, total: float, average: Array, scores: Array, values: Array) -> State:
    top, whole, mean = _step(largest, total, average, scores, values)
    return top, whole, np.trunc(mean).astype(values.dtype)


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get without rescaling what is old. The old total is "
        "relative to the old largest score: multiply it by e^(old largest − new largest).",
        step_but(shrink=lambda largest, top: 1.0),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get if the old total is added as it is. It is relative "
        "to the old largest score: multiply it by e^(old largest − new largest) here too.",
        step_but(total=lambda t: t.total + t.powers),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get if the old total is rescaled where it is added, "
        "but not where it weighs the old average.",
        step_but(average=lambda t: t.total * t.average + t.added),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get by rescaling with e^(new largest − old largest). "
        "Next to a larger score what is old counts for less: the exponent is never above 0.",
        step_but(shrink=lambda largest, top: float(np.exp(top - largest))),
        in_part=True,
    ),
    Mistake(
        "these are exactly the sums of exponentials times values. Divide them by the new total; "
        "`average` is a finished average.",
        step_but(divided=False),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get by taking `average` for a sum that still has to be "
        "divided. It has been divided: multiply it by the old total first, divide at the end.",
        step_but(average=lambda t: t.shrink * t.average + t.added, divided=False),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get if the old average counts as one single term. It "
        "stands for all the scores so far, so its weight is the old total, rescaled.",
        step_but(average=lambda t: t.shrink * t.average + t.added),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get by giving the old average and the new block half "
        "the weight each. Their weights are their shares of the new total.",
        step_but(average=lambda t: (t.average + t.added / t.powers) / 2, divided=False),
        in_part=True,
    ),
    Mistake(
        "this is what comes out when e to the score overflows, or becomes 0 for all of them. Take "
        "the largest score off before each exponential, and go from the old largest to the new "
        "one by e to their difference.",
        _no_maximum,
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get if `total` is a sum of e to the score itself. It is "
        "relative to the largest score: each term is e^(score − largest).",
        _never_relative,
        in_part=True,
    ),
    Mistake(
        "the largest score of the block is taken for the largest of all. What was seen before may "
        "hold a larger one.",
        step_but(top=lambda largest, scores: scores.max()),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get if the largest score is looked for from 0 on. All "
        "scores may lie below 0: begin at −∞, or at one of them.",
        step_but(top=lambda largest, scores: max(largest, 0.0, scores.max())),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get if the new exponentials are relative to the "
        "block's own largest score. All terms have to be relative to the same one, the largest of "
        "all.",
        step_but(shift=lambda top, scores: float(scores.max())),
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers of the new block alone. What was seen before is lost.",
        _block_alone,
        in_part=True,
    ),
    Mistake(
        "an average of 0 is taken for the start. Values may well average to 0; before the first "
        "block, `total` is 0.",
        _afresh_from_zeros,
        in_part=True,
    ),
    Mistake(
        "the whole block is left out because one of its keys is hidden. e^(−∞) is 0, so a hidden "
        "key adds nothing by itself; the others count.",
        _skip_if_any_hidden,
    ),
    Mistake(
        "this is the state before the first block. A hidden block adds nothing, but what was seen "
        "before stays.",
        _restart_if_hidden,
    ),
    Mistake(
        "−∞ − (−∞) is NaN. A hidden block has a largest score of −∞, and taking it off does that. "
        "Take off the largest score of all, or leave a hidden block out.",
        _block_first,
    ),
    Mistake(
        "−∞ − (−∞) is NaN. While nothing has been seen, the largest score of all is −∞, and "
        "taking it off does that. Nothing is to be added then: ask for this case first.",
        _step,
    ),
    Mistake(
        "−1e9 is not −∞. When nothing else was seen, hidden keys with a score of −1e9 share all "
        "the weight.",
        _filled,
    ),
    Mistake(
        "the average is right but for its fractions, which are cut off. An array made with the "
        "type of whole-number values holds whole numbers only.",
        _cut_off,
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="beyond-a",
    title="Online softmax",
    function="online_step",
    parameters=("largest", "total", "average", "scores", "values"),
    file="e_beyond_a_online_softmax.py",
    points=4,
    hint=(
        "When a larger score arrives, all the old exponentials were taken relative to the wrong "
        "one. By which single factor are they off? And what was the old average divided by, so "
        "that it can be taken up again?"
    ),
    reread="section 4.3, “Softmax and its slope”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
