"""6.4, attention with a mask that is added to the scores, and rows that may be all hidden."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake

Array = NDArray[Any]
INF = np.inf


def oracle(query: Array, key: Array, value: Array, mask: Array) -> Array:
    """Give each sequence its own table of the mask, and go through them one at a time."""
    n, m = query.shape[-2], key.shape[-2]
    tables = np.broadcast_to(mask, (*query.shape[:-2], n, m))
    shape = n, value.shape[-1]
    return loops.one_by_one(loops.attention, query, key, value, tables, shape=shape)


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return masks of every kind and shape, with no two sizes equal unless that is tried."""

    def hiding(*shape: int) -> Array:
        """Draw a mask whose rows hide one or two keys, each row others than the row before it."""
        *lead, m = shape
        mask = np.zeros(shape)
        start = int(rng.integers(m))
        for number, row in enumerate(np.ndindex(*lead)):
            first = (start + number) % m
            mask[(*row, first)] = -INF
            if number % 2 and m > 2:  # noqa: PLR2004
                mask[(*row, (first + 2) % m)] = -INF
        return mask

    def case(
        mask: Array, n: int, m: int, d_k: int, d_v: int, *batch: int, size: float = 1.5
    ) -> Case:
        shapes = (*batch, n, d_k), (*batch, m, d_k), (*batch, m, d_v)
        return Case((*(rng.normal(scale=size, size=s).round(3) for s in shapes), mask))

    def biases(*shape: int) -> Array:
        return rng.normal(scale=2, size=shape).round(3)

    def far(m: int, size: float) -> Case:
        """Draw a sequence of which one key is hidden from everyone, and has enormous scores."""
        query, key, value = (rng.normal(size=s) for s in ((3, 2), (m, 2), (m, 4)))
        place = int(rng.integers(m))
        key[place] *= size
        mask = np.zeros((3, m))
        mask[:, place] = -INF
        return Case((query, key, value, mask))

    eye = np.eye(4) * 2
    # Scaled, a query 2e_i has the keys' column i for its scores.
    two = np.array([[0.0, 0, 0, 0], [np.log(3.0), 0, 0, 0]])
    table = np.array([[1.0, 2, 0, 1], [0.0, 1, -1, 2]])
    asked = np.array([[1.0, 0, 2, 1], [0.0, 2, 1, 0], [-1.0, 0, 1, 2]])
    large = np.array([[1002.0, -1000, 2, 0], [1000.0, -1002, -2, 0], [998.0, -1003, 0, 0]])
    high = np.array([[1e10, 2000.0, 5, 0], [0.0, 1, 1e10, 0], [1.0, 3, 7, 0]])
    some, tens = np.array([[1.0, 10], [2.0, 30], [4.0, 80]]), np.array([[10.0], [20.0], [40.0]])
    whole = Case(
        (
            np.array([[1, 2, 0], [0, -1, 1]]),
            np.array([[1, 0, 2], [0, 1, 1], [2, -1, 0], [1, 1, 1]]),
            np.array([[1, 8], [3, 2], [4, 5], [7, 0]]),
            np.array([[0.0, 0, -INF, 0], [-INF, 0, 0, 0]]),
        )
    )
    empty = biases(3, 4)
    empty[1] = -INF
    padded = hiding(2, 1, 5)
    padded[1] = -INF
    ones = np.ones
    return (
        Check(
            "nothing hidden",
            (
                Case((table, asked, tens, np.zeros((2, 3)))),
                case(np.zeros((5, 2)), 5, 2, 3, 4),
                case(np.zeros((3, 7)), 3, 7, 6, 2),
            ),
        ),
        Check(
            "keys hidden from some queries",
            (
                Case((eye[[0, 0]] * [[1], [2]], two, tens[:2], np.array([[0, -INF], [0.0, 0.0]]))),
                case(hiding(3, 5), 3, 5, 4, 2),
                case(hiding(6, 4), 6, 4, 2, 3),
                case(hiding(4, 4), 4, 4, 5, 3),
            ),
        ),
        Check(
            "a bias",
            (
                Case((table, asked, tens, np.array([[0.0, -1.0, -2.0], [0.5, 0.0, -1.0]]))),
                case(biases(3, 5), 3, 5, 4, 2),
                case(biases(4, 5) + hiding(4, 5), 4, 5, 3, 2),
            ),
        ),
        Check(
            "scores of 1000 and -1000",
            (
                Case(
                    (
                        eye[:3],
                        large,
                        some,
                        np.array([[0.0, 0, 0], [0, 0, -INF], [0, 0, -INF]]),
                    )
                ),
                case(np.zeros((4, 5)), 4, 5, 3, 2, size=20.0),
                case(biases(4, 5).round(1) * 100, 4, 5, 3, 2),
            ),
        ),
        Check(
            "a hidden key with an enormous score",
            (
                Case((eye[:1], high, some, np.array([[-INF, 0, 0]]))),
                Case((eye[1:2], high, some, np.array([[-INF, 0, 0]]))),
                Case((eye[:3], high, some, np.array([[-INF, 0, 0], [-INF, 0, 0], [0, -INF, 0]]))),
                far(5, 1e4),
                far(5, 1e9),
            ),
        ),
        Check(
            "one mask for a batch",
            (
                case(hiding(2, 3), 2, 3, 4, 1, 2),
                case(hiding(3, 3), 3, 3, 3, 3, 3),
                case(hiding(4, 5), 4, 5, 3, 2, 6),
            ),
        ),
        Check(
            "a mask for each sequence",
            (
                case(hiding(2, 1, 3), 2, 3, 4, 1, 2),
                case(hiding(3, 1, 3), 3, 3, 3, 3, 3),
                case(hiding(3, 4, 5), 4, 5, 2, 6, 3),
            ),
        ),
        Check(
            "sequences and heads",
            (
                case(hiding(2, 1, 1, 3), 2, 3, 4, 1, 2, 2),
                case(hiding(4, 5), 4, 5, 3, 2, 2, 3),
                case(hiding(3, 1, 4, 5), 4, 5, 3, 2, 3, 2),
                case(hiding(3, 3, 3), 3, 3, 2, 4, 3, 3),
            ),
        ),
        Check(
            "a query that may look at nothing",
            (
                Case((eye[[0, 0]], two, tens[:2], np.array([[0.0, 0.0], [-INF, -INF]]))),
                case(empty, 3, 4, 5, 2),
                case(padded, 3, 5, 4, 2, 2),
                case(np.full((3, 2), -INF), 3, 2, 5, 4, 2, 2),
            ),
        ),
        Check("whole numbers", (whole,)),
        Check(
            "shapes that disagree",
            (
                Case(
                    (ones((2, 3)), ones((5, 4)), ones((5, 2)), np.zeros((2, 5))),
                    "a query of width 3 has no dot product with a key of width 4",
                ),
                Case(
                    (ones((2, 3)), ones((4, 3)), ones((5, 2)), np.zeros((2, 4))),
                    "4 keys need 4 values, and there are 5",
                ),
                Case(
                    (ones((2, 3)), ones((5, 1)), ones((5, 2)), np.zeros((2, 5))),
                    "a query of width 3 has no dot product with a key of width 1",
                ),
                Case(
                    (ones((2, 3)), ones((4, 3)), ones((1, 2)), np.zeros((2, 4))),
                    "4 keys need 4 values, and there is 1",
                ),
                Case(
                    (ones((2, 3)), ones((4, 3)), ones((4, 2)), np.zeros((2, 5))),
                    "there are 4 keys, and the mask has columns for 5",
                ),
                Case(
                    (ones((2, 3)), ones((4, 3)), ones((4, 2)), np.zeros((3, 4))),
                    "there are 2 queries, and the mask has rows for 3",
                ),
            ),
        ),
    )


