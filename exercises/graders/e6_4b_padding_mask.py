"""6.4, the padding mask: what is hidden is the column of a placeholder, wherever it stands."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders.exercise import Case, Check, Exercise, Mistake

Ids = NDArray[Any]
Mask = NDArray[Any]


def oracle(token_ids: Ids, padding_id: int) -> Mask:
    """Go from token to token and look at its id."""
    *batch, n_keys = token_ids.shape
    mask = np.empty((*batch, 1, n_keys))
    for index in np.ndindex(token_ids.shape):
        *sequence, key = index
        hidden = int(token_ids[index]) == padding_id
        mask[(*sequence, 0, key)] = -math.inf if hidden else 0.0
    return mask


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return sequences with placeholders at the end first, then anywhere, then with other ids."""

    def filled_up(*shape: int) -> Case:
        """Draw sequences, each with another number of real tokens than the one before it."""
        *batch, m = shape
        ids = rng.integers(1, 60, size=shape)
        start = int(rng.integers(1, m))
        for number, sequence in enumerate(np.ndindex(*batch)):
            ids[sequence][1 + (start + number) % m :] = 0
        return Case((ids, 0))

    def ended(m: int) -> Case:
        """Draw a sequence with at least one placeholder."""
        ids = rng.integers(1, 60, size=m)
        ids[int(rng.integers(1, m)) :] = 0
        return Case((ids, 0))

    def holed(m: int) -> Case:
        ids = rng.integers(1, 60, size=m)
        ids[rng.permutation(m - 1)[:2]] = 0
        return Case((ids, 0))

    def with_id(padding_id: int, *shape: int) -> Case:
        """Draw sequences with real tokens on both sides of the padding id, and some of id 0."""
        ids = rng.integers(10, 60, size=shape)
        ids[..., 0], ids[..., 1] = 0, 3
        ids[..., -1] = padding_id
        return Case((ids, padding_id))

    return (
        Check(
            "placeholders at the end of one sequence",
            (
                Case((np.array([8, 0]), 0)),
                Case((np.array([8, 6, 0, 0]), 0)),
                ended(3),
                ended(7),
            ),
        ),
        Check(
            "placeholders before and between real tokens",
            (Case((np.array([4, 0, 7, 5]), 0)), Case((np.array([0, 0, 3, 9]), 0)), holed(6)),
        ),
        Check(
            "a batch of sequences",
            (
                Case((np.array([[5, 7, 9], [8, 0, 0]]), 0)),
                filled_up(3, 3),
                filled_up(1, 6),
                filled_up(5, 3),
            ),
        ),
        Check("two leading axes", (filled_up(2, 3, 4), filled_up(3, 3, 3), filled_up(4, 2, 5))),
        Check(
            "a padding id other than 0",
            (
                Case((np.array([3, 0, 8, 7, 7]), 7)),
                Case((np.array([2, 0, 5, 6, -1]), -1)),
                with_id(7, 3, 5),
                with_id(-1, 2, 6),
            ),
        ),
        Check(
            "a large padding id",
            (
                Case((np.array([8, 50256]), 50256)),
                Case((np.array([[80, 7, 50256], [50255, 50256, 50256]]), 50256)),
            ),
        ),
        Check(
            "nothing but placeholders, or none",
            (
                Case((np.array([0, 0]), 0)),
                Case((np.array([3, 8, 5]), 0)),
                Case((np.array([[0, 0, 0], [4, 6, 2]]), 0)),
            ),
        ),
        Check(
            "a single number",
            (Case((np.array(5), 0), "a single number is no sequence of tokens"),),
        ),
    )


def _hiding(
    hidden: Callable[[Ids, int], NDArray[np.bool_]], fill: float = -np.inf, rest: float = 0.0
) -> Callable[[Ids, int], Mask]:
    """Return a mask function that puts `fill` where `hidden` says so, and `rest` elsewhere."""

    def mask(token_ids: Ids, padding_id: int) -> Mask:
        return np.where(hidden(token_ids, padding_id), fill, rest)[..., None, :]

    return mask


def _placeholder(token_ids: Ids, padding_id: int) -> NDArray[np.bool_]:
    return np.asarray(token_ids == padding_id)


def _from_the_first(token_ids: Ids, padding_id: int) -> NDArray[np.bool_]:
    return np.logical_or.accumulate(_placeholder(token_ids, padding_id), axis=-1)


def _by_count(token_ids: Ids, padding_id: int) -> NDArray[np.bool_]:
    real = (token_ids != padding_id).sum(axis=-1, keepdims=True)
    return np.asarray(np.arange(token_ids.shape[-1]) >= real)


_right = _hiding(_placeholder)


def _rows(token_ids: Ids, padding_id: int) -> Mask:
    return np.swapaxes(_right(token_ids, padding_id), -2, -1)


def _square(mask: Mask) -> Mask:
    m = max(mask.shape[-2:])
    return np.array(np.broadcast_to(mask, (*mask.shape[:-2], m, m)))


def _both(token_ids: Ids, padding_id: int) -> Mask:
    return _right(token_ids, padding_id) + _rows(token_ids, padding_id)


def _times_infinity(token_ids: Ids, padding_id: int) -> Mask:
    return np.where(_right(token_ids, padding_id) == 0, np.nan, -np.inf)


