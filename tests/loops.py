"""Attention by explicit loops over plain lists: slow, and independent of what it checks."""

from math import cos, exp, fsum, inf, sin, sqrt
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Matrix: TypeAlias = list[list[float]]
Array: TypeAlias = NDArray[np.floating[Any]]


def softmax(row: list[float]) -> list[float]:
    """Weights of one row of scores; zeros where every score is -inf."""
    top = max(row, default=-inf)
    if top == -inf:
        return [0.0 for _ in row]
    exponentials = [exp(score - top) for score in row]
    total = fsum(exponentials)
    return [e / total for e in exponentials]


def jacobian(row: list[float]) -> Matrix:
    """Entry (i, j) by the quotient rule on exponentials, without the weights' formula."""
    top = max(row)
    e = [exp(score - top) for score in row]
    total = fsum(e)
    result = []
    for i in range(len(row)):
        rest = fsum(e[j] for j in range(len(row)) if j != i)
        result.append(
            [e[i] * rest / total**2 if i == j else -e[i] * e[j] / total**2 for j in range(len(row))]
        )
    return result


def product(left: Matrix, right: Matrix) -> Matrix:
    """Matrix product."""
    columns = range(len(right[0])) if right else range(0)
    return [
        [fsum(row[c] * right[c][j] for c in range(len(right))) for j in columns] for row in left
    ]


def scores(query: Matrix, key: Matrix) -> Matrix:
    """Every query dotted with every key."""
    return [[fsum(a * b for a, b in zip(q, k, strict=True)) for k in key] for q in query]


def attention(
    query: Matrix,
    key: Matrix,
    value: Matrix,
    mask: Matrix | None = None,
    scale: float | None = None,
) -> tuple[Matrix, Matrix]:
    """Output and weights; `mask` is added to the scaled scores; empty rows give zeros."""
    n_queries, n_keys, d_v = len(query), len(key), len(value[0]) if value else 0
    factor = 1 / sqrt(len(query[0])) if scale is None and query else (scale or 0.0)
    dots = scores(query, key)
    outputs, weights = [], []
    for i in range(n_queries):
        row = [dots[i][j] * factor + (0.0 if mask is None else mask[i][j]) for j in range(n_keys)]
        p = softmax(row)
        weights.append(p)
        outputs.append(
            [fsum(p[j] * value[j][c] for j in range(n_keys) if p[j]) for c in range(d_v)]
        )
    return outputs, weights


def batched_attention(
    query: Array,
    key: Array,
    value: Array,
    mask: Array | None = None,
    scale: float | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`attention` for each index of the leading axes."""
    hidden = np.zeros((1, 1)) if mask is None else mask
    batch = np.broadcast_shapes(
        query.shape[:-2], key.shape[:-2], value.shape[:-2], hidden.shape[:-2]
    )
    n_queries, n_keys = query.shape[-2], key.shape[-2]
    q = np.broadcast_to(query, batch + query.shape[-2:])
    k = np.broadcast_to(key, batch + key.shape[-2:])
    v = np.broadcast_to(value, batch + value.shape[-2:])
    m = np.broadcast_to(hidden, (*batch, n_queries, n_keys))
    output = np.zeros((*batch, n_queries, value.shape[-1]))
    weights = np.zeros((*batch, n_queries, n_keys))
    for index in np.ndindex(batch):
        one_q, one_k, one_v, one_m = (
            np.asarray(a[index], np.float64).tolist() for a in (q, k, v, m)
        )
        one_output, one_weights = attention(one_q, one_k, one_v, one_m, scale)
        output[index] = np.reshape(one_output, output.shape[-2:])
        weights[index] = np.reshape(one_weights, weights.shape[-2:])
    return output, weights


def additive(allowed: NDArray[np.bool_]) -> NDArray[np.float64]:
    """0 where allowed, -inf elsewhere."""
    result = np.zeros(allowed.shape)
    for index in np.ndindex(allowed.shape):
        if not allowed[index]:
            result[index] = -inf
    return result


def columns(matrix: Matrix, start: int, stop: int) -> Matrix:
    """Columns `start` to `stop` of a matrix."""
    return [row[start:stop] for row in matrix]


def multi_head(
    x: Matrix,
    context: Matrix,
    matrices: tuple[Matrix, Matrix, Matrix, Matrix],
    n_heads: int,
    mask: Matrix | None = None,
) -> tuple[Matrix, list[Matrix]]:
    """Output and each head's weights, head after head."""
    w_query, w_key, w_value, w_output = matrices
    d_k, d_v = len(w_query[0]) // n_heads, len(w_value[0]) // n_heads
    joined: Matrix = [[] for _ in x]
    weights = []
    for head in range(n_heads):
        query = product(x, columns(w_query, head * d_k, (head + 1) * d_k))
        key = product(context, columns(w_key, head * d_k, (head + 1) * d_k))
        value = product(context, columns(w_value, head * d_v, (head + 1) * d_v))
        output, p = attention(query, key, value, mask)
        weights.append(p)
        joined = [before + new for before, new in zip(joined, output, strict=True)]
    return product(joined, w_output), weights


def sinusoidal(n_positions: int, d_model: int) -> Matrix:
    """Sines in the even columns, cosines in the odd."""
    table = []
    for n in range(n_positions):
        row = []
        for c in range(0, d_model, 2):
            angle = n / 10000 ** (c / d_model)
            row += [sin(angle), cos(angle)]
        table.append(row)
    return table
