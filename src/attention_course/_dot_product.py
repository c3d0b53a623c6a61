"""Scaled dot-product attention: the one readable definition, and its steps laid open."""

import os
from dataclasses import dataclass
from math import inf, prod, sqrt
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import (
    Reals,
    computing_type,
    finite_array,
    finite_number,
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
_TABLES_HELD = 5  # Scores, scaled, masked and weights, and the exponentials on the way to them.
_AXES_WITH_HEADS = 3
_GIB = 2**30
_USUAL_MEMORY = 16 * _GIB


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
    capped
        ndarray of the same shape: scaled, or its soft cap if one was asked for.
    masked
        ndarray of the same shape: capped plus the mask.
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
    capped: Reals
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
                if array.shape[-3:-2] not in ((), (1,), batch[-1:]):
                    array = np.repeat(array, batch[-1] // array.shape[-3], axis=-3)
                matrix = np.broadcast_to(array, batch + array.shape[-2:])[index]
                text = np.array2string(matrix, precision=3, suppress_small=True, threshold=100)
                blocks.append([name, *text.splitlines()])
            return _side_by_side(blocks)

        before = ("scaled",) if self.capped is self.scaled else ("scaled", "capped")
        rows = (("query", "key", "value"), ("scores", *before, "masked"), ("weights", "output"))
        return "\n\n".join(matrices(*names) for names in rows)


class Tables(NamedTuple):
    """What attention computes on the way, in the type that it computes in."""

    scale: float
    soft_cap: float | None
    scores: Reals
    scaled: Reals
    capped: Reals
    masked: Reals
    weights: Reals
    output: Reals


def scaled_dot_product_attention(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    soft_cap: float | None = None,
    grouped_heads: bool = False,
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
    soft_cap
        A bound c that keeps scaled scores s within ±c: before the mask is added they become
        :math:`c \tanh(s / c)`.
    grouped_heads
        Whether heads of queries share heads of keys and values. The heads are the third axis from
        the end; with six heads of queries and three of keys, query heads 0 and 1 read key head 0,
        heads 2 and 3 read 1, and so on. The keys are not copied. One head of keys is multi-query
        attention.
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
        is not finite, entries are so large that a result overflows, a query may attend to no
        key, or the table of scores would not fit into memory (`blockwise_attention` needs none).

    Notes
    -----
    Section 6.2. Vaswani et al. (2017), equation 1. Soft cap: Gemma Team (2024), section 2. Grouped
    heads: Ainslie et al. (2023), section 2.2; multi-query: Shazeer (2019), section 3.

    Examples
    --------
    A query of zeros scores every key alike, so its output is the plain average of the values:

    >>> attention = scaled_dot_product_attention([[0.0]], [[3.0], [5.0]], [[10.0], [20.0]])
    >>> attention.output
    array([[15.]])
    >>> attention.weights
    array([[0.5, 0.5]])
    """
    steps = attention_steps(
        query,
        key,
        value,
        mask,
        scale=scale,
        soft_cap=soft_cap,
        grouped_heads=grouped_heads,
        empty_rows=empty_rows,
    )
    return Attention(steps.output, steps.weights)


def attention_steps(
    query: ArrayLike,
    key: ArrayLike,
    value: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    scale: float | None = None,
    soft_cap: float | None = None,
    grouped_heads: bool = False,
    empty_rows: EmptyRows = "error",
) -> AttentionSteps:
    r"""Compute scaled dot-product attention and keep every step on the way.

    .. math::

        Q K^\top \;\to\; \frac{Q K^\top}{\sqrt{d_k}} \;\to\; \frac{Q K^\top}{\sqrt{d_k}} + M
        \;\to\; A = \mathrm{softmax}(\dots) \;\to\; A V

    Parameters
    ----------
    query, key, value, mask, scale, soft_cap, grouped_heads, empty_rows
        As for `scaled_dot_product_attention`.

    Returns
    -------
    AttentionSteps
        The inputs, scores, scaled, capped, masked, weights and output. The four between are in the
        type that was computed in; weights and output are in the type of the inputs.

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
    q, k, v = checked_arrays(query, key, value)
    tables = tables_of_checked(
        q,
        k,
        v,
        mask,
        scale=scale,
        soft_cap=soft_cap,
        grouped_heads=grouped_heads,
        empty_rows=empty_rows,
    )
    output, weights = tables_as_given(tables, q, k, v)
    return AttentionSteps(
        query=q.copy(),
        key=k.copy(),
        value=v.copy(),
        scale=tables.scale,
        scores=tables.scores,
        scaled=tables.scaled,
        capped=tables.capped,
        masked=tables.masked,
        weights=weights,
        output=output,
    )


def checked_arrays(
    query: ArrayLike, key: ArrayLike, value: ArrayLike
) -> tuple[Reals, Reals, Reals]:
    """Return queries and keys that are finite, and values that may hide what is not.

    Raises
    ------
    TypeError, ValueError
        As `finite_array` and `real_array` do.
    """
    return (
        finite_array("query", query, min_ndim=2),
        finite_array("key", key, min_ndim=2),
        real_array("value", value, min_ndim=2),
    )


@np.errstate(all="ignore")
def tables_as_given(tables: Tables, query: Reals, key: Reals, value: Reals) -> Attention:
    """Return output and weights in the type that the arguments share."""
    given_type = np.result_type(query, key, value)
    output = tables.output.astype(given_type, copy=False)
    return Attention(output, tables.weights.astype(given_type, copy=False))


@np.errstate(all="ignore")
def tables_of_checked(
    query: Reals,
    key: Reals,
    value: Reals,
    mask: ArrayLike | None,
    *,
    scale: float | None,
    soft_cap: float | None,
    grouped_heads: bool,
    empty_rows: EmptyRows,
    n_tables: int = _TABLES_HELD,
    seen: Reals | None = None,
    finite_values: bool = False,
) -> Tables:
    """Compute attention on arrays that `checked_arrays` has seen.

    `seen` is an additive mask of shape (n_queries, n_keys) that holds beside the given one.

    Raises
    ------
    TypeError, ValueError
        As `scaled_dot_product_attention` does for everything but the arrays' entries.
    """
    batch = checked_batch(query, key, value, grouped_heads=grouped_heads)
    check_rule(empty_rows)
    factor = 1 / sqrt(query.shape[-1]) if scale is None else checked_scale(scale)
    computed = computing_type(query, key, value)
    cap = None if soft_cap is None else checked_cap(soft_cap, computed)
    n_keys = key.shape[-2]
    shape = (*batch, query.shape[-2], n_keys)
    _refuse_tables(shape, computed, n_tables if cap is None else n_tables + 1)
    if mask is None:
        bias = np.zeros((1, 1), computed)
    else:
        bias = np.atleast_2d(aligned_mask(mask, shape, computed))
    if seen is not None:
        bias = bias + seen.astype(computed)
    blocked = np.broadcast_to(np.isneginf(bias), (*bias.shape[:-2], *shape[-2:]))
    empty = np.asarray(blocked.all(axis=-1))
    if empty_rows == "error":
        refuse_empty(empty, n_keys)
    blank = np.expand_dims(empty, -1)
    q, k, v = (array.astype(computed, copy=False) for array in (query, key, value))
    if grouped_heads:
        q, k, v, bias, blocked, blank = (
            by_group(array, key.shape[-3]) for array in (q, k, v, bias, blocked, blank)
        )
    values = v if finite_values else seen_values(v, blocked)
    bias = np.where(blank, 0, bias)

    if cap is None:
        scores, scaled, masked, weights, output = _five_steps(q, k, values, bias, factor)
        capped = scaled
    else:
        scores, scaled, capped, masked, weights, output = _capped_steps(
            q, k, values, bias, factor, soft_cap=cap
        )
    finite_result("query, key", scores, "a score")
    finite_result("scale", scaled, "a scaled score")
    if mask is not None:
        finite_result("mask", np.where(blocked, 0, masked), "a score plus its bias")
    if empty.any():
        masked = np.where(blank, -np.inf, masked)
        weights, output = np.where(blank, 0, weights), np.where(blank, 0, output)
    # An average lies within its values: past the largest number it is by rounding alone.
    output = np.clip(output, np.finfo(computed).min, np.finfo(computed).max)
    tables = Tables(factor, cap, scores, scaled, capped, masked, weights, output)
    return _joined_groups(tables) if grouped_heads else tables


def _five_steps(
    query: Reals, key: Reals, value: Reals, mask: Reals, scale: float
) -> tuple[Reals, Reals, Reals, Reals, Reals]:
    scores = query @ np.matrix_transpose(key)
    scaled = scores * scale
    masked = scaled + mask
    weights = softmax_of_checked(masked)
    output = weights @ value
    return scores, scaled, masked, weights, output


def _capped_steps(
    query: Reals, key: Reals, value: Reals, mask: Reals, scale: float, *, soft_cap: float
) -> tuple[Reals, Reals, Reals, Reals, Reals, Reals]:
    scores = query @ np.matrix_transpose(key)
    scaled = scores * scale
    capped = soft_cap * np.tanh(scaled / soft_cap)
    masked = capped + mask
    weights = softmax_of_checked(masked)
    return scores, scaled, capped, masked, weights, weights @ value


def by_group(array: NDArray[Any], n_groups: int) -> NDArray[Any]:
    """Split the axis of heads into groups and the heads of a group: a view, nothing is copied."""
    if array.ndim < _AXES_WITH_HEADS:
        return array
    *batch, heads, rows, columns = array.shape
    groups = 1 if heads == 1 else n_groups
    return array.reshape(*batch, groups, heads // groups, rows, columns)


def _joined_groups(tables: Tables) -> Tables:
    """Join the axes that `by_group` split."""

    def joined(array: Reals) -> Reals:
        *batch, groups, heads, rows, columns = array.shape
        return array.reshape(*batch, groups * heads, rows, columns)

    scaled = joined(tables.scaled)
    return Tables(
        scale=tables.scale,
        soft_cap=tables.soft_cap,
        scores=joined(tables.scores),
        scaled=scaled,
        capped=scaled if tables.capped is tables.scaled else joined(tables.capped),
        masked=joined(tables.masked),
        weights=joined(tables.weights),
        output=joined(tables.output),
    )


def physical_memory() -> int:
    """Return the bytes of memory that this machine has, or a usual amount if it does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return _USUAL_MEMORY


def _refuse_tables(shape: tuple[int, ...], dtype: np.dtype[Any], n_tables: int) -> None:
    """Refuse what would not fit, before anything is computed."""
    needed = prod(shape) * dtype.itemsize * n_tables
    if needed > (there := physical_memory()):
        *batch, n_queries, n_keys = shape
        raise ValueError(
            f"query, key: got {n_queries} queries and {n_keys} keys"
            f"{f' in a batch of {tuple(batch)}' if batch else ''}, whose scores and weights "
            f"take {needed / _GIB:,.1f} GiB where there are {there / _GIB:,.1f} GiB; expected "
            "fewer, or blockwise_attention, which never holds the table"
        )


def refuse_empty(empty: NDArray[np.bool_], n_keys: int) -> None:
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


def seen_values(value: Reals, blocked: NDArray[np.bool_]) -> Reals:
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


def checked_batch(
    query: Reals, key: Reals, value: Reals, *, grouped_heads: bool = False
) -> tuple[int, ...]:
    """Return the leading axes of the scores, or say which shape disagrees."""
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
    if not isinstance(grouped_heads, bool):
        raise TypeError(f"grouped_heads: got {grouped_heads!r}; expected True or False")
    heads = _checked_groups(query, key, value) if grouped_heads else ()
    last = -2 - len(heads)
    try:
        batch = np.broadcast_shapes(query.shape[:last], key.shape[:last], value.shape[:last])
    except ValueError:
        raise ValueError(
            f"query, key, value: got leading axes {query.shape[:last]}, {key.shape[:last]} and "
            f"{value.shape[:last]}; expected axes that broadcast"
        ) from None
    return (*batch, *heads)


def _checked_groups(query: Reals, key: Reals, value: Reals) -> tuple[int]:
    """Return the number of query heads, or say why the key heads cannot be shared among them."""
    for name, array in (("query", query), ("key", key), ("value", value)):
        if array.ndim < _AXES_WITH_HEADS:
            raise ValueError(
                f"{name}: got shape {array.shape}; "
                "expected an axis of heads, the third from the end, for grouped_heads"
            )
    heads, groups = query.shape[-3], key.shape[-3]
    if value.shape[-3] != groups:
        raise ValueError(
            f"value: got {value.shape[-3]} heads (shape {value.shape}); "
            f"expected as many as key has, {groups}"
        )
    if not groups or heads % groups:
        raise ValueError(
            f"query, key: got {heads} heads of queries and {groups} of keys; "
            "expected a multiple as many heads of queries"
        )
    return (heads,)


def check_rule(empty_rows: object) -> None:
    if not isinstance(empty_rows, str) or empty_rows not in {"error", "zeros"}:
        raise ValueError(f"empty_rows: got {empty_rows!r}; expected 'error' or 'zeros'")


def checked_scale(scale: object) -> float:
    return finite_number("scale", scale)


def checked_cap(soft_cap: object, dtype: np.dtype[np.floating[Any]]) -> float:
    cap = finite_number("soft_cap", soft_cap)
    if not 0 < dtype.type(cap) < inf:
        raise ValueError(f"soft_cap: got {soft_cap!r}; expected a number above 0, also in {dtype}")
    return cap


def _side_by_side(blocks: list[list[str]]) -> str:
    height = max(len(block) for block in blocks)
    widths = [max(len(line) for line in block) for block in blocks]
    lines = []
    for row in range(height):
        cells = [block[row] if row < len(block) else "" for block in blocks]
        lines.append("  ".join(c.ljust(w) for c, w in zip(cells, widths, strict=True)).rstrip())
    return "\n".join(lines)
