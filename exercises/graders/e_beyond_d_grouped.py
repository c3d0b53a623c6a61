"""Beyond the module: several query heads that share one head of keys and values."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import attention, attention_but

Array: TypeAlias = NDArray[Any]
Attention: TypeAlias = Callable[[Array, Array, Array], Array]


def oracle(query: Array, key: Array, value: Array) -> Array:
    """Go through the batch, and share the query heads out, h/g to each key head."""
    *batch, n_heads, n_queries, _ = query.shape
    n_groups = key.shape[-3]
    result = np.empty((*batch, n_heads, n_queries, value.shape[-1]))
    for index in np.ndindex(*batch):
        asking = iter(range(n_heads))
        for group in range(n_groups):
            shared = key[index][group].tolist(), value[index][group].tolist()
            for _ in range(n_heads // n_groups):
                head = next(asking)
                result[(*index, head)] = loops.attention(query[index][head].tolist(), *shared)
    return result


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return inputs with groups of several sizes, also batches as large as the groups."""

    def case(
        heads: tuple[int, int],
        sizes: tuple[int, int, int, int],
        *batch: int,
        size: float = 1.5,
    ) -> Case:
        (h, g), (n, m, d_k, d_v) = heads, sizes
        shapes = (h, n, d_k), (g, m, d_k), (g, m, d_v)
        drawn = (rng.normal(scale=size, size=(*batch, *shape)).round(3) for shape in shapes)
        return Case(tuple(drawn))

    def bad(of_query: int, of_key: int, of_value: int, refused: str) -> Case:
        """Give each head one row, of width 1."""
        heads = of_query, of_key, of_value
        return Case(tuple(np.arange(1.0, h + 1).reshape(h, 1, 1) for h in heads), refused)

    query = np.array([[[1.0, 0, 2, 0]], [[0, 1, 0, 1]], [[2, 0, 0, 1]], [[0, -1, 1, 0]]])
    key = np.array([[[2.0, 0, 0, 0], [0, 1, 1, 0]], [[0, 0, 2, 1], [1, 1, 0, 0]]])
    value = np.array([[[10.0], [20.0]], [[40.0], [80.0]]])
    more = np.concatenate((query, query[:2] + 1)), np.concatenate((key, key[:1] - 1))
    batch = np.stack((query, query[::-1])), np.stack((key, key - 1)), np.stack((value, value + 1))
    in_two_axes = (
        np.array([[[[1.0, 2.0]], [[0.0, 1.0]]], [[[3.0, 1.0]], [[2.0, 0.0]]]]),
        np.array([[[[0.0, 1.0], [1.0, 1.0]]], [[[2.0, 0.0], [0.0, 1.0]]]]),
        np.array([[[[5.0], [3.0]]], [[[1.0], [7.0]]]]),
    )
    # Scaled, the four heads' scores are (1002, 1000), (−1000, −1002), (2, −2) and (−998, −1000).
    large = Case(
        (
            np.array([[[2.0, 0, 0, 0]], [[0.0, 2, 0, 0]], [[0.0, 0, 2, 0]], [[0.0, 0, 0, 2]]]),
            np.array(
                [
                    [[1002.0, -1000, 0, 0], [1000.0, -1002, 0, 0]],
                    [[0.0, 0, 2, -998], [0.0, 0, -2, -1000]],
                ]
            ),
            np.array([[[1.0], [2.0]], [[10.0], [30.0]]]),
        )
    )
    whole = Case(
        (
            rng.integers(-2, 3, size=(4, 2, 3)),
            np.array([[[1, 0, 2], [0, 1, 1]], [[2, -1, 0], [1, 1, 1]]]),
            np.array([[[1, 8], [4, 3]], [[5, 0], [2, 7]]]),
        )
    )
    return (
        Check(
            "four query heads on two key heads",
            (Case((query, key, value)), case((4, 2), (2, 3, 4, 5)), case((4, 2), (5, 3, 2, 4))),
        ),
        Check(
            "six query heads, on three key heads and on two",
            (
                Case((*more, np.concatenate((value, value[:1] - 50)))),
                case((6, 3), (2, 3, 4, 1)),
                case((6, 2), (3, 4, 5, 2)),
                case((8, 4), (1, 5, 3, 2)),
                case((12, 3), (2, 5, 3, 4)),
            ),
        ),
        Check(
            "one key head for all",
            (
                Case((query, key[:1], value[:1])),
                case((3, 1), (2, 4, 3, 5)),
                case((4, 1), (3, 2, 5, 4)),
            ),
        ),
        Check(
            "a key head for each query head",
            (
                Case((query[1:3], key, value)),
                case((3, 3), (2, 5, 4, 3)),
                case((1, 1), (5, 6, 7, 4)),
            ),
        ),
        Check(
            "a batch of sequences",
            (
                Case(batch),
                case((4, 2), (1, 3, 4, 2), 2),
                case((6, 2), (2, 4, 3, 5), 3),
                case((6, 3), (2, 4, 3, 5), 3),
                case((6, 3), (4, 5, 3, 2), 6),
                case((4, 1), (3, 5, 4, 2), 4),
                case((3, 3), (2, 4, 5, 6), 3),
            ),
        ),
        Check(
            "two axes before the heads",
            (
                Case(tuple(array[:, None] for array in in_two_axes)),
                case((4, 2), (3, 5, 2, 4), 2, 3),
                case((6, 2), (3, 4, 2, 5), 2, 2),
            ),
        ),
        Check("scores of 1000 and -1000", (large, case((6, 2), (3, 5, 4, 2), size=60.0))),
        Check("whole numbers", (whole,)),
        Check(
            "query heads that cannot be shared out",
            tuple(
                bad(h, g, g, f"{h}, the number of query heads, is not a multiple of {g}")
                for h, g in ((3, 2), (5, 2), (1, 2), (4, 6))
            ),
        ),
        Check(
            "keys and values of different heads",
            (
                bad(4, 2, 4, "2 heads of keys cannot go with 4 heads of values"),
                bad(4, 2, 1, "2 heads of keys cannot go with 1 head of values"),
            ),
        ),
    )