def _top_of_row(raw: Array, masked: Array) -> Array:
    return np.asarray(masked.max(axis=-1, keepdims=True))


def masked_but(
    *,
    scale: Callable[[int], float] = lambda d_k: d_k**-0.5,
    masked: Callable[[Array, Array], Array] = lambda scores, mask: scores + mask,
    top: Callable[[Array, Array], Array] = _top_of_row,
    axis: int = -1,
    empty: float = 0.0,
) -> Callable[[Array, Array, Array, Array], Array]:
    """Return masked attention with one part done in another way.

    Parameters
    ----------
    scale
        What the scores are multiplied by, from the keys' width.
    masked
        What is made of scaled scores and mask.
    top
        What is taken off before the exponential, from the scores without and with the mask.
    axis
        Along which axis the weights sum to 1.
    empty
        The weights where all exponentials of a row are 0.
    """

    def attention(query: Array, key: Array, value: Array, mask: Array) -> Array:
        with np.errstate(all="ignore"):
            raw = query @ np.swapaxes(key, -2, -1) * scale(query.shape[-1])
            scores = masked(raw, mask)
            highest = top(raw, scores)
            powers = np.exp(scores - np.where(np.isneginf(highest), 0.0, highest))
            total = powers.sum(axis=axis, keepdims=True)
            return np.asarray(np.where(total == 0, empty, powers / total) @ value)

    return attention


