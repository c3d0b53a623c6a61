"""Multi-head attention by explicit loops, with every multiply-add tallied as it happens."""

from dataclasses import dataclass
from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from attention_course._cost import AttentionCost, attention_cost
from attention_course._heads import MultiHeadAttention


@dataclass(frozen=True, eq=False)
class CountedRun:
    """A run of multi-head self-attention with what it took.

    Attributes
    ----------
    output
        ndarray of shape (n_tokens, d_model).
    counted
        The multiply-adds that were done, by part.
    predicted
        The multiply-adds that the formula gives.
    """

    output: NDArray[np.float64]
    counted: AttentionCost
    predicted: AttentionCost


class _Tally:
    """Matrix products by loops; `done` is the number of multiply-adds since it was last taken."""

    def __init__(self) -> None:
        self.done = 0

    def product(self, left: list[list[float]], right: list[list[float]]) -> list[list[float]]:
        result = []
        for row in left:
            entries = []
            for column in zip(*right, strict=True):
                total = 0.0
                for a, b in zip(row, column, strict=True):
                    total += a * b
                    self.done += 1
                entries.append(total)
            result.append(entries)
        return result

    def take(self) -> int:
        done, self.done = self.done, 0
        return done


def count_operations(layer: MultiHeadAttention, x: NDArray[np.float64]) -> CountedRun:
    """Run the layer on `x` without a mask, one multiply-add at a time.

    Parameters
    ----------
    layer
        The layer to run.
    x
        ndarray of shape (n_tokens, d_model), small: the loops run in Python.

    Returns
    -------
    CountedRun
        The output, the counts and the formula's counts. Section 6.6.

    Examples
    --------
    One token of width 1 takes six multiply-adds:

    >>> one = np.ones((1, 1))
    >>> run = count_operations(MultiHeadAttention(one, one, one, one, n_heads=1), one)
    >>> run.counted.total, run.output
    (6, array([[1.]]))
    """
    tally = _Tally()
    rows = x.tolist()
    projected = []
    for head in range(layer.n_heads):
        k = slice(head * layer.d_k, (head + 1) * layer.d_k)
        v = slice(head * layer.d_v, (head + 1) * layer.d_v)
        matrices = (layer.w_query[:, k], layer.w_key[:, k], layer.w_value[:, v])
        projected.append([tally.product(rows, matrix.tolist()) for matrix in matrices])
    projections = tally.take()

    tables = []
    for query, key, _ in projected:
        tables.append(tally.product(query, [list(column) for column in zip(*key, strict=True)]))
    scores = tally.take()

    joined: list[list[float]] = [[] for _ in rows]
    for table, (_, _, value) in zip(tables, projected, strict=True):
        weights = [_softmax([score / sqrt(layer.d_k) for score in row]) for row in table]
        outputs = tally.product(weights, value)
        joined = [before + new for before, new in zip(joined, outputs, strict=True)]
    weighted_sum = tally.take()

    output = np.array(tally.product(joined, layer.w_output.tolist()))
    n_tokens, d_model = x.shape
    return CountedRun(
        output=output,
        counted=AttentionCost(projections, scores, weighted_sum, tally.take()),
        predicted=attention_cost(n_tokens, d_model, layer.n_heads, d_k=layer.d_k, d_v=layer.d_v),
    )


def _softmax(scores: list[float]) -> list[float]:
    top = max(scores)
    exponentials = [exp(score - top) for score in scores]
    return [e / sum(exponentials) for e in exponentials]


def main() -> None:
    """Print counts and predictions on both sides of the crossover."""
    rng = np.random.default_rng(0)
    layer = MultiHeadAttention.from_rng(rng, d_model=8, n_heads=2)
    print("tokens   counted   formula   grows with N   grows with N²")
    for n_tokens in (8, 16, 32):
        run = count_operations(layer, rng.standard_normal((n_tokens, 8)))
        print(
            f"{n_tokens:6}  {run.counted.total:8}  {run.predicted.total:8}"
            f"  {run.counted.linear:13}  {run.counted.quadratic:14}"
        )


if __name__ == "__main__":
    main()