Reads = Callable[[int, int], NDArray[np.intp]]


def _its_group(h: int, g: int) -> NDArray[np.intp]:
    return np.arange(h) // (h // g)


def _in_turn(h: int, g: int) -> NDArray[np.intp]:
    return np.arange(h) % g


def _exchanged(h: int, g: int) -> NDArray[np.intp]:
    return np.arange(h) // g


def _first(h: int, g: int) -> NDArray[np.intp]:
    return np.zeros(h, np.intp)


def reading(
    keys: Reads = _its_group, values: Reads = _its_group, attend: Attention = attention
) -> Attention:
    """Return attention whose query heads read the heads that `keys` and `values` number."""

    def grouped(query: Array, key: Array, value: Array) -> Array:
        h, g = query.shape[-3], key.shape[-3]
        return attend(query, key[..., keys(h, g), :, :], value[..., values(h, g), :, :])

    return grouped


def _groups(heads: Array, key: Array) -> Array:
    *lead, h, n, width = heads.shape
    g = key.shape[-3]
    return heads.reshape(*lead, g, h // g, n, width)


def _mean_output(query: Array, key: Array, value: Array) -> Array:
    return np.asarray(_groups(reading()(query, key, value), key).mean(axis=-3))


def _mean_query(query: Array, key: Array, value: Array) -> Array:
    return attention(_groups(query, key).mean(axis=-3), key, value)


def _mean_key(query: Array, key: Array, value: Array) -> Array:
    return attention(query, key.mean(axis=-3, keepdims=True), value.mean(axis=-3, keepdims=True))


def _all_keys(query: Array, key: Array, value: Array) -> Array:
    joined = (a.reshape(*a.shape[:-3], 1, -1, a.shape[-1]) for a in (key, value))
    return attention(query, *joined)


def _in_other_order(query: Array, key: Array, value: Array) -> Array:
    right = reading()(query, key, value)
    return np.swapaxes(_groups(right, key), -4, -3).reshape(right.shape)


def _first_axis(query: Array, key: Array, value: Array) -> Array:
    h, g = query.shape[-3], key.shape[-3]
    outputs = [
        attention(query[..., head, :, :], key[head // (h // g)], value[head // (h // g)])
        for head in range(h)
    ]
    return np.stack(outputs, axis=-3)


def _truncated(query: Array, key: Array, value: Array) -> Array:
    return np.trunc(reading()(query, key, value)).astype(value.dtype)


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get when the query heads read the key heads in turn: "
        "0, 1, 0, 1. Neighbours share a key head: 0, 0, 1, 1. `numpy.repeat` repeats each head, "
        "`numpy.tile` the whole row of them.",
        reading(_in_turn, _in_turn),
    ),
    Mistake(
        "these are exactly the numbers you get when only the values are dealt out in turn. A query "
        "head reads the key head and the value head of the same number.",
        reading(_its_group, _in_turn),
    ),
    Mistake(
        "these are exactly the numbers you get when g query heads read each key head. There are h "
        "of them for g key heads, so h/g belong to each.",
        reading(_exchanged, _exchanged),
    ),
    Mistake(
        "these are exactly the numbers you get when all query heads read the first head of keys "
        "and values. Each group has a head of its own.",
        reading(_first, _first),
    ),
    Mistake(
        "these are exactly the numbers you get by averaging the heads of keys and of values. "
        "They are not mixed: each group of query heads reads one of them.",
        _mean_key,
    ),
    Mistake(
        "these are exactly the numbers you get when each query looks at the keys of all heads at "
        "once. It sees the M keys of its own group's head.",
        _all_keys,
    ),
    Mistake(
        "these are exactly the averages of the outputs in each group. The query heads of a group "
        "share keys and values, but each keeps its output: h of them come out.",
        _mean_output,
    ),
    Mistake(
        "these are exactly the numbers you get by averaging the queries of each group first. The "
        "query heads of a group share keys and values, but each asks for itself.",
        _mean_query,
    ),
    Mistake(
        "these are exactly the right outputs in another order. They should stand as the query "
        "heads do: those of group 0 first, then those of group 1.",
        _in_other_order,
    ),
    Mistake(
        "these are exactly the numbers you get when keys and values are picked by their first "
        "axis. In a batch that is the sequence; the heads are on the third axis from the end.",
        _first_axis,
    ),
    Mistake(
        "these are exactly the numbers you get without dividing the scores by √d_k.",
        reading(attend=attention_but(scale=lambda query, key, value: 1.0)),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √(h·d_k). Each head's dot product "
        "has only d_k terms.",
        reading(
            attend=attention_but(
                scale=lambda query, key, value: (query.shape[-3] * query.shape[-1]) ** -0.5
            )
        ),
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax over the heads. Each query's "
        "weights over its M keys sum to 1: the softmax goes along the last axis.",
        reading(attend=attention_but(axis=-3, shift=-3)),
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax over the queries. Each query's "
        "weights over its M keys sum to 1: the softmax goes along the last axis.",
        reading(attend=attention_but(axis=-2, shift=-2)),
    ),
    Mistake(
        "this is what comes out when e to the score overflows. Take each row's largest score off "
        "before the exponential; it changes no weight.",
        reading(attend=attention_but(shift=None)),
    ),
    Mistake(
        "this is what comes out when the largest score of all heads is taken off. In a row far "
        "below it every exponential becomes 0, and 0/0 is NaN: use each row's own maximum.",
        reading(attend=attention_but(shift=(-3, -2, -1))),
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        _truncated,
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="beyond-d",
    title="Grouped queries",
    function="grouped_attention",
    parameters=("query", "key", "value"),
    file="e_beyond_d_grouped.py",
    points=4,
    hint=(
        "Write the numbers of the query heads in a row, and under each the number of the key head "
        "that it reads. Which division turns the one into the other? Or ask how an axis of h "
        "heads could be seen as two axes, and which of the two the keys have as well."
    ),
    reread="section 6.6, “Multi-head attention”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
