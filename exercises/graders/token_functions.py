"""Functions from tokens to tokens for exercise 6.5: some see positions, some do not.

Each takes an ndarray of shape (n_tokens, d_model) and returns one with as many rows. The first line
of each docstring is shown to the learner when it is judged wrongly.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[Any]


def self_attention(x: Tokens) -> Tokens:
    """Each token averages all tokens by attention, without a mask."""
    scores = x @ x.T / np.sqrt(x.shape[1])
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True) @ x)


def each_alone(x: Tokens) -> Tokens:
    """Each token is changed by itself, in the same way, and becomes wider."""
    return np.hstack([np.tanh(x) + x[:, ::-1], x[:, :1] * 3 - 1])


def unchanged(x: Tokens) -> Tokens:
    """Each token comes back as it is."""
    return x.copy()


def all_average(x: Tokens) -> Tokens:
    """Each token becomes the average of all."""
    return np.broadcast_to(x.mean(axis=0), x.shape).copy()


def rank(x: Tokens) -> Tokens:
    """Each token becomes the number of tokens whose first feature is smaller."""
    return np.asarray((x[:, :1] > x[:, 0]).sum(axis=1, keepdims=True), np.float64)


def rounded_off(x: Tokens) -> Tokens:
    """Each token loses the average of all, summed in an order that shows in the last digits."""
    total = np.zeros(x.shape[1])
    for row in x:
        total = total + (row + 1e3)
    return np.asarray(x - (total / len(x) - 1e3))


def causal_attention(x: Tokens) -> Tokens:
    """Each token averages itself and the tokens before it, by attention."""
    scores = x @ x.T / np.sqrt(x.shape[1])
    scores = np.where(np.tri(len(x), dtype=np.bool_), scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True) @ x)


def with_positions(x: Tokens) -> Tokens:
    """Each token averages all tokens by attention, after its position was added to it."""
    return self_attention(x + np.sin(np.arange(len(x)))[:, None])


def first_doubled(x: Tokens) -> Tokens:
    """The first token is doubled, whichever it is."""
    result = x.copy()
    result[0] *= 2
    return result


def last_raised(x: Tokens) -> Tokens:
    """The last token is raised by 1, whichever it is."""
    result = x.copy()
    result[-1] += 1
    return result


def in_a_ring(x: Tokens) -> Tokens:
    """Each token gets half of the one before it; the first gets half of the last."""
    return np.asarray(x + np.roll(x, 1, axis=0) / 2)


def with_both_neighbours(x: Tokens) -> Tokens:
    """Each token gets half of both its neighbours."""
    result = x.copy()
    result[1:] += x[:-1] / 2
    result[:-1] += x[1:] / 2
    return result


def sorted_tokens(x: Tokens) -> Tokens:
    """The tokens are sorted by their first feature."""
    return x[np.argsort(x[:, 0])]


def reversed_tokens(x: Tokens) -> Tokens:
    """The tokens come back in reversed order."""
    return x[::-1].copy()


def running_average(x: Tokens) -> Tokens:
    """Each token becomes the average of itself and the tokens before it."""
    return np.asarray(np.cumsum(x, axis=0) / np.arange(1, len(x) + 1)[:, None])
