"""Errors in one voice: the argument, what was given, what was expected."""

from math import inf, isfinite
from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Reals: TypeAlias = NDArray[np.floating[Any]]
"""An array of real numbers: float16, float32 or float64."""

_REAL_TYPES = (np.float16, np.float32, np.float64)


def plain_array(name: str, value: ArrayLike) -> NDArray[Any]:
    """Return `value` as an ndarray, without copying one, and refuse types with rules of their own.

    Raises
    ------
    TypeError
        If `value` is a masked array or a matrix, or holds anything but numbers and booleans.
    ValueError
        If `value` is a nested list whose rows differ in length.
    """
    _refuse_kinds(name, value)
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(
            f"{name}: got nested sequences of unequal length; expected a full array"
        ) from error
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name}: got entries of type {array.dtype}; expected real numbers")
    return array


def _refuse_kinds(name: str, value: object) -> None:
    """Refuse arrays with rules of their own, also inside of lists, where NumPy drops the rules."""
    if isinstance(value, (list, tuple)):
        for part in value:
            if isinstance(part, (list, tuple, np.ndarray)):
                _refuse_kinds(name, part)
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(
            f"{name}: got a masked array, whose hidden entries would be used; "
            "expected a plain array, with a mask argument beside it"
        )
    if isinstance(value, np.matrix):
        raise TypeError(
            f"{name}: got a matrix, where * already means a matrix product; "
            "expected a plain array (np.asarray makes one)"
        )


def real_array(name: str, value: ArrayLike, *, min_ndim: int = 0) -> Reals:
    """Return `value` as an array of real numbers; integers become float64.

    Raises
    ------
    TypeError
        If the entries are booleans, or floats other than float16, float32 and float64.
    ValueError
        If there are fewer than `min_ndim` axes.
    """
    array = plain_array(name, value)
    if array.dtype.kind in "iu":
        array = array.astype(np.float64)
    if array.dtype.type not in _REAL_TYPES:
        raise TypeError(
            f"{name}: got entries of type {array.dtype}; "
            "expected integers, float16, float32 or float64"
        )
    if array.ndim < min_ndim:
        raise ValueError(f"{name}: got shape {array.shape}; expected {min_ndim} or more axes")
    return array


def finite_array(name: str, value: ArrayLike, *, min_ndim: int = 0) -> Reals:
    """Return `value` as `real_array` does, and refuse NaN and infinities.

    Raises
    ------
    TypeError, ValueError
        As `real_array`; and ValueError if an entry is not finite.
    """
    array = real_array(name, value, min_ndim=min_ndim)
    finite = np.isfinite(array)
    if not finite.all():
        place = first_index(~finite)
        raise ValueError(
            f"{name}: got {array[place]} at {name}{list(place)}; expected finite numbers"
        )
    return array


def first_index(found: NDArray[np.bool_]) -> tuple[int, ...]:
    """Return the index of the first True entry."""
    return tuple(int(i) for i in np.argwhere(found)[0])


def integer(name: str, value: object, expected: str = "an integer") -> int:
    """Return `value` as an int.

    Raises
    ------
    TypeError
        If `value` is not an integer; a boolean is not one.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name}: got {value!r}; expected {expected}")
    return int(value)


def whole_number(name: str, value: object, *, minimum: int) -> int:
    """Return `value` as an int of at least `minimum`.

    Raises
    ------
    TypeError
        If `value` is not an integer; a boolean is not one.
    ValueError
        If `value` is below `minimum`.
    """
    expected = f"an integer of {minimum} or more"
    number = integer(name, value, expected)
    if number < minimum:
        raise ValueError(f"{name}: got {value}; expected {expected}")
    return number


def axis_number(name: str, value: object, ndim: int) -> int:
    """Return `value` as the number of an axis, which may count from the end.

    Raises
    ------
    TypeError
        If `value` is not an integer.
    ValueError
        If there is no such axis.
    """
    number = integer(name, value)
    if not -ndim <= number < ndim:
        raise ValueError(f"{name}: got {value}; expected one of {ndim} axes, {-ndim} to {ndim - 1}")
    return number


def head_widths(
    d_model: int, n_heads: int, d_k: int | None, d_v: int | None
) -> tuple[int, int, int, int]:
    """Return d_model, n_heads, d_k and d_v; a width left out is d_model / n_heads.

    Raises
    ------
    TypeError
        If a size is not an integer.
    ValueError
        If a size is below 1, or a width is left out and d_model is no multiple of `n_heads`.
    """
    model = whole_number("d_model", d_model, minimum=1)
    heads = whole_number("n_heads", n_heads, minimum=1)
    if (d_k is None or d_v is None) and model % heads:
        raise ValueError(f"d_model: got {model}; expected a multiple of n_heads = {heads}")
    key_width = model // heads if d_k is None else whole_number("d_k", d_k, minimum=1)
    value_width = model // heads if d_v is None else whole_number("d_v", d_v, minimum=1)
    return model, heads, key_width, value_width


def finite_result(names: str, computed: Reals, what: str) -> Reals:
    """Return what was computed from finite arguments, or say that they were too large for it.

    Raises
    ------
    ValueError
        If an entry is not finite.
    """
    if not np.isfinite(computed).all():
        raise ValueError(
            f"{names}: got entries so large that {what} overflows {computed.dtype}; "
            "expected smaller entries"
        )
    return computed


def computing_type(*arrays: Reals) -> np.dtype[np.floating[Any]]:
    """Return the type to compute in: the widest of the arrays', but at least float32."""
    return np.result_type(np.float32, *arrays)


def generator(name: str, value: object) -> np.random.Generator:
    """Return `value` as what random numbers may come from.

    Raises
    ------
    TypeError
        If `value` is not a Generator.
    """
    if not isinstance(value, np.random.Generator):
        raise TypeError(f"{name}: got {value!r}; expected a numpy.random.Generator")
    return value


def number_within(name: str, value: object, low: float, high: float) -> float:
    """Return `value` as a float from `low` to `high`.

    Raises
    ------
    TypeError
        If `value` is not a real number; a boolean is not one.
    ValueError
        If `value` is outside of the range, or NaN.
    """
    expected = f"expected a number from {low:g} to {high:g}"
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise TypeError(f"{name}: got {value!r}; {expected}")
    if not low <= value <= high:
        raise ValueError(f"{name}: got {value}; {expected}")
    return float(value)


def finite_number(name: str, value: object) -> float:
    """Return `value` as a float.

    Raises
    ------
    TypeError
        If `value` is not a real number; a boolean is not one.
    ValueError
        If `value` is NaN, infinite, or beyond what a float holds.
    """
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name}: got {value!r}; expected a number")
    try:
        number = float(value)
    except OverflowError:
        number = inf
    if not isfinite(number):
        raise ValueError(f"{name}: got {value!r}; expected a finite number")
    return number
