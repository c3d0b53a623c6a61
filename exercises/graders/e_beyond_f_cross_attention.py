"""Beyond the module: cross-attention, where one sequence asks and another is asked."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import attention, attention_but

Array: TypeAlias = NDArray[Any]
Result: TypeAlias = Callable[[Array, Array, Array, Array, Array], Array]


def oracle(x: Array, context: Array, w_query: Array, w_key: Array, w_value: Array) -> Array:
    """Go through the batch, and project and attend by loops."""
    asking, asked = w_query.tolist(), (w_key.tolist(), w_value.tolist())

    def of_one(tokens: loops.Table, others: loops.Table) -> loops.Table:
        key, value = (loops.product(others, w) for w in asked)
        return loops.attention(loops.product(tokens, asking), key, value)

    return loops.one_by_one(of_one, x, context, shape=(x.shape[-2], w_value.shape[1]))


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return sequences alike in number and width, so that all mix-ups run, and then others."""

    def case(
        tokens: tuple[int, int],
        widths: tuple[int, int],
        d_k: int,
        d_v: int,
        *batch: int,
        size: float = 1.0,
    ) -> Case:
        (n, m), (d_model, d_context) = tokens, widths
        tables = (*batch, n, d_model), (*batch, m, d_context)
        x, context = (rng.normal(size=shape).round(2) for shape in tables)
        shapes = (d_model, d_k), (d_context, d_k), (d_context, d_v)
        w_query, w_key, w_value = (rng.normal(size=shape).round(2) for shape in shapes)
        return Case((x, context, w_query * size, w_key, w_value))

    def bad(
        w_query: tuple[int, int], w_key: tuple[int, int], w_value: tuple[int, int], refused: str
    ) -> Case:
        shapes = (1, 3), (2, 5), w_query, w_key, w_value
        return Case(tuple(np.ones(shape) for shape in shapes), refused)

    x = np.array([[1.0, 0.0], [0.0, -1.0]])
    context = np.array([[0.0, 1.0], [3.0, 1.0]])
    longer = np.array([[0.0, 1.0], [3.0, 1.0], [1.0, -1.0]])
    wider = np.array([[0.0, 1.0, 2.0], [3.0, 1.0, 0.0]])
    w_query = np.array([[1.0, 0, 2, 0], [0, 1, 0, 1]])
    w_key = np.array([[0.0, 1, 1, 0], [2, 0, 0, 1], [1, 0, 1, 0]])
    w_value = np.array([[1.0], [10.0], [-2.0]])
    small = w_query, w_key[:2], w_value[:2]
    # Scaled, the three tokens' scores are (1002, 1000), (−1000, −1002) and (2, −2).
    large = Case(
        (
            np.array([[2.0, 0, 0, 0], [0, 2.0, 0, 0], [0, 0, 2.0, 0]]),
            np.array([[1002.0, -1000, 2, 0], [1000.0, -1002, -2, 0]]),
            np.eye(4),
            np.eye(4),
            np.array([[0.5, 0], [0, 0], [0, 1], [0, 0]]),
        )
    )
    whole = Case(
        (
            np.array([[1, 2, 0], [0, -1, 1]]),
            np.array([[1, 0], [0, 1], [2, -1], [1, 1]]),
            np.array([[1, 0, 1], [0, 1, 1], [-1, 2, 0]]),
            np.array([[1, 0, -1], [1, 1, 0]]),
            np.array([[2, 7], [3, 1]]),
        )
    )
    rows = "which is not the width of"
    return (
        Check(
            "a context as long and as wide",
            (Case((x, context, *small)), case((3, 3), (4, 4), 2, 5), case((5, 5), (3, 3), 4, 2)),
        ),
        Check(
            "a longer or shorter context",
            (
                Case((x, longer, *small)),
                case((2, 3), (4, 4), 3, 1),
                case((5, 2), (3, 3), 4, 6),
                case((1, 6), (5, 5), 3, 4),
            ),
        ),
        Check(
            "a wider or narrower context",
            (
                Case((x, wider, w_query, w_key, w_value)),
                case((2, 3), (4, 5), 3, 1),
                case((4, 5), (6, 3), 2, 4),
                case((3, 1), (2, 4), 5, 6),
            ),
        ),
        Check(
            "a batch of pairs",
            (
                Case((np.stack((x, x + 1)), np.stack((context, longer[1:])), *small)),
                case((1, 2), (3, 4), 6, 1, 2),
                case((3, 3), (4, 4), 2, 5, 3),
                case((4, 5), (3, 6), 2, 3, 2),
                Case(
                    (
                        np.stack((x, x + 1))[:, None],
                        np.stack((context, context * 2))[:, None],
                        *small,
                    )
                ),
                case((3, 2), (4, 5), 6, 3, 2, 4),
            ),
        ),
        Check("scores of 1000 and -1000", (large, case((3, 5), (4, 6), 4, 2, size=300.0))),
        Check("whole numbers", (whole,)),
        Check(
            "matrices that do not fit",
            (
                bad((4, 2), (5, 2), (5, 1), f"w_query has 4 rows, {rows} x, 3"),
                bad((3, 2), (3, 2), (5, 1), f"w_key has 3 rows, {rows} context, 5"),
                bad((3, 2), (5, 2), (6, 1), f"w_value has 6 rows, {rows} context, 5"),
                bad((3, 2), (5, 4), (5, 1), "queries of width 2 and keys of width 4 do not go"),
                bad((3, 4), (5, 2), (5, 1), "queries of width 4 and keys of width 2 do not go"),
                bad((3, 1), (5, 2), (5, 1), "queries of width 1 and keys of width 2 do not go"),
            ),
        ),
    )


