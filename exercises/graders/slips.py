"""Attention with one thing done wrong, from which several graders make their likely mistakes."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Axes: TypeAlias = int | tuple[int, ...]
Scale: TypeAlias = Callable[[Array, Array, Array], float]
Softmax: TypeAlias = Callable[[Array], Array]


def softmax_but(
    *,
    axis: Axes | None = -1,
    shift: Axes | None = -1,
    of: Callable[[Array], Array] = np.asarray,
) -> Softmax:
    """Return a softmax along other axes, or with something else taken off before it.

    Parameters
    ----------
    axis
        Along which axes the weights sum to 1; None means all of them.
    shift
        Along which axes the largest is taken off; None takes nothing off.
    of
        Makes of the scores the numbers whose largest is taken off.
    """

    def softmax(scores: Array) -> Array:
        with np.errstate(all="ignore"):
            top: Any = 0.0 if shift is None else of(scores).max(axis=shift, keepdims=True)
            powers = np.exp(scores - top)
            return np.asarray(powers / powers.sum(axis=axis, keepdims=True))

    return softmax


softmax = softmax_but()


def clipped_softmax(scores: Array) -> Array:
    """Return the softmax of scores that are cut off at ±500."""
    return softmax(np.clip(scores, -500, 500))


def attention_but(
    *,
    scale: Scale = lambda query, key, value: query.shape[-1] ** -0.5,
    axis: Axes = -1,
    shift: Axes | None = -1,
    softmax: Softmax | None = None,
) -> Callable[..., Array]:
    """Return attention with another scale, or a softmax along or shifted along other axes.

    Parameters
    ----------
    scale
        What the scores are multiplied by, from query, key and value.
    axis
        Along which axes the weights sum to 1.
    shift
        Along which axes the largest score is taken off; None takes nothing off.
    softmax
        Makes the weights of the scores, instead of `axis` and `shift`.

    Returns
    -------
    callable
        Takes query, key, value and, if there is one, a mask to add to the scores.
    """
    weights = softmax or softmax_but(axis=axis, shift=shift)

    def attention(query: Array, key: Array, value: Array, mask: Array | float = 0.0) -> Array:
        with np.errstate(all="ignore"):
            scores = query @ np.swapaxes(key, -2, -1) * scale(query, key, value) + mask
            return np.asarray(weights(scores) @ value)

    return attention


attention = attention_but()
