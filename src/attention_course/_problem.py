"""A problem of attention, checked without a copy of a mask or of keys that heads share."""

from dataclasses import dataclass, replace
from itertools import product
from math import inf, log, prod, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_course._checks import (
    Reals,
    computing_type,
    finite_array,
    finite_result,
    plain_array,
    real_array,
    whole_number,
)
from attention_course._dot_product import (
    EmptyRows,
    by_group,
    check_rule,
    checked_batch,
    checked_cap,
    checked_scale,
    refuse_empty,
    seen_values,
)
from attention_course._masks import additive_mask, check_fit

_STRIP = 2**18
_FEW_QUERIES = 32
_SHARED = 4


class Task(NamedTuple):
    """A block of queries: the index of its leading axes, its heads, its rows."""

    lead: tuple[int, ...]
    heads: slice
    rows: slice


@dataclass(frozen=True, eq=False)
class Problem:
    """Arguments of one attention, checked; arrays of shape (..., heads, rows, columns) are views.

    Attributes
    ----------
    query, key, value
        In the type to compute in, with the leading axes that they share.
    mask
        Booleans or biases, or None.
    band
        0 and -inf where a causal mask has them, seen through strides; or None.
    window
        How many keys a query sees at most, if there is a band.
    factor, soft_cap
        What scores are multiplied by, and what bounds them.
    bound
        What no score exceeds before the soft cap; infinite if that was not looked for.
    bounded
        Whether no score can be so large that its exponential needs a maximum taken off.
    careful
        Whether a score may overflow.
    batch
        The leading axes of the output.
    given
        The arguments, as arrays.
    own_value, own_mask
        The value and the mask with no more axes than they were given, but for groups of heads.
    mask_lead
        The leading axes of the mask, as it was given.
    empty_rows
        The rule for rows that may attend to nothing.
    """

    query: Reals
    key: Reals
    value: Reals
    mask: NDArray[Any] | None
    band: Reals | None
    window: int
    factor: float
    soft_cap: float | None
    bound: float
    bounded: bool
    careful: bool
    batch: tuple[int, ...]
    given: tuple[Reals, Reals, Reals]
    own_value: Reals
    own_mask: NDArray[Any]
    mask_lead: tuple[int, ...]
    empty_rows: EmptyRows

    @property
    def offset(self) -> int:
        """The position of the first query among the keys."""
        return int(self.key.shape[-2]) - int(self.query.shape[-2])

    def may_see(self, task: Task, columns: slice) -> bool:
        """Tell whether the mask lets any of these queries see any of these keys.

        A key that is hidden may still have to be refused, so where a score may overflow all count.
        """
        if self.mask is None or self.careful:
            return True
        block = _part(self.mask, task, columns)
        lowest = 0 if block.dtype == bool else -inf
        # Most blocks are not hidden, and show it in their first column.
        return bool((block[..., :1] > lowest).any() or block.max() > lowest)

    def scores(self, query: Reals, key: Reals, room: Reals) -> Reals:
        """Return scaled queries times keys, computed in the given room."""
        shape = (*query.shape[:-1], key.shape[-2])
        scores = np.matmul(query, key.mT, out=room[: prod(shape)].reshape(shape))
        if self.careful and not np.isfinite(scores).all():
            finite_array("query", self.given[0])
            finite_array("key", self.given[1])
            finite_result("scale", query, "a scaled query")
            finite_result("query, key", scores, "a score")
        return scores

    def hide(self, scores: Reals, task: Task, columns: slice) -> None:
        """Cap scores, add band and mask, but for booleans where `strike` will do."""
        if self.soft_cap is not None:
            scores /= self.soft_cap
            np.tanh(scores, out=scores)
            scores *= self.soft_cap
        if self.band is not None:
            new = max(task.rows.start + self.offset + 1, columns.start)
            if new < columns.stop:
                scores[..., new - columns.start :] += self.band[task.rows, new : columns.stop]
            old = min(task.rows.stop + self.offset - self.window, columns.stop)
            if old > columns.start:
                scores[..., : old - columns.start] += self.band[task.rows, columns.start : old]
        if self.mask is not None and not self._strikes:
            block = _part(self.mask, task, columns)
            # The logarithm of True is 0, that of False -inf; np.where takes three times as long.
            bias = np.log(block, dtype=scores.dtype) if block.dtype == bool else block
            hidden = self.careful and (np.isneginf(scores) | np.isneginf(bias))
            np.add(scores, bias, out=scores, casting="same_kind")
            if self.careful:
                seen = np.where(hidden, 0, scores)
                finite_result("mask", seen, "a score plus its bias")

    def strike(self, exponentials: Reals, task: Task, columns: slice) -> None:
        """Multiply exponentials by a mask of booleans if `hide` has left that out."""
        if self.mask is not None and self._strikes:
            exponentials *= _part(self.mask, task, columns)

    @property
    def _strikes(self) -> bool:
        """Whether hidden pairs have finite exponentials, which a product with 0 can remove."""
        return self.bounded and self.mask is not None and self.mask.dtype == bool

    def refuse_empty(self, sums: Reals) -> None:
        """Name the rows that may attend to nothing, as they are numbered in the mask."""
        empty = sums == 0
        if self.empty_rows != "error" or not empty.any():
            return
        empty = empty.reshape(*self.batch, sums.shape[-1])
        empty = empty[(0,) * (len(self.batch) - len(self.mask_lead))]
        for axis, length in enumerate(self.mask_lead):
            empty = empty.take(range(length), axis)
        refuse_empty(empty, self.key.shape[-2])

    def values_seen(self) -> Reals:
        """Return the values with those that no query may see replaced by 0.

        Raises
        ------
        ValueError
            If one that a query may see is not finite.
        """
        n_queries, n_keys = self.query.shape[-2], self.key.shape[-2]
        seen = np.zeros((*self.own_mask.shape[:-2], 1, n_keys), bool)
        for start in range(0, n_queries, step := max(1, _STRIP // max(1, n_keys))):
            rows = slice(start, min(start + step, n_queries))
            block = self.own_mask if self.own_mask.shape[-2] == 1 else self.own_mask[..., rows, :]
            block = block if block.dtype == bool else ~np.isneginf(block)
            if self.band is not None:
                block = block & (self.band[rows] == 0)
            seen |= block.any(axis=-2, keepdims=True)
        return seen_values(self.own_value, ~seen)

    def with_values_kept(self) -> "Problem":
        """Return the problem so that no value is lost in a product with a small exponential."""
        least = np.finfo(self.query.dtype).tiny / _least_exponential(self.query.dtype)
        if not self.bounded or extent(self.own_value)[0] >= least:
            return self
        return replace(self, bounded=False)

    def with_value(self, value: Reals) -> "Problem":
        """Return the problem with other values, whose leading axes broadcast.

        They may be so large or small that exponentials have to be shifted.
        """
        shape = (*self.query.shape[:-2], *value.shape[-2:])
        spread = np.broadcast_to(value, shape)
        return replace(self, value=spread, own_value=value, bounded=False)


def _least_exponential(dtype: np.dtype[Any]) -> float:
    """Return how small an exponential without a shift may be; it may be as large as 1 over that."""
    return float(np.finfo(dtype).eps ** 1.5)


def _part(mask: NDArray[Any], task: Task, columns: slice) -> NDArray[Any]:
    part: NDArray[Any] = mask[task.lead][task.heads, task.rows, columns]
    return part


@np.errstate(all="ignore")
def checked_problem(
    arrays: tuple[ArrayLike, ArrayLike, ArrayLike],
    mask: ArrayLike | None,
    *,
    causal: bool,
    window: int | None,
    scale: float | None,
    soft_cap: float | None,
    grouped_heads: bool,
    empty_rows: EmptyRows,
) -> Problem:
    """Check the arguments of `blockwise_attention`.

    Raises
    ------
    TypeError, ValueError
        As `blockwise_attention` does, but for what only the scores can tell.
    """
    q, k, v = (
        real_array(name, array, min_ndim=2)
        for name, array in zip(("query", "key", "value"), arrays, strict=True)
    )
    batch = checked_batch(q, k, v, grouped_heads=grouped_heads)
    check_rule(empty_rows)
    if not isinstance(causal, bool):
        raise TypeError(f"causal: got {causal!r}; expected True or False")
    n_queries, n_keys = q.shape[-2], k.shape[-2]
    width = n_keys + 1
    if window is not None:
        width = min(width, whole_number("window", window, minimum=1))
    factor = 1 / sqrt(q.shape[-1]) if scale is None else checked_scale(scale)
    computed = computing_type(q, k, v)
    cap = None if soft_cap is None else checked_cap(soft_cap, computed)
    shape = (*batch, n_queries, n_keys)
    bias, size = (None, 0.0) if mask is None else _checked_mask(mask, shape, computed)
    # Few queries ask for a key each but once, so looking at their scores tells of every number.
    few = prod(shape) > 0 and n_queries < min(_FEW_QUERIES, n_keys + 1) and window is None
    cast = [_rows_apart(array.astype(computed, copy=False)) for array in (q, k, v)]
    bound = inf if few else _largest_score(cast[0], cast[1], factor, (q, k))
    limits = np.finfo(computed)
    # Below, not even the largest bias is lifted past the largest number by a score.
    careful = not bound < limits.max * limits.eps / 8
    largest_score = bound if cap is None else min(bound, cap)
    views = cast if bias is None else [*cast, bias]
    if grouped_heads:
        groups = k.shape[-3]
        views = [by_group(array, groups) for array in views]
        inner = (*batch[:-1], groups, batch[-1] // groups)
    else:
        inner = batch or (1,)
    query, key, value = (_spread(a, (*inner, *a.shape[-2:])) for a in views[:3])
    return Problem(
        query=query,
        key=key,
        value=value,
        mask=None if bias is None else _spread(views[-1], (*inner, *shape[-2:])),
        band=_band(n_queries, n_keys, width, computed) if causal or window is not None else None,
        window=width,
        factor=factor,
        soft_cap=cap,
        bound=bound,
        bounded=largest_score + size < -log(_least_exponential(computed)),
        careful=careful,
        batch=batch,
        given=(q, k, v),
        own_value=views[2],
        own_mask=np.ones((1, 1), bool) if bias is None else views[-1],
        mask_lead=() if bias is None else bias.shape[:-2],
        empty_rows=empty_rows,
    )


def _checked_mask(
    mask: ArrayLike, shape: tuple[int, ...], dtype: np.dtype[Any]
) -> tuple[NDArray[Any], float]:
    """Return the mask as it is, and how large a bias in it can be; a strip is read at a time."""
    plain = plain_array("mask", mask)
    array = np.atleast_2d(plain)
    if array.dtype.kind in "iu":
        additive_mask("mask", plain)
    if array.dtype != bool:
        array = real_array("mask", array)
    check_fit(plain.shape, shape)
    if array.dtype == bool:
        return array, 0.0
    # To look for the lowest finite bias among infinite ones pays where heads share the mask.
    searched = array.dtype.itemsize > dtype.itemsize or array.size * _SHARED <= prod(shape)
    size, ones_and_zeros = 0.0, array.size > 0
    step = max(1, _STRIP // max(1, array.shape[-1]))
    for lead, start in product(np.ndindex(array.shape[:-2]), range(0, array.shape[-2], step)):
        strip = array[lead][start : start + step]
        low, high = float(strip.min(initial=inf)), float(strip.max(initial=-inf))
        if not high < inf:
            additive_mask("mask", plain)
        ones_and_zeros = ones_and_zeros and low in {0, 1} and high in {0, 1}
        if low == -inf and searched:
            low = float(strip[strip > -inf].min(initial=0))
        size = max(size, -low, high)
    if ones_and_zeros and size == 1:
        additive_mask("mask", plain)
    if np.finfo(dtype).max < size < inf:
        raise ValueError(f"mask: got entries too large for {dtype}; expected smaller biases")
    return array, size


def _largest_score(query: Reals, key: Reals, factor: float, given: tuple[Reals, ...]) -> float:
    """Return a bound on every score by Cauchy and Schwarz, from one pass over each array."""
    limits, width = np.finfo(query.dtype), query.shape[-1]
    if abs(factor) > limits.max:
        return inf
    lengths = []
    for name, array, source in zip(("query", "key"), (query, key), given, strict=False):
        longest = float(np.vecdot(array, array).max(initial=0))
        if not longest < inf:
            finite_array(name, source)
        if longest < width * limits.tiny / limits.eps:
            # Squares may have vanished.
            lengths.append(sqrt(width) * largest(array))
        else:
            lengths.append(sqrt(longest))
    # Rounding may lift a score above its bound; a key shorter than 1 says nothing of the queries.
    return 1.001 * abs(factor) * lengths[0] * max(lengths[1], 1.0)


def largest(array: Reals) -> float:
    """Return the largest magnitude."""
    return max(float(array.max(initial=0)), -float(array.min(initial=0)))


def extent(array: Reals) -> tuple[float, float]:
    """Return the smallest magnitude that is not 0 and the largest; long arrays go in parts."""
    if array.size > _STRIP:
        parts = [array[0]] if len(array) == 1 else np.array_split(array, 2)
        extents = [extent(part) for part in parts]
        return min(e[0] for e in extents), max(e[1] for e in extents)
    size = np.abs(array)
    least, most = float(size.min(initial=inf)), float(size.max(initial=0))
    if least == 0:
        least = float(np.where(size > 0, size, inf).min())
    return least, most


def _band(n_queries: int, n_keys: int, window: int, dtype: np.dtype[Any]) -> Reals:
    """Return a causal or window mask as a view: one vector, seen one step further on each row."""
    after = np.arange(n_queries + n_keys) - n_keys
    hidden = np.where((after <= 0) & (after > -window), 0, -np.inf).astype(dtype)
    step = hidden.itemsize
    return np.ndarray(
        (n_queries, n_keys), dtype, hidden, offset=n_queries * step, strides=(-step, step)
    )


def _spread(array: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Return the array, or a broadcast view of it: the latter costs as much as a short product."""
    return array if array.shape == shape else np.broadcast_to(array, shape)


def _rows_apart(array: Reals) -> Reals:
    """Return the array, or a copy if matrix products would be slow on its strides."""
    rows, columns = array.strides[-2:]
    fit = columns == array.itemsize and rows >= columns * array.shape[-1]
    return array if fit else np.ascontiguousarray(array)