def variant(
    *,
    query_from: Callable[[Array, Array], Array] = lambda x, context: x,
    key_from: Callable[[Array, Array], Array] = lambda x, context: context,
    value_from: Callable[[Array, Array], Array] = lambda x, context: context,
    rescale: Callable[[int, int, int], float] = lambda d_k, d_model, d_context: 1.0,
    attend: Callable[[Array, Array, Array], Array] = attention,
) -> Result:
    """Return cross-attention with other tokens asked, or another scale or attention."""

    def cross(x: Array, context: Array, w_query: Array, w_key: Array, w_value: Array) -> Array:
        factor = rescale(w_query.shape[1], x.shape[-1], context.shape[-1])
        query = query_from(x, context) @ w_query * factor
        return attend(query, key_from(x, context) @ w_key, value_from(x, context) @ w_value)

    return cross


def _of_x(x: Array, context: Array) -> Array:
    return x


def _of_context(x: Array, context: Array) -> Array:
    return context


def _of_both(x: Array, context: Array) -> Array:
    return np.concatenate((x, context), axis=-2)


def _first_of_context(x: Array, context: Array) -> Array:
    return context[..., : x.shape[-2], :]


def _causal(query: Array, key: Array, value: Array) -> Array:
    n, m = query.shape[-2], key.shape[-2]
    seen = np.tri(n, m, max(m - n, 0), dtype=np.bool_)
    scores = query @ np.swapaxes(key, -2, -1) / query.shape[-1] ** 0.5
    powers = np.where(seen, np.exp(scores - scores.max(axis=-1, keepdims=True)), 0.0)
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True) @ value)


def _all_axes_reversed(query: Array, key: Array, value: Array) -> Array:
    return attention(query, np.swapaxes(key.T, -2, -1), value)


def _exchanged_matrices(
    x: Array, context: Array, w_query: Array, w_key: Array, w_value: Array
) -> Array:
    return attention(x @ w_key, context @ w_query, context @ w_value)


def _no_values(x: Array, context: Array, w_query: Array, w_key: Array, w_value: Array) -> Array:
    return attention(x @ w_query, context @ w_key, context)


def _weights(x: Array, context: Array, w_query: Array, w_key: Array, w_value: Array) -> Array:
    return attention(x @ w_query, context @ w_key, np.eye(context.shape[-2]))


