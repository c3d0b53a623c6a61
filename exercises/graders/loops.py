"""The oracles' shared arithmetic: plain Python numbers and loops, one formula a line."""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Row: TypeAlias = list[float]
Table: TypeAlias = list[Row]


def softmax(scores: Sequence[float]) -> Row:
    """Return e to the score over the sum of them all, the largest score taken off first."""
    largest = max(scores)
    powers = [math.exp(score - largest) for score in scores]
    total = math.fsum(powers)
    return [power / total for power in powers]


def scores(query: Table, key: Table) -> Table:
    """Return each query's dot products with the keys, over the root of the keys' width."""
    root = math.sqrt(len(query[0]))
    return [
        [math.fsum(q * k for q, k in zip(asking, asked, strict=True)) / root for asked in key]
        for asking in query
    ]


def attention(query: Table, key: Table, value: Table, mask: Table | None = None) -> Table:
    """Return the scaled dot-product attention of one sequence; a row of −∞ alone gives zeros."""
    output = []
    columns = list(zip(*value, strict=True))
    for number, row in enumerate(scores(query, key)):
        added = [0.0] * len(row) if mask is None else mask[number]
        masked = [score + extra for score, extra in zip(row, added, strict=True)]
        seen = max(masked) > -math.inf
        weights = softmax(masked) if seen else [0.0] * len(row)
        output.append(
            [math.fsum(w * v for w, v in zip(weights, column, strict=True)) for column in columns]
        )
    return output


def product(left: Table, right: Table) -> Table:
    """Return the matrix product."""
    columns = list(zip(*right, strict=True))
    return [
        [math.fsum(a * b for a, b in zip(row, column, strict=True)) for column in columns]
        for row in left
    ]


def one_by_one(
    function: Callable[..., Table], *arrays: NDArray[Any], shape: tuple[int, ...]
) -> NDArray[np.float64]:
    """Return what `function` makes of each two-dimensional table in a batch.

    Parameters
    ----------
    function
        Takes tables and returns one.
    *arrays
        ndarrays of shape (..., rows, columns) with the same leading axes.
    shape
        The shape of each result.
    """
    batch = arrays[0].shape[:-2]
    output = np.empty((*batch, *shape))
    for index in np.ndindex(batch):
        output[index] = function(*(array[index].tolist() for array in arrays))
    return output
