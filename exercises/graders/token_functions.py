"""Functions from tokens to tokens for exercise 6.5b: some see positions, some do not.

Each takes an ndarray of shape (n_tokens, d_model) and returns one with as many rows. The first line
of each docstring is shown to the learner when it is judged wrongly.

Tokens are drawn without a seed, so nothing may depend on luck: functions that are blind to order
give the same last digit in every order (sums are by `math.fsum`, which rounds once), but for the
two that are there to be rounded; functions that are not differ by far more than rounding does.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[Any]


def self_attention(x: Tokens) -> Tokens:
    """Each token averages all tokens by attention, without a mask."""
    return _attention(_copy(x), causal=False)


def each_alone(x: Tokens) -> Tokens:
    """Each token is changed by itself, in the same way, and becomes wider."""
    x = _copy(x)
    return np.hstack([x * x + x[:, ::-1], x[:, :1] * 3 - 1])


def unchanged(x: Tokens) -> Tokens:
    """Each token comes back as it is."""
    return _copy(x)


def all_average(x: Tokens) -> Tokens:
    """Each token becomes the average of all."""
    average = [math.fsum(column) / len(x) for column in x.T.tolist()]
    return np.array([average for _ in x])


def rank(x: Tokens) -> Tokens:
    """Each token becomes the number of tokens whose features add up to less."""
    sums = [math.fsum(row) for row in x.tolist()]
    return np.array([[float(sum(other < own for other in sums))] for own in sums])


def rounded_off(x: Tokens) -> Tokens:
    """Each token is raised by 10; all but the first are rounded in the eleventh decimal place."""
    result = _copy(x) + 10
    result[1:] = (result[1:] + 1e5) - 1e5
    return result


def nothing_but_rounding(x: Tokens) -> Tokens:
    """Each token less itself: zeros, all but the first rounded in the eleventh decimal place."""
    result = _copy(x)
    result[1:] = (result[1:] + 1e5) - 1e5
    return np.asarray(result - x)


def causal_attention(x: Tokens) -> Tokens:
    """Each token averages itself and the tokens before it, by attention."""
    return _attention(_copy(x), causal=True)


def with_positions(x: Tokens) -> Tokens:
    """Each token averages all tokens by attention, after its position was added to it."""
    return _attention(x + np.sin(np.arange(len(x)))[:, None], causal=False)


def first_doubled(x: Tokens) -> Tokens:
    """The first token is doubled, whichever it is."""
    result = _copy(x)
    result[0] *= 2
    return result


def last_raised(x: Tokens) -> Tokens:
    """The last token is raised by 1, whichever it is."""
    result = _copy(x)
    result[-1] += 1
    return result


def last_raised_a_little(x: Tokens) -> Tokens:
    """The last token is raised by a thousandth, whichever it is."""
    result = _copy(x)
    result[-1] += 1e-3
    return result


def last_a_millionth(x: Tokens) -> Tokens:
    """Each token becomes 0, but the last becomes a millionth."""
    result = np.zeros_like(x, np.float64)
    result[-1] = 1e-6
    return result


def last_with_the_one_before(x: Tokens) -> Tokens:
    """The last token gets half of the one before it; the others stay as they are."""
    result = _copy(x)
    result[-1] += x[-2] / 2
    return result


def raised_from_the_sixth(x: Tokens) -> Tokens:
    """Tokens from the sixth place on are raised by 1."""
    result = _copy(x)
    result[5:] += 1
    return result


def last_negative_doubled(x: Tokens) -> Tokens:
    """The negative features of the last token are doubled."""
    result = _copy(x)
    result[-1, result[-1] < 0] *= 2
    return result


def last_raised_by_a_difference(x: Tokens) -> Tokens:
    """The last token is raised by its last feature less its first."""
    result = _copy(x)
    result[-1] += x[-1, -1] - x[-1, 0]
    return result


def last_raised_by_its_last_feature(x: Tokens) -> Tokens:
    """The last token is raised by its last feature."""
    result = _copy(x)
    result[-1] += x[-1, -1]
    return result


def last_raised_in_its_last_feature(x: Tokens) -> Tokens:
    """The last feature of the last token is raised by 1."""
    result = _copy(x)
    result[-1, -1] += 1
    return result


def last_shifted_in_the_middle(x: Tokens) -> Tokens:
    """The last token's second feature is raised by 1, its third lowered by 1."""
    result = _copy(x)
    result[-1, 1] += 1
    result[-1, 2] -= 1
    return result


def in_a_ring(x: Tokens) -> Tokens:
    """Each token gets half of the one before it; the first gets half of the last."""
    return np.asarray(x + np.roll(x, 1, axis=0) / 2)


def with_both_neighbours(x: Tokens) -> Tokens:
    """Each token gets half of both its neighbours."""
    result = _copy(x)
    result[1:] += x[:-1] / 2
    result[:-1] += x[1:] / 2
    return result


def sorted_tokens(x: Tokens) -> Tokens:
    """The tokens are sorted by the sums of their features."""
    return np.array(sorted(_copy(x).tolist(), key=math.fsum))


def reversed_tokens(x: Tokens) -> Tokens:
    """The tokens come back in reversed order."""
    return _copy(x[::-1])


def running_average(x: Tokens) -> Tokens:
    """Each token becomes the average of itself and the tokens before it."""
    return np.asarray(np.cumsum(x, axis=0) / np.arange(1, len(x) + 1)[:, None])


def _copy(x: Tokens) -> Tokens:
    return np.array(x, np.float64)


def _attention(x: Tokens, *, causal: bool) -> Tokens:
    rows = x.tolist()
    result = []
    for place, query in enumerate(rows):
        seen = rows[: place + 1] if causal else rows
        root = math.sqrt(len(query))
        scores = [math.fsum(q * k for q, k in zip(query, key, strict=True)) / root for key in seen]
        largest = max(scores)
        powers = [math.exp(score - largest) for score in scores]
        total = math.fsum(powers)
        columns = zip(*seen, strict=True)
        result.append(
            [math.fsum(p * v for p, v in zip(powers, c, strict=True)) / total for c in columns]
        )
    return np.array(result)