def _truncated(x: Array, context: Array, w_query: Array, w_key: Array, w_value: Array) -> Array:
    right = variant()(x, context, w_query, w_key, w_value)
    return right.astype(context.dtype)


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get with the keys of `x`. The tokens of the context "
        "are asked, so the keys come from them, as the values do.",
        variant(key_from=_of_x),
    ),
    Mistake(
        "these are exactly the numbers you get with the values of `x`. What is averaged is what "
        "the context has to tell.",
        variant(value_from=_of_x),
    ),
    Mistake(
        "these are exactly the numbers you get if `x` attends to itself. Its tokens ask, and those "
        "of the context are asked.",
        variant(key_from=_of_x, value_from=_of_x),
    ),
    Mistake(
        "these are exactly the numbers you get if the context attends to itself. The tokens of "
        "`x` ask, so the queries come from them.",
        variant(query_from=_of_context),
    ),
    Mistake(
        "these are exactly the numbers you get if the context asks and `x` is asked. It is the "
        "other way round.",
        variant(query_from=_of_context, key_from=_of_x, value_from=_of_x),
    ),
    Mistake(
        "these are exactly the numbers you get if the tokens of `x` and of the context are all "
        "asked together. Only the context is.",
        variant(key_from=_of_both, value_from=_of_both),
    ),
    Mistake(
        "these are exactly the numbers you get if only the first N tokens of the context are "
        "asked. There are M of them.",
        variant(key_from=_first_of_context, value_from=_first_of_context),
    ),
    Mistake(
        "these are exactly the numbers you get with a causal mask. The context is all there "
        "already: none of it lies in the future.",
        variant(attend=_causal),
    ),
    Mistake(
        "these are exactly the numbers you get by exchanging `w_query` and `w_key`.",
        _exchanged_matrices,
    ),
    Mistake(
        "these are exactly the averages of the context itself. What is averaged are its values, "
        "context · w_value.",
        _no_values,
    ),
    Mistake(
        "these are exactly the weights. The last step is missing: they average the values.",
        _weights,
    ),
    Mistake(
        "these are exactly the numbers you get without dividing the scores by √d_k.",
        variant(rescale=lambda d_k, d_model, d_context: d_k**0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by d_k instead of √d_k.",
        variant(rescale=lambda d_k, d_model, d_context: d_k**-0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √d_model. The dot products have d_k "
        "terms, however wide the tokens are.",
        variant(rescale=lambda d_k, d_model, d_context: (d_k / d_model) ** 0.5),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by the root of the context's width. "
        "The dot products have d_k terms, however wide the tokens are.",
        variant(rescale=lambda d_k, d_model, d_context: (d_k / d_context) ** 0.5),
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax down the columns. Each token of `x` "
        "has a row of weights, and the row sums to 1.",
        variant(attend=attention_but(axis=-2, shift=-2)),
    ),
    Mistake(
        "these are exactly the numbers you get with a softmax along axis 1. That is the last axis "
        "of a table and of nothing else; the last axis is number -1 always.",
        variant(attend=attention_but(axis=1, shift=1)),
    ),
    Mistake(
        "`.T` reverses all axes, the batch too. Exchange the last two only, with "
        "`numpy.swapaxes(key, -2, -1)`.",
        variant(attend=_all_axes_reversed),
    ),
    Mistake(
        "this is what comes out when e to the score overflows. Take each row's largest score off "
        "before the exponential; it changes no weight.",
        variant(attend=attention_but(shift=None)),
    ),
    Mistake(
        "this is what comes out when the largest score of the whole table is taken off. In a row "
        "far below it every exponential becomes 0, and 0/0 is NaN: use each row's own maximum.",
        variant(attend=attention_but(shift=(-2, -1))),
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        _truncated,
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="beyond-f",
    title="Cross-attention",
    function="cross_attention",
    parameters=("x", "context", "w_query", "w_key", "w_value"),
    file="e_beyond_f_cross_attention.py",
    points=3,
    hint=(
        "Who asks, and who is asked? Write down the shape of each of the three products before "
        "you write a line of code, and then the shape of the scores: which of the two sequences "
        "gives the rows, and which the columns?"
    ),
    reread="section 6.1, “The question attention answers”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
)
