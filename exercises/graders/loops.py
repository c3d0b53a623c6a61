"""The oracles' shared arithmetic: plain Python numbers and loops, one formula a line."""

import math
from collections.abc import Sequence
from typing import TypeAlias

Row: TypeAlias = list[float]
Table: TypeAlias = list[Row]


def softmax(scores: Sequence[float]) -> Row:
    """Return e to the score over the sum of them all, the largest score taken off first."""
    largest = max(scores)
    powers = [math.exp(score - largest) for score in scores]
    total = math.fsum(powers)
    return [power / total for power in powers]


def attention(query: Table, key: Table, value: Table) -> Table:
    """Return the scaled dot-product attention of one sequence, without a mask."""
    root = math.sqrt(len(query[0]))
    output = []
    for asking in query:
        scores = [math.fsum(q * k for q, k in zip(asking, asked, strict=True)) for asked in key]
        weights = softmax([score / root for score in scores])
        columns = zip(*value, strict=True)
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
