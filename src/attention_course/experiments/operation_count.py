"""Multi-head attention by explicit loops, with every multiply-add tallied as it happens."""

from dataclasses import dataclass
from math import exp, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import finite_array
from attention_course._cost import AttentionCost, attention_cost
from attention_course._heads import MultiHeadAttention
from attention_course.experiments._printing import say

_AXES = 2


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


def count_operations(layer: MultiHeadAttention, x: ArrayLike) -> CountedRun:
    r"""Run the layer on `x` without a mask, one multiply-add at a time.

    .. math::

        N d_{\text{model}}\, h\, (2 d_k + d_v) + h N^2 (d_k + d_v) + N\, h\, d_v\, d_{\text{model}}

    is what `attention_cost` predicts; here each one is done, and counted as it is.

    Parameters
    ----------
    layer
        The layer to run.
    x
        array of shape (n_tokens, d_model), small: the loops run in Python.

    Returns
    -------
    CountedRun
        The output, the counts and the formula's counts.

    Raises
    ------
    TypeError
        If `x` does not hold real numbers.
    ValueError
        If `x` is not finite or not of shape (n_tokens, d_model), or the layer's keys are made from
        a context of another width.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    One token of width 1 takes six multiply-adds:

    >>> one = np.ones((1, 1))
    >>> run = count_operations(MultiHeadAttention(one, one, one, one, n_heads=1), one)
    >>> run.counted.total, run.output
    (6, array([[1.]]))
    """
    tokens = finite_array("x", x)
    d_model, d_context = layer.w_query.shape[0], layer.w_key.shape[0]
    if d_context != d_model:
        raise ValueError(
            f"layer: got w_key with {d_context} rows; expected d_model = {d_model}, since the "
            "tokens attend to themselves"
        )
    if tokens.ndim != _AXES or tokens.shape[1] != d_model:
        raise ValueError(
            f"x: got shape {tokens.shape}; expected (n_tokens, d_model) with d_model = {d_model}"
        )
    tally = _Tally()
    rows = tokens.tolist()
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

    mixed = tally.product(joined, layer.w_output.tolist())
    return CountedRun(
        output=np.array(mixed, np.float64).reshape(len(rows), d_model),
        counted=AttentionCost(projections, scores, weighted_sum, tally.take()),
        predicted=attention_cost(len(rows), d_model, layer.n_heads, d_k=layer.d_k, d_v=layer.d_v),
    )


def _softmax(scores: list[float]) -> list[float]:
    top = max(scores)
    exponentials = [exp(score - top) for score in scores]
    return [e / sum(exponentials) for e in exponentials]


def main() -> None:
    r"""Print counts and predictions on both sides of the crossover.

    Notes
    -----
    Section 6.6.

    Examples
    --------
    For N tokens of width 8, :math:`4 N \cdot 8^2` grow with N and :math:`2 N^2 \cdot 8` with its
    square:

    >>> main()
    tokens   counted   formula   grows with N   grows with N^2
         8      3072      3072           2048            1024
        16      8192      8192           4096            4096
        32     24576     24576           8192           16384
    """
    rng = np.random.default_rng(0)
    layer = MultiHeadAttention.from_rng(rng, d_model=8, n_heads=2)
    say("tokens   counted   formula   grows with N   grows with N^2")
    for n_tokens in (8, 16, 32):
        run = count_operations(layer, rng.standard_normal((n_tokens, 8)))
        say(
            f"{n_tokens:6}  {run.counted.total:8}  {run.predicted.total:8}"
            f"  {run.counted.linear:13}  {run.counted.quadratic:14}"
        )


if __name__ == "__main__":
    main()