_right = masked_but()


def _by_root_d_v(query: Array, key: Array, value: Array, mask: Array) -> Array:
    return _right(query * (query.shape[-1] / value.shape[-1]) ** 0.5, key, value, mask)


def _told_twice(sentence: str, **changed: Any) -> tuple[Mistake, ...]:  # noqa: ANN401
    """Return a mistake that leaves 0/0: made by those who leave NaN there, and by others."""
    return tuple(Mistake(sentence, masked_but(**changed, empty=empty)) for empty in (np.nan, 0.0))


def _everything(query: Array, key: Array, value: Array, mask: Array) -> Array:
    return _right(query, key, value, np.zeros(np.broadcast_shapes(mask.shape, (1, 1))))


def _where_empty(
    other: Callable[[Array, Array, Array, Array], Array],
) -> Callable[[Array, Array, Array, Array], Array]:
    """Return masked attention that gives a query with nothing to look at what `other` gives."""

    def attention(query: Array, key: Array, value: Array, mask: Array) -> Array:
        nothing = np.isneginf(mask).all(axis=-1, keepdims=True)
        return np.where(nothing, other(query, key, value, mask), _right(query, key, value, mask))

    return attention


def _mean(query: Array, key: Array, value: Array, mask: Array) -> Array:
    return np.asarray(value.mean(axis=-2, keepdims=True))


def _whole_zero(query: Array, key: Array, value: Array, mask: Array) -> Array:
    output = _right(query, key, value, mask)
    return np.zeros_like(output) if np.isneginf(mask).all(axis=-1).any() else output


def _weights_of(
    attend: Callable[[Array, Array, Array, Array], Array], query: Array, key: Array, mask: Array
) -> Array:
    m = key.shape[-2]
    return attend(query, key, np.broadcast_to(np.eye(m), (*key.shape[:-1], m)), mask)


def _weights(query: Array, key: Array, value: Array, mask: Array) -> Array:
    return _weights_of(_right, query, key, mask)


def _set_to_zero(query: Array, key: Array, value: Array, mask: Array) -> Array:
    return np.asarray(_weights_of(_everything, query, key, mask) * np.exp(mask) @ value)


def _added_to_weights(query: Array, key: Array, value: Array, mask: Array) -> Array:
    with np.errstate(all="ignore"):
        return np.asarray((_weights_of(_everything, query, key, mask) + mask) @ value)


def _row_for_each_sequence(query: Array, key: Array, value: Array, mask: Array) -> Array:
    return _right(query, key, value, mask[:, None, :])


def _first_mask(query: Array, key: Array, value: Array, mask: Array) -> Array:
    return _right(query, key, value, mask[(0,) * (mask.ndim - 2)])


