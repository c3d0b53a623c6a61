"""Scaled dot-product attention: the one readable definition, and its steps laid open."""

from dataclasses import dataclass
from math import inf, isfinite, prod, sqrt
from numbers import Real
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import (
    Reals,
    computing_type,
    finite_array,
    finite_result,
    first_index,
    real_array,
)
from attention_course._masks import aligned_mask
from attention_course._softmax import softmax_of_checked

EmptyRows: TypeAlias = Literal["error", "zeros"]
"""What a query that may attend to no key gets: an error, or an output of zeros."""

_TABLES_PRINTED = 4
_ROWS_NAMED = 5


class Attention(NamedTuple):
    """What attention gives back.

    Attributes
    ----------
    output
        ndarray of shape (..., n_queries, d_v): each query's weighted average of the values.
    weights
        ndarray of shape (..., n_queries, n_keys): rows that sum to 1.
    """

    output: Reals
    weights: Reals


@dataclass(frozen=True, eq=False)
class AttentionSteps:
    """Everything between the inputs of one attention and its output; `print` shows it as a table.

    Attributes
    ----------
    query, key, value
        ndarrays of shapes (..., n_queries, d_k), (..., n_keys, d_k) and (..., n_keys, d_v).
    scale
        What the scores are multiplied by: 1/√d_k, unless set otherwise.
    scores
        ndarray of shape (..., n_queries, n_keys): every query dotted with every key.
    scaled
        ndarray of the same shape: scores times scale.
    masked
        ndarray of the same shape: scaled plus the mask.
    weights
        ndarray of the same shape: softmax over each row.
    output
        ndarray of shape (..., n_queries, d_v): weights times value.
    """

    query: Reals
    key: Reals
    value: Reals
    scale: float
    scores: Reals
    scaled: Reals
    masked: Reals
    weights: Reals
    output: Reals

    def __str__(self) -> str:
        batch = self.output.shape[:-2]
        shown = list(np.ndindex(batch))[:_TABLES_PRINTED]
        tables = [f"batch index {index}\n\n{self._table(index)}" for index in shown]
        if not batch:
            return self._table(())
        if (left_out := prod(batch) - len(shown)) > 0:
            tables.append(f"and {left_out} more")
        return "\n\n".join(tables)

    def _table(self, index: tuple[int, ...]) -> str:
        batch = self.output.shape[:-2]

        def matrices(*names: str) -> str:
            blocks = []
            for name in names:
                array: Reals = getattr(self, name)
                matrix = np.broadcast_to(array, batch + array.shape[-2:])[index]
                text = np.array2string(matrix, precision=3, suppress_small=True, threshold=100)
                blocks.append([name, *text.splitlines()])
            return _side_by_side(blocks)

        rows = (("query", "key", "value"), ("scores", "scaled", "masked"), ("weights", "output"))
        return "\n\n".join(matrices(*names) for names in rows)


def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    empty_rows: EmptyRows = "error",
) -> Attention:
    r"""Average the values, weighted by how well each query matches each key.

    .. math::

        \mathrm{Attention}(Q, K, V) = \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_k}} + M\right) V

    Parameters
    ----------
    query
        array of shape (..., n_queries, d_k): what each asking token wants to know.
    key
        array of shape (..., n_keys, d_k): what each token can be asked about.
    value
        array of shape (..., n_keys, d_v): what each token has to tell.
    mask
        array that broadcasts to (..., n_queries, n_keys): booleans, True = may attend, or floats
        that are added to the scaled scores, 0 and :math:`-\infty` or any bias.
    scale
        What the scores are multiplied by; :math:`1/\sqrt{d_k}` if left out.
    empty_rows
        What happens to a query that may attend to no key: "error", or "zeros" for weights and an
        output of zeros.

    Returns
    -------
    Attention
        output, ndarray of shape (..., n_queries, d_v), and weights, ndarray of shape
        (..., n_queries, n_keys). float32 and float64 keep their type, float16 is computed in
        float32 and cast back, integers become float64. No argument is changed.

    Raises
    ------
    TypeError
        If an argument is not an array of real numbers, or `mask` holds integers or 0/1 floats.
    ValueError
        If shapes disagree, d_k is 0, a query or key is not finite, a value that some query may see
        is not finite, entries are so large that a result overflows, or a query may attend to no
        key.

    Notes
    -----
    Section 6.2. Vaswani et al. (2017), equation 1.

    Examples
    --------
    A query of zeros scores every key alike, so its output is the plain average of the values:

    >>> attention = scaled_dot_product_attention([[0.0]], [[3.0], [5.0]], [[10.0], [20.0]])
    >>> attention.output
    array([[15.]])
    >>> attention.weights
    array([[0.5, 0.5]])
    """
    steps = attention_steps(query, key, value, mask, scale=scale, empty_rows=empty_rows)
    return Attention(steps.output, steps.weights)


