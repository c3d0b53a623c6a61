"""6.6, multi-head attention: split, attend in every head, join, mix."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import attention, attention_but

Array = NDArray[Any]


def oracle(
    x: Array, w_query: Array, w_key: Array, w_value: Array, w_output: Array, n_heads: int
) -> Array:
    """Go through the batch one sequence at a time, and through the heads one at a time."""
    batch = x.shape[:-2]
    result = np.empty((*batch, x.shape[-2], w_output.shape[1]))
    for index in np.ndindex(batch):
        tokens = x[index].tolist()
        joined: loops.Table = [[] for _ in tokens]
        for head in range(n_heads):
            query, key, value = (
                loops.product(tokens, _columns(w, head, n_heads)) for w in (w_query, w_key, w_value)
            )
            for row, output in zip(joined, loops.attention(query, key, value), strict=True):
                row.extend(output)
        result[index] = loops.product(joined, w_output.tolist())
    return result


def _columns(w: Array, head: int, n_heads: int) -> loops.Table:
    width = w.shape[1] // n_heads
    return [row[head * width : (head + 1) * width] for row in w.tolist()]


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return layers whose sizes all differ unless that is what is tried."""

    def case(
        n: int, d_model: int, h: int, d_k: int, d_v: int, *batch: int, size: float = 1
    ) -> Case:
        shapes = (*batch, n, d_model), (d_model, h * d_k), (d_model, h * d_k), (d_model, h * d_v)
        x, w_query, w_key, w_value = (rng.normal(size=shape).round(2) for shape in shapes)
        w_output = rng.normal(size=(h * d_v, d_model)).round(2)
        return Case((x, w_query * size, w_key, w_value, w_output, h))

    def bad(columns: tuple[int, int, int], refused: str) -> Case:
        matrices = [np.arange(1.0, width + 1)[None] for width in columns]
        return Case((np.ones((1, 1)), *matrices, np.ones((columns[-1], 1)), 2), refused)

    # The two tokens' scores are (1002, 1000) and (−1002, −1000) in one head, (250, 250.5) and
    # (−1000, −1002) in the other.
    large = Case(
        (
            np.eye(2),
            np.array([[10.0, 5], [-10.0, -20]]),
            np.array([[100.2, 50], [100.0, 50.1]]),
            np.array([[1.0, 2, 5, -1], [3.0, 7, 0, 4]]),
            np.array([[1.0, 0], [2.0, 1], [0.0, -1], [1.0, 3]]),
            2,
        )
    )
    return (
        Check("two heads", (case(2, 4, 2, 2, 2), case(3, 4, 2, 2, 2))),
        Check(
            "h * d_v that is not d_model",
            (case(2, 3, 2, 3, 1), case(3, 5, 2, 4, 3), case(4, 6, 3, 5, 7)),
        ),
        Check("one head", (case(3, 4, 1, 3, 2),)),
        Check(
            "a batch of sequences",
            (case(3, 4, 2, 3, 1, 2), case(4, 5, 2, 3, 4, 3), case(3, 6, 2, 4, 5, 2, 3)),
        ),
        Check("scores of 1000 and -1000", (large, case(3, 4, 2, 3, 1, size=500.0))),
        Check(
            "heads that cannot share the columns",
            (
                bad((3, 3, 2), "two heads cannot share the 3 columns of w_query and w_key"),
                bad((2, 2, 3), "two heads cannot share the 3 columns of w_value"),
            ),
        ),
    )


Split = Callable[[Array, int], Array]