def _last_two_transposed(query: Array, key: Array, value: Array, mask: Array) -> Array:
    return _right(query, key, value, np.swapaxes(mask, -2, -1))


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get without dividing the scores by √d_k.",
        masked_but(scale=lambda d_k: 1.0),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by d_k instead of √d_k.",
        masked_but(scale=lambda d_k: 1 / d_k),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √d_v. The scores are dot products of "
        "queries and keys: divide by the root of their width, d_k.",
        _by_root_d_v,
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax down the columns. Each query's "
        "weights, a row, sum to 1: the softmax goes along the last axis.",
        masked_but(axis=-2, top=lambda raw, masked: masked.max(axis=-2, keepdims=True)),
    ),
    Mistake(
        "these are exactly the weights. The last step is missing: they average the values.",
        _weights,
    ),
    Mistake(
        "these are exactly the numbers you get by multiplying the scores by the mask. It is added: "
        "0 leaves a score as it is, −∞ leaves nothing of it.",
        masked_but(masked=lambda scores, mask: scores * mask, empty=np.nan),
    ),
    Mistake(
        "these are exactly the numbers you get without a mask.",
        _everything,
    ),
    Mistake(
        "these are exactly the numbers you get with the mask turned on its side. It has a row for "
        "each query and a column for each key, as the scores have.",
        _last_two_transposed,
    ),
    Mistake(
        "these are exactly the numbers you get by showing what is hidden and hiding what is shown. "
        "0 means that the query may look.",
        masked_but(masked=lambda scores, mask: np.where(mask == 0, -INF, scores)),
    ),
    Mistake(
        "these are exactly the numbers you get by setting weights to 0 after the softmax. What is "
        "left of a row no longer sums to 1: the mask goes in before the softmax.",
        _set_to_zero,
    ),
    Mistake(
        "these are exactly the numbers you get by adding the mask to the weights. It belongs to "
        "the scores, before the softmax.",
        _added_to_weights,
    ),
    Mistake(
        "these are exactly the numbers you get by subtracting the mask. A score minus −∞ is +∞.",
        masked_but(masked=lambda scores, mask: scores - mask, empty=np.nan),
    ),
    Mistake(
        "these are exactly the numbers you get by adding the mask before the scaling. That divides "
        "a bias by √d_k as well: scale first, then add.",
        lambda query, key, value, mask: _right(query, key, value, mask / query.shape[-1] ** 0.5),
    ),
    Mistake(
        "these are exactly the numbers you get if a bias is not added. Only −∞ hides; any other "
        "number raises or lowers the score.",
        masked_but(masked=lambda scores, mask: np.where(np.isneginf(mask), -INF, scores)),
    ),
    *_told_twice(
        "these are exactly the numbers you get by hiding every key whose entry is not 0. A finite "
        "number is a bias: it is added to the score.",
        masked=lambda scores, mask: np.where(mask == 0, scores, -INF),
    ),
    *_told_twice(
        "this is what comes out when e to the score overflows, or is 0 for a whole row. Take each "
        "row's largest score off before the exponential; it changes no weight.",
        top=lambda raw, masked: np.array(0.0),
    ),
    *_told_twice(
        "this is what comes out when the largest score of the whole table is taken off. In a row "
        "far below it every exponential becomes 0, and nothing is left to divide by: use each "
        "row's own maximum.",
        top=lambda raw, masked: masked.max(),
    ),
    *_told_twice(
        "this is what comes out when the largest score is looked for among the hidden ones too. "
        "Far below it every exponential that counts becomes 0: add the mask first, then take off "
        "the largest.",
        top=lambda raw, masked: raw.max(axis=-1, keepdims=True),
    ),
    Mistake(
        "−1e9 in place of −∞ is not low enough here: the hidden key's score more than makes up for "
        "it. Only −∞ hides whatever the score.",
        masked_but(masked=lambda scores, mask: scores + np.maximum(mask, -1e9)),
    ),
    Mistake(
        "here row i of the mask is used for sequence i of the batch. A table of queries by keys "
        "holds for every sequence: let it be repeated.",
        _row_for_each_sequence,
        in_part=True,
    ),
    Mistake(
        "these are exactly the numbers you get with the first sequence's mask for all of them.",
        _first_mask,
    ),
    Mistake(
        "a row of −∞ alone has given NaN: all its exponentials are 0, and 0/0 is not a number. "
        "The rule here is an output of zeros; find such rows before you divide.",
        _where_empty(lambda query, key, value, mask: np.full((1, 1), np.nan)),
    ),
    Mistake(
        "a query that may look at nothing has been given the mean of all values, as if it might "
        "look at everything. A large negative number in place of −∞ does that. The rule here is "
        "zeros.",
        _where_empty(_mean),
    ),
    Mistake(
        "a query that may look at nothing has been given what it would get without a mask. The "
        "rule here is zeros.",
        _where_empty(_everything),
    ),
    Mistake(
        "one query that may look at nothing has made the whole output zeros. Only its own row is.",
        _whole_zero,
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        lambda query, key, value, mask: np.trunc(_right(query, key, value, mask)).astype(
            value.dtype
        ),
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="6.4d",
    title="Attention with a mask",
    function="masked_attention",
    parameters=("query", "key", "value", "mask"),
    file="e6_4d_masked_attention.py",
    points=4,
    hint=(
        "The mask has one right place between the scaling and the softmax; your answer to 6.2d "
        "shows where. Then write down a row of −∞ alone: what is its largest score, and what "
        "comes of taking it off? Which number could you take off instead?"
    ),
    reread="section 6.4, “Masks”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