@np.errstate(all="ignore")
def attention_steps(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    empty_rows: EmptyRows = "error",
) -> AttentionSteps:
    r"""Compute scaled dot-product attention and keep every step on the way.

    .. math::

        Q K^\top \;\to\; \frac{Q K^\top}{\sqrt{d_k}} \;\to\; \frac{Q K^\top}{\sqrt{d_k}} + M
        \;\to\; A = \mathrm{softmax}(\dots) \;\to\; A V

    Parameters
    ----------
    query, key, value, mask, scale, empty_rows
        As for `scaled_dot_product_attention`.

    Returns
    -------
    AttentionSteps
        The inputs, scores, scaled, masked, weights and output. The three between are in the type
        that was computed in; weights and output are in the type of the inputs.

    Raises
    ------
    TypeError, ValueError
        As `scaled_dot_product_attention` does.

    Notes
    -----
    Section 6.2. Vaswani et al. (2017), equation 1 and figure 2, left.

    Examples
    --------
    >>> print(attention_steps([[2.0]], [[3.0], [0.0]], [[1.0], [2.0]], [[0.0, -np.inf]]))
    query   key     value
    [[2.]]  [[3.]   [[1.]
             [0.]]   [2.]]
    <BLANKLINE>
    scores     scaled     masked
    [[6. 0.]]  [[6. 0.]]  [[  6. -inf]]
    <BLANKLINE>
    weights    output
    [[1. 0.]]  [[1.]]
    """
    q = finite_array("query", query, min_ndim=2)
    k = finite_array("key", key, min_ndim=2)
    v = real_array("value", value, min_ndim=2)
    batch = _checked_batch(q, k, v)
    _check_rule(empty_rows)
    factor = 1 / sqrt(q.shape[-1]) if scale is None else _checked_scale(scale)
    given_type = np.result_type(q, k, v)
    computed = computing_type(q, k, v)
    n_queries, n_keys = q.shape[-2], k.shape[-2]
    if mask is None:
        bias = np.zeros((1, 1), computed)
    else:
        bias = np.atleast_2d(aligned_mask(mask, (*batch, n_queries, n_keys), computed))
    blocked = np.broadcast_to(np.isneginf(bias), (*bias.shape[:-2], n_queries, n_keys))
    empty = np.asarray(blocked.all(axis=-1))
    if empty_rows == "error":
        _refuse_empty(empty, n_keys)
    values = _seen_values(v.astype(computed), blocked)
    blank = np.expand_dims(empty, -1)

    scores, scaled, masked, weights, output = _five_steps(
        q.astype(computed), k.astype(computed), values, np.where(blank, 0, bias), factor
    )
    finite_result("query, key", scores, "a score")
    finite_result("scale", scaled, "a scaled score")
    finite_result("mask", np.where(blocked, 0, masked), "a score plus its bias")
    if empty.any():
        masked = np.where(blank, -np.inf, masked)
        weights, output = np.where(blank, 0, weights), np.where(blank, 0, output)
    # An average lies within its values: past the largest number it is by rounding alone.
    output = np.clip(output, np.finfo(computed).min, np.finfo(computed).max)
    return AttentionSteps(
        query=q.copy(),
        key=k.copy(),
        value=v.copy(),
        scale=factor,
        scores=scores,
        scaled=scaled,
        masked=masked,
        weights=weights.astype(given_type, copy=False),
        output=output.astype(given_type, copy=False),
    )


