"""Beyond the module: the gradient of attention with respect to queries, keys and values."""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from graders import loops
from graders.exercise import Case, Check, Exercise, Mistake
from graders.slips import attention, attention_but

Array: TypeAlias = NDArray[Any]
Gradients: TypeAlias = tuple[Array, Array, Array]
Gradient: TypeAlias = Callable[[Array, Array, Array, Array], Gradients]

_NEAR = 1e-2  # How far off an estimate may be, next to the largest entry.


def oracle(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
    """Go through the batch one sequence at a time."""
    arrays = query, key, value, grad_output
    d_query, d_key, d_value = (np.empty(array.shape) for array in arrays[:3])
    for index in np.ndindex(query.shape[:-2]):
        tables = [array[index].tolist() for array in arrays]
        d_query[index], d_key[index], d_value[index] = gradients(*tables)
    return d_query, d_key, d_value


def gradients(
    query: loops.Table, key: loops.Table, value: loops.Table, grad_output: loops.Table
) -> tuple[loops.Table, loops.Table, loops.Table]:
    """Follow each entry of the loss back, by the chain rule and the softmax's Jacobian."""
    root = math.sqrt(len(query[0]))
    d_query, d_key, d_value = ([[0.0] * len(row) for row in table] for table in (query, key, value))
    for i, scores in enumerate(loops.scores(query, key)):
        p = loops.softmax(scores)
        for j, row in enumerate(d_value):
            for c, g in enumerate(grad_output[i]):
                row[c] += p[j] * g
        d_weights = [
            math.fsum(g * v for g, v in zip(grad_output[i], row, strict=True)) for row in value
        ]
        for j in range(len(p)):
            # A score moves every weight: ∂p_l / ∂s_j = p_l (δ_lj − p_j).
            d_score = math.fsum(
                d_weights[m] * p[m] * ((1.0 if m == j else 0.0) - p[j]) for m in range(len(p))
            )
            for c in range(len(query[i])):
                d_query[i][c] += d_score * key[j][c] / root
                d_key[j][c] += d_score * query[i][c] / root
    return d_query, d_key, d_value


def checks(rng: Generator) -> tuple[Check, ...]:
    """Return inputs in which no two sizes are equal unless that is what is tried."""

    def case(n: int, m: int, d_k: int, d_v: int, *batch: int) -> Case:
        inputs = (*batch, n, d_k), (*batch, m, d_k), (*batch, m, d_v)
        drawn = [rng.normal(scale=1.2, size=shape).round(3) for shape in inputs]
        return Case((*drawn, rng.normal(scale=1.5, size=(*batch, n, d_v)).round(3)))

    def bad(shape: tuple[int, ...], refused: str) -> Case:
        shapes = (2, 2, 1), (2, 1, 1), (2, 1, 2), shape
        return Case(tuple(np.ones(s) for s in shapes), refused)

    # Scaled, the three queries' scores are (1002, 1001), (−1000, −1001) and (1000, −1000). The last
    # row is saturated: its gradients are 0, give or take what rounding makes of its small entries.
    large = (
        np.array([[2.0, 0, 0, 0], [0, 2.0, 0, 0], [0, 0, 2.0, 0]]),
        np.array([[1002.0, -1000, 1000, 1], [1001.0, -1001, -1000, 2]]),
        np.array([[1.0, 10, 5, -3, 2], [2.0, 30, 7, 4, -1]]),
        np.array([[3.0, 2, -1, 3, 1], [2.0, -1, 1, 1, 3], [0.0, 0, 0, 1, 1]]),
    )
    backwards = [np.stack([array, array[::-1]]) for array in large]
    whole = Case(
        (
            np.array([[1, 2, 0], [0, -1, 1]]),
            np.array([[1, 0, 2], [0, 1, 1], [2, -1, 0], [1, 1, 1]]),
            np.array([[1, 8], [3, 2], [4, 5], [7, 0]]),
            np.array([[1, -2], [3, 1]]),
        )
    )
    return (
        Check(
            "one query",
            (
                Case(
                    (
                        np.array([[2.0, 2.0, 2.0, 2.0]]),
                        np.array([[1.0, 2, 3, 4], [4.0, 3, 1, 2]]),
                        np.array([[3.0], [7.0]]),
                        np.array([[1.0]]),
                    )
                ),
                case(1, 3, 4, 2),
                case(1, 4, 2, 5),
            ),
        ),
        Check(
            "several queries",
            (case(2, 3, 2, 4), case(5, 2, 3, 4), case(3, 3, 3, 3), case(3, 6, 5, 2)),
        ),
        Check(
            "a batch of sequences",
            (case(2, 3, 4, 1, 3), case(3, 3, 3, 3, 3), case(4, 2, 5, 3, 6)),
        ),
        Check(
            "sequences and heads",
            (
                Case(
                    (
                        np.array([[[[1.0, 2.0]]], [[[3.0, 1.0]]]]),
                        np.array([[[[1.0, 0.0], [0.0, 1.0]]], [[[2.0, 1.0], [1.0, 1.0]]]]),
                        np.array([[[[2.0], [5.0]]], [[[4.0], [1.0]]]]),
                        np.array([[[[1.0]]], [[[2.0]]]]),
                    )
                ),
                case(2, 3, 4, 1, 2, 2),
                case(4, 5, 3, 2, 2, 3),
                case(3, 3, 3, 3, 3, 3),
            ),
        ),
        Check("scores of 1000 and -1000", (Case(large), Case(tuple(backwards)))),
        Check("whole numbers", (whole,)),
        Check(
            "a grad_output of another shape",
            (
                bad((2, 2), "the output is a batch of two sequences, grad_output only one table"),
                bad(
                    (1, 2, 2), "the output is a batch of two sequences, grad_output a batch of one"
                ),
                bad((2, 1, 2), "the output has 2 rows in each sequence, grad_output only one"),
                bad((2, 2, 1), "the output is 2 wide, grad_output only 1"),
                bad((1, 2, 2, 2), "grad_output has one axis more than the output"),
                bad((3, 2, 2), "the output is a batch of two sequences, grad_output one of three"),
                bad((2, 3, 2), "the output has 2 rows in each sequence, grad_output has 3"),
                bad((2, 2, 3), "the output is 2 wide, grad_output 3"),
            ),
        ),
    )


def turned(array: Array) -> Array:
    """Return the last two axes exchanged."""
    return np.swapaxes(array, -2, -1)


def _right_scores(weights: Array, d_weights: Array) -> Array:
    inner = weights * d_weights
    return np.asarray(inner - weights * inner.sum(axis=-1, keepdims=True))


def gradient_but(
    *,
    weigh: Callable[..., Array] = attention,
    back: Callable[[Array, Array], Array] = _right_scores,
    scale: Callable[[Array, Array], float] = lambda query, value: query.shape[-1] ** -0.5,
    to_query: Callable[[Array, Array], Array] = lambda d_scores, key: d_scores @ key,
    to_key: Callable[[Array, Array], Array] = lambda d_scores, query: turned(d_scores) @ query,
    to_value: Callable[[Array, Array], Array] = lambda weights, grad: turned(weights) @ grad,
) -> Gradient:
    """Return the gradients with one step done in another way.

    Parameters
    ----------
    weigh
        Attention; the weights are what it makes of values that are all 1 for themselves.
    back
        From the weights and their gradient to that of the scores.
    scale
        What the gradients of query and key are multiplied by, from query and value.
    to_query, to_key, to_value
        From the gradient of the scores, or the weights, to the three results.
    """

    def gradient(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
        weights = weigh(query, key, np.eye(key.shape[-2]))
        d_scores = back(weights, grad_output @ turned(value)) * scale(query, value)
        return to_query(d_scores, key), to_key(d_scores, query), to_value(weights, grad_output)

    return gradient


_gradient = gradient_but()


def _by_root_d_v(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
    root = value.shape[-1] ** 0.5
    found = gradient_but(
        weigh=attention_but(scale=lambda query, key, identity: 1 / root),
        scale=lambda query, value: 1 / root,
    )
    return found(query, key, value, grad_output)


def _of_the_sum(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
    return _gradient(query, key, value, np.ones(grad_output.shape))


def _of_the_mean(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
    return _gradient(query, key, value, grad_output / grad_output.size)


def _key_first(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
    d_query, d_key, d_value = _gradient(query, key, value, grad_output)
    return d_key, d_query, d_value


def _value_first(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
    d_query, d_key, d_value = _gradient(query, key, value, grad_output)
    return d_value, d_key, d_query


def _transposed_whole(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
    weights = attention(query, key, np.eye(key.shape[-2]))
    d_scores = _right_scores(weights, grad_output @ value.T) * query.shape[-1] ** -0.5
    return d_scores @ key, d_scores.T @ query, weights.T @ grad_output


def _cut_off(query: Array, key: Array, value: Array, grad_output: Array) -> Gradients:
    found = _gradient(query, key, value, grad_output)
    a, b, c = (
        np.trunc(g).astype(array.dtype) for g, array in zip(found, (query, key, value), strict=True)
    )
    return a, b, c


def nearly_right(cases: Sequence[Case], returned: Sequence[object]) -> str:
    """Return that the gradients are estimates, if they are as good everywhere as these are."""
    for case, result in zip(cases, returned, strict=True):
        expected = oracle(*case.arguments)  # type: ignore[arg-type]
        if not (isinstance(result, tuple) and len(result) == len(expected)):
            return ""
        for got, right in zip(result, expected, strict=True):
            if not (isinstance(got, np.ndarray) and got.dtype == right.dtype):
                return ""
            size = max(1.0, float(np.abs(right).max()))
            if got.shape != right.shape or not np.allclose(got, right, rtol=0, atol=_NEAR * size):
                return ""
    return (
        "these numbers are nearly right, as estimates from small differences are: move one entry "
        "a little, and see how the loss changes. This is good for a test, but not exact. Follow "
        "the chain rule with formulas instead."
    )


MISTAKES = (
    Mistake(
        "these are exactly the numbers you get if the division by √d_k is forgotten on the way "
        "back. A score changes by the key over √d_k for each unit of the query.",
        gradient_but(scale=lambda query, value: 1.0),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √d_k twice on the way back. Once is "
        "enough: either the scores' gradient is divided, or the two products are.",
        gradient_but(scale=lambda query, value: 1 / query.shape[-1]),
    ),
    Mistake(
        "these are exactly the numbers you get without dividing the scores by √d_k, on the way "
        "there or back.",
        gradient_but(
            weigh=attention_but(scale=lambda query, key, value: 1.0),
            scale=lambda query, value: 1.0,
        ),
    ),
    Mistake(
        "these are exactly the numbers you get by dividing by √d_v instead of √d_k. A score is a "
        "sum over the width of the keys; the values have no part in it.",
        _by_root_d_v,
    ),
    Mistake(
        "these are exactly the numbers you get without the second term of the softmax's "
        "Jacobian. Raising one score lowers all the other weights: −p_i p_j.",
        gradient_but(back=lambda weights, d_weights: weights * d_weights),
    ),
    Mistake(
        "these are exactly the numbers you get from the diagonal of the softmax's Jacobian alone. "
        "Raising one score lowers all the other weights as well: −p_i p_j.",
        gradient_but(back=lambda weights, d_weights: weights * (1 - weights) * d_weights),
    ),
    Mistake(
        "these are exactly the numbers you get if the sum runs down the columns. A softmax is "
        "one query's, so its sums go along the row.",
        gradient_but(
            back=lambda p, d_p: p * (d_p - (p * d_p).sum(axis=-2, keepdims=True)),
        ),
    ),
    Mistake(
        "these are exactly the numbers you get if the sum runs over all queries at once. Each "
        "query has a softmax of its own, so each row has a sum of its own.",
        gradient_but(back=lambda p, d_p: p * (d_p - (p * d_p).sum())),
    ),
    Mistake(
        "these are exactly the numbers you get by taking off the plain sum of the weights' "
        "gradient. In that sum, each entry counts by its weight.",
        gradient_but(back=lambda p, d_p: p * (d_p - d_p.sum(axis=-1, keepdims=True))),
    ),
    Mistake(
        "these are exactly the numbers you get by taking off a plain mean. The sum in the "
        "Jacobian's second term is an average by the weights already: nothing is to be divided.",
        gradient_but(back=lambda p, d_p: p * (d_p - (p * d_p).mean(axis=-1, keepdims=True))),
    ),
    Mistake(
        "these are exactly the numbers you get by using the weights' gradient for the scores'. "
        "Between the two lies the softmax, with its Jacobian.",
        gradient_but(back=lambda weights, d_weights: d_weights),
    ),
    Mistake(
        "the gradients of query and key have the opposite sign. Raising a score raises its own "
        "weight.",
        gradient_but(back=lambda weights, d_weights: -_right_scores(weights, d_weights)),
    ),
    Mistake(
        "the values' gradient comes from the weights as they lie. Row j of it collects what "
        "value j gave to each query, and that is a column of the weights: transpose them.",
        gradient_but(to_value=lambda weights, grad_output: weights @ grad_output),
    ),
    Mistake(
        "the keys' gradient comes from the scores' gradient as it lies. Row j of it collects what "
        "key j did for each query, and that is a column of the scores: transpose them.",
        gradient_but(to_key=lambda d_scores, query: d_scores @ query),
    ),
    Mistake(
        "the gradients of query and key are multiplied by the wrong partner. A score is a "
        "product, and the derivative with respect to one factor is the other.",
        gradient_but(
            to_query=lambda d_scores, key: turned(d_scores) @ key,
            to_key=lambda d_scores, query: d_scores @ query,
        ),
    ),
    Mistake(
        "the gradients of query and key have changed places in the result. The order is query, "
        "key, value.",
        _key_first,
    ),
    Mistake(
        "these are the right gradients in the order value, key, query. Asked for is query, key, "
        "value.",
        _value_first,
    ),
    Mistake(
        "these are exactly the gradients of the plain sum of the outputs. `grad_output` says how "
        "much each output matters, and is left out.",
        _of_the_sum,
    ),
    Mistake(
        "these are exactly the gradients of a mean. The loss is a sum over the outputs, so nothing "
        "is to be divided by their number.",
        _of_the_mean,
    ),
    Mistake(
        "this is what comes out when e to the score overflows. Take each row's largest score off "
        "before the exponential; it changes no weight and no gradient.",
        gradient_but(weigh=attention_but(shift=None)),
    ),
    Mistake(
        "this is what comes out when the largest score of the whole table is taken off. In a row "
        "far below it every exponential becomes 0, and 0/0 is NaN: use each row's own maximum.",
        gradient_but(weigh=attention_but(shift=(-2, -1))),
    ),
    Mistake(
        "`.T` reverses all axes, the batch too. Exchange the last two only, with "
        "`numpy.swapaxes(x, -2, -1)`.",
        _transposed_whole,
    ),
    Mistake(
        "these are exactly the right numbers with their fractions cut off. An array made with "
        "the type of a whole-number input holds whole numbers only.",
        _cut_off,
        in_part=True,
    ),
)

EXERCISE = Exercise(
    number="beyond-b",
    title="The gradient of attention",
    function="attention_gradient",
    parameters=("query", "key", "value", "grad_output"),
    file="e_beyond_b_gradient.py",
    points=5,
    hint=(
        "Go back one step at a time: from the output to the weights and the values, from the "
        "weights to the scores, from the scores to queries and keys. For the softmax, multiply "
        "its Jacobian out for one row: which term is the same for the whole row?"
    ),
    reread="section 4.3, “Softmax and its slope”",
    oracle=oracle,
    checks=checks,
    mistakes=MISTAKES,
    remark=nearly_right,
)