def _one_left(token_ids: Ids, padding_id: int) -> Mask:
    mask = _right(token_ids, padding_id)
    return np.where(np.isneginf(mask).all(axis=-1, keepdims=True), 0.0, mask)


_KEPT = 256
_QUERIES = (
    "this hides the rows, which are queries. A placeholder must not be read by others, so its "
    "column, which is a key, is what has to be hidden."
)

MISTAKES = (
    Mistake(_QUERIES, _rows),
    Mistake(
        "these are tables that hide the placeholders' rows, the queries. A placeholder must not "
        "be read by others: hide its column, a key. One row of entries does for all queries.",
        lambda token_ids, padding_id: _square(_rows(token_ids, padding_id)),
    ),
    Mistake(
        "these are tables that hide the placeholders' rows as well as their columns. A query with "
        "a row of −∞ alone has nothing to look at: hide the columns only.",
        _both,
    ),
    Mistake(
        "the same row stands here once for each token. One row does, in shape (..., 1, M): NumPy "
        "repeats it for as many queries as there are.",
        lambda token_ids, padding_id: _square(_right(token_ids, padding_id)),
    ),
    Mistake(
        "the axis of the queries is missing. Without it a batch of B rows would be taken for B "
        "queries of one sequence: put an axis of length 1 before the last.",
        lambda token_ids, padding_id: _right(token_ids, padding_id)[..., 0, :],
    ),
    Mistake(
        "the new axis stands in front of everything. The queries' axis comes right before that of "
        "the keys, after the batch.",
        lambda token_ids, padding_id: _right(token_ids, padding_id)[..., 0, :][None],
    ),
    Mistake(
        "the new axis stands after the first axis of the batch. The queries' axis comes right "
        "before that of the keys, however many axes there are in front: count from the end.",
        lambda token_ids, padding_id: _right(token_ids, padding_id)[..., 0, :][:, None],
        in_part=True,
    ),
    Mistake(
        "0 and −∞ are exchanged: the real tokens are hidden here. What is added to an allowed "
        "score is 0.",
        _hiding(lambda token_ids, padding_id: token_ids != padding_id),
    ),
    Mistake(
        "this hides everything from the first placeholder on. A real token may follow a "
        "placeholder, and stays to be seen.",
        _hiding(_from_the_first),
    ),
    Mistake(
        "this counts the real tokens and hides what comes after so many. That is right only if "
        "all placeholders stand at the end: look at each token's own id.",
        _hiding(_by_count),
    ),
    Mistake(
        "this takes the id 0 for the placeholder, whatever `padding_id` is.",
        _hiding(lambda token_ids, padding_id: token_ids == 0),
    ),
    Mistake(
        "this hides the id 0 besides `padding_id`. If the placeholder is another number, 0 is a "
        "token like any other.",
        _hiding(lambda token_ids, padding_id: (token_ids == 0) | (token_ids == padding_id)),
    ),
    Mistake(
        "this hides the ids below `padding_id` too. An id is a name, not an amount: ask whether it "
        "is equal.",
        _hiding(lambda token_ids, padding_id: token_ids <= padding_id),
    ),
    Mistake(
        "this hides nothing, though it does for a small id: `is` asks whether two numbers are one "
        "and the same object, which Python keeps for small ones only. Ask with `==`.",
        _hiding(lambda token_ids, padding_id: (token_ids == padding_id) & (padding_id <= _KEPT)),
    ),
    Mistake(
        "−1e9 is not −∞. A score may be lower still, and then a hidden key gets all the weight.",
        _hiding(_placeholder, fill=-1e9),
    ),
    Mistake(
        "0 times −∞ is NaN, so a table of 0 and 1 cannot be multiplied by −∞. Choose with "
        "`numpy.where` instead.",
        _times_infinity,
    ),
    Mistake(
        "a mask of 1 for allowed and 0 for hidden would only be added to the scores, and hide "
        "nothing. Allowed is 0, hidden is −∞.",
        _hiding(_placeholder, fill=0.0, rest=1.0),
    ),
    Mistake(
        "a mask of True and False has to be read by whoever adds it. Asked for is the one that "
        "is added: 0 where allowed, −∞ where hidden.",
        lambda token_ids, padding_id: (token_ids != padding_id)[..., None, :],
    ),
    Mistake(
        "True where a token is hidden has to be read by whoever adds it. Asked for is the mask "
        "that is added: 0 where allowed, −∞ where hidden.",
        lambda token_ids, padding_id: (token_ids == padding_id)[..., None, :],
    ),
    Mistake(
        "this shows everything where everything should be hidden. Nobody may read a placeholder, "
        "not even if there is nothing else; what then happens is for attention to say.",
        _one_left,
    ),
)

EXERCISE = Exercise(
    number="6.4b",
    title="The padding mask",
    function="padding_mask",
    parameters=("token_ids", "padding_id"),
    file="e6_4b_padding_mask.py",
    points=2,
    hint=(
        "In a table of scores, is a token that must not be read a row or a column? The mask has "
        "one entry for each of those, and an axis of length 1 for the others. Where would that "
        "axis have to stand if there were three axes in front?"
    ),
    reread="section 6.4, “Masks”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