def _five_steps(
    query: Reals, key: Reals, value: Reals, mask: Reals, scale: float
) -> tuple[Reals, Reals, Reals, Reals, Reals]:
    scores = query @ np.matrix_transpose(key)
    scaled = scores * scale
    masked = scaled + mask
    weights = softmax_of_checked(masked)
    output = weights @ value
    return scores, scaled, masked, weights, output


def _refuse_empty(empty: NDArray[np.bool_], n_keys: int) -> None:
    """Name the rows that may attend to nothing, if there are any."""
    rows = [tuple(int(i) for i in row) for row in np.argwhere(empty)]
    if not rows:
        return
    if not n_keys:
        raise ValueError(
            "key: got no keys for the queries to attend to, where softmax is 0/0; "
            "expected one key or more, or empty_rows='zeros'"
        )
    named = ", ".join(str(row[0] if len(row) == 1 else row) for row in rows[:_ROWS_NAMED])
    more = f" and {len(rows) - _ROWS_NAMED} more" if len(rows) > _ROWS_NAMED else ""
    raise ValueError(
        f"mask: query rows {named}{more} may attend to no key, where softmax is 0/0; "
        "expected one allowed key or more in each row, or empty_rows='zeros' "
        "(rows are counted from 0)"
    )


def _seen_values(value: Reals, blocked: NDArray[np.bool_]) -> Reals:
    """Return the values with those that no query may see replaced by 0; 0 · NaN would be NaN."""
    finite = np.isfinite(value).all(axis=-1)
    if finite.all():
        return value
    seen, finite = np.broadcast_arrays(~blocked.all(axis=-2), finite)
    if (seen & ~finite).any():
        place = first_index(seen & ~finite)
        raise ValueError(
            f"value: got a row that is not finite at key {list(place)}, which a query may see; "
            "expected finite numbers, or a mask that hides that key from every query"
        )
    return np.where(seen[..., None], value, 0)


def _checked_batch(query: Reals, key: Reals, value: Reals) -> tuple[int, ...]:
    """Return the leading axes that the three share, or say which shape disagrees."""
    d_k = query.shape[-1]
    if d_k == 0:
        raise ValueError(f"query: got shape {query.shape}, of width 0; expected d_k of 1 or more")
    if key.shape[-1] != d_k:
        raise ValueError(
            f"key: got width {key.shape[-1]} (shape {key.shape}); "
            f"expected the width of query, d_k = {d_k}"
        )
    if value.shape[-2] != key.shape[-2]:
        raise ValueError(
            f"value: got {value.shape[-2]} rows (shape {value.shape}); "
            f"expected one for each of the {key.shape[-2]} keys"
        )
    try:
        return np.broadcast_shapes(query.shape[:-2], key.shape[:-2], value.shape[:-2])
    except ValueError:
        raise ValueError(
            f"query, key, value: got leading axes {query.shape[:-2]}, {key.shape[:-2]} and "
            f"{value.shape[:-2]}; expected axes that broadcast"
        ) from None


def _check_rule(empty_rows: object) -> None:
    if not isinstance(empty_rows, str) or empty_rows not in {"error", "zeros"}:
        raise ValueError(f"empty_rows: got {empty_rows!r}; expected 'error' or 'zeros'")


def _checked_scale(scale: object) -> float:
    if isinstance(scale, bool) or not isinstance(scale, Real):
        raise TypeError(f"scale: got {scale!r}; expected a number")
    try:
        factor = float(scale)
    except OverflowError:
        factor = inf
    if not isfinite(factor):
        raise ValueError(f"scale: got {scale!r}; expected a finite number")
    return factor


def _side_by_side(blocks: list[list[str]]) -> str:
    height = max(len(block) for block in blocks)
    widths = [max(len(line) for line in block) for block in blocks]
    lines = []
    for row in range(height):
        cells = [block[row] if row < len(block) else "" for block in blocks]
        lines.append("  ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)).rstrip())
    return "\n".join(lines)