def split(array: Array, n_heads: int) -> Array:
    """Return shape (..., n_heads, n, width): each head gets its own columns."""
    *lead, n, columns = array.shape
    return np.swapaxes(array.reshape(*lead, n, n_heads, columns // n_heads), -3, -2)


def merge(heads: Array) -> Array:
    """Return shape (..., n, n_heads · width)."""
    *lead, n_heads, n, width = heads.shape
    return np.swapaxes(heads, -3, -2).reshape(*lead, n, n_heads * width)


def _split_rows(array: Array, n_heads: int) -> Array:
    *lead, n, columns = array.shape
    return array.reshape(*lead, n_heads, n, columns // n_heads)


def _split_in_turn(array: Array, n_heads: int) -> Array:
    *lead, n, columns = array.shape
    return np.moveaxis(array.reshape(*lead, n, columns // n_heads, n_heads), -1, -3)


def _merge_rows(heads: Array) -> Array:
    *lead, n_heads, n, width = heads.shape
    return heads.reshape(*lead, n, n_heads * width)


def _merge_in_turn(heads: Array) -> Array:
    *lead, n_heads, n, width = heads.shape
    return np.moveaxis(heads, -3, -1).reshape(*lead, n, n_heads * width)


def _averaged(heads: Array) -> Array:
    return np.concatenate([heads.mean(axis=-3)] * heads.shape[-3], axis=-1)


def variant(
    *,
    split: Split = split,
    merge: Callable[[Array], Array] = merge,
    rescale: Callable[[int, int, int], float] = lambda d_k, n_heads, d_model: 1.0,
    output: Callable[[Array, Array], Array] = lambda joined, w_output: joined @ w_output,
    attend: Callable[[Array, Array, Array], Array] = attention,
) -> Callable[[Array, Array, Array, Array, Array, int], Array]:
    """Return multi-head attention with one part done in another way."""

    def multi_head(
        x: Array, w_query: Array, w_key: Array, w_value: Array, w_output: Array, n_heads: int
    ) -> Array:
        query, key, value = (split(x @ w, n_heads) for w in (w_query, w_key, w_value))
        factor = rescale(query.shape[-1], n_heads, x.shape[-1])
        return output(merge(attend(query * factor, key, value)), w_output)

    return multi_head


def _over_heads(query: Array, key: Array, value: Array) -> Array:
    turned = (np.swapaxes(array, -3, -2) for array in (query, key, value))
    return np.swapaxes(attention(*turned), -3, -2)


def _values_by_d_k(
    x: Array, w_query: Array, w_key: Array, w_value: Array, w_output: Array, n_heads: int
) -> Array:
    d_k = w_query.shape[1] // n_heads
    query, key = split(x @ w_query, n_heads), split(x @ w_key, n_heads)
    value = np.swapaxes((x @ w_value).reshape(*x.shape[:-1], n_heads, d_k), -3, -2)
    return np.asarray(merge(attention(query, key, value)) @ w_output)


def _values_sliced_by_d_k(
    x: Array, w_query: Array, w_key: Array, w_value: Array, w_output: Array, n_heads: int
) -> Array:
    d_k = w_query.shape[1] // n_heads
    places = [slice(head * d_k, (head + 1) * d_k) for head in range(n_heads)]
    outputs = [
        attention(x @ w_query[:, place], x @ w_key[:, place], x @ w_value[:, place])
        for place in places
    ]
    return np.asarray(np.concatenate(outputs, axis=-1) @ w_output)


def _one_head(
    x: Array, w_query: Array, w_key: Array, w_value: Array, w_output: Array, n_heads: int
) -> Array:
    return np.asarray(attention(x @ w_query, x @ w_key, x @ w_value) @ w_output)


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get by reshaping to (n_heads, n, d_k) directly. That "
        "deals out rows of tokens, not columns: reshape to (n, n_heads, d_k), then exchange the "
        "axes.",
        variant(split=_split_rows),
    ),
    Mistake(
        "these are exactly the numbers you get by reshaping directly both when splitting and when "
        "joining. That deals out rows of tokens, not columns: the axes have to be exchanged.",
        variant(split=_split_rows, merge=_merge_rows),
    ),
    Mistake(
        "these are exactly the numbers you get by joining the heads without exchanging the axes "
        "back. A token's row is its output in head 0, then in head 1, and so on.",
        variant(merge=_merge_rows),
    ),
    Mistake(
        "these are exactly the numbers you get by dealing the columns out in turn. Head 0 has "
        "the first d_k columns, side by side.",
        variant(split=_split_in_turn, merge=_merge_in_turn),
    ),
    Mistake(
        "these are exactly the numbers you get by dealing the columns out in turn when splitting. "
        "Head 0 has the first d_k columns, side by side.",
        variant(split=_split_in_turn),
    ),
    Mistake(
        "these are exactly the numbers you get without dividing the scores by √d_k.",
        variant(rescale=lambda d_k, n_heads, d_model: d_k**0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √(h·d_k). Each head's dot product "
        "has only d_k terms.",
        variant(rescale=lambda d_k, n_heads, d_model: n_heads**-0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √d_model. Each head's dot product "
        "has only d_k terms.",
        variant(rescale=lambda d_k, n_heads, d_model: (d_k / d_model) ** 0.5),
    ),
    Mistake(
        "the values are split by the width of the keys. d_v need not be d_k.",
        _values_by_d_k,
    ),
    Mistake(
        "the values are sliced by the width of the keys, i·d_k to (i + 1)·d_k. Their own width may "
        "be another: take d_v from w_value.",
        _values_sliced_by_d_k,
    ),
    Mistake(
        "these are exactly the numbers you get with one head as wide as all of them.",
        _one_head,
    ),
    Mistake(
        "these are exactly the numbers you get by attending from head to head within a token. "
        "Attention goes from token to token within a head.",
        variant(attend=_over_heads),
    ),
    Mistake(
        "these are exactly the joined heads. The output projection W^O is missing.",
        variant(output=lambda joined, w_output: joined),
    ),
    Mistake(
        "these are exactly the numbers you get by multiplying with W^O transposed.",
        variant(output=lambda joined, w_output: joined @ w_output.T),
    ),
    Mistake(
        "this is what comes out when e to the score overflows. Take each row's largest score off "
        "before the exponential; it changes no weight.",
        variant(attend=attention_but(shift=None)),
    ),
    Mistake(
        "this is what comes out when the largest score of a whole head is taken off. In a row far "
        "below it every exponential becomes 0, and 0/0 is NaN: use each row's own maximum.",
        variant(attend=attention_but(shift=(-2, -1))),
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax down the columns. Each query's "
        "weights, a row, sum to 1: the softmax goes along the last axis.",
        variant(attend=attention_but(axis=-2, shift=-2)),
    ),
    Mistake(
        "these are exactly the numbers you get if every head is replaced by the average of all "
        "heads. They are set side by side as they are; W^O does the mixing.",
        variant(merge=_averaged),
    ),
)


EXERCISE = Exercise(
    number="6.6c",
    title="Multi-head attention",
    function="multi_head",
    parameters=("x", "w_query", "w_key", "w_value", "w_output", "n_heads"),
    file="e6_6c_multi_head.py",
    points=4,
    hint=(
        "For one token, write down its row of queries and mark which entries belong to which "
        "head. Then find the reshape that keeps them together. Or loop over the heads, and "
        "slice."
    ),
    reread="section 6.6, “Multi-head attention”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
