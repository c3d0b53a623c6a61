"""Attention by explicit loops over plain lists: slow, and independent of what it checks."""

from math import cos, cosh, exp, fsum, inf, sin, sqrt, tanh
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


def masked_scores(
    query: Matrix,
    key: Matrix,
    mask: Matrix | None,
    scale: float | None,
    soft_cap: float | None,
) -> Matrix:
    """Every query dotted with every key, scaled, capped, and with the mask added."""
    factor = 1 / sqrt(len(query[0])) if scale is None and query else (scale or 0.0)
    result = []
    for i, row in enumerate(scores(query, key)):
        scaled = [dot * factor for dot in row]
        if soft_cap is not None:
            scaled = [soft_cap * tanh(score / soft_cap) for score in scaled]
        result.append([s + (0.0 if mask is None else mask[i][j]) for j, s in enumerate(scaled)])
    return result


def attention(
    query: Matrix,
    key: Matrix,
    value: Matrix,
    mask: Matrix | None = None,
    scale: float | None = None,
    *,
    soft_cap: float | None = None,
) -> tuple[Matrix, Matrix]:
    """Output and weights; `mask` is added to the scaled scores; empty rows give zeros."""
    n_keys, d_v = len(key), len(value[0]) if value else 0
    outputs, weights = [], []
    for row in masked_scores(query, key, mask, scale, soft_cap):
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
    *,
    soft_cap: float | None = None,
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
        one_output, one_weights = attention(one_q, one_k, one_v, one_m, scale, soft_cap=soft_cap)
        output[index] = np.reshape(one_output, output.shape[-2:])
        weights[index] = np.reshape(one_weights, weights.shape[-2:])
    return output, weights


def attention_backward(
    query: Matrix,
    key: Matrix,
    value: Matrix,
    grad_output: Matrix,
    mask: Matrix | None = None,
    *,
    scale: float | None = None,
    soft_cap: float | None = None,
) -> tuple[Matrix, Matrix, Matrix]:
    """Gradients of queries, keys and values, through the whole Jacobian of each row's softmax."""
    factor = 1 / sqrt(len(query[0])) if scale is None else scale
    dots = scores(query, key)
    masked = masked_scores(query, key, mask, scale, soft_cap)
    grad_query = [[0.0 for _ in row] for row in query]
    grad_key = [[0.0 for _ in row] for row in key]
    grad_value = [[0.0 for _ in row] for row in value]
    keys = range(len(key))
    for i, row in enumerate(masked):
        if max(row) == -inf:
            continue
        weights, slopes = softmax(row), jacobian(row)
        seen = [j for j in keys if row[j] > -inf]
        grad_weights = {
            j: fsum(g * v for g, v in zip(grad_output[i], value[j], strict=True)) for j in seen
        }
        for j in seen:
            grad_score = factor * fsum(slopes[k][j] * grad_weights[k] for k in seen)
            if soft_cap is not None:
                grad_score /= cosh(dots[i][j] * factor / soft_cap) ** 2
            for c in range(len(query[i])):
                grad_query[i][c] += grad_score * key[j][c]
                grad_key[j][c] += grad_score * query[i][c]
            for c in range(len(value[j])):
                grad_value[j][c] += weights[j] * grad_output[i][c]
    return grad_query, grad_key, grad_value


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


def rotate(x: Matrix, cosine: Matrix, sine: Matrix, *, halves: bool) -> Matrix:
    """Every pair of features turned by its position's angle."""
    result = []
    for row, cosines, sines in zip(x, cosine, sine, strict=True):
        turned = list(row)
        half = len(cosines)
        for c in range(half):
            a, b = (c, c + half) if halves else (2 * c, 2 * c + 1)
            turned[a] = row[a] * cosines[c] - row[b] * sines[c]
            turned[b] = row[a] * sines[c] + row[b] * cosines[c]
        result.append(turned)
    return result


def normalise(row: list[float], epsilon: float, *, centred: bool) -> list[float]:
    """One row brought to mean square 1, after its mean is taken off if `centred`."""
    mean = fsum(row) / len(row) if centred else 0.0
    rest = [x - mean for x in row]
    size = sqrt(fsum(x * x for x in rest) / len(row) + epsilon)
    return [x / size for x in rest]
