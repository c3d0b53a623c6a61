"""Errors in one voice: the argument, what was given, what was expected."""

from numbers import Integral
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
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise ValueError(
            f"{name}: got nested sequences of unequal length; expected a full array"
        ) from error
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name}: got entries of type {array.dtype}; expected real numbers")
    return array


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


def whole_number(name: str, value: object, *, minimum: int) -> int:
    """Return `value` as an int of at least `minimum`.

    Raises
    ------
    TypeError
        If `value` is not an integer; a boolean is not one.
    ValueError
        If `value` is below `minimum`.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name}: got {value!r}; expected an integer of {minimum} or more")
    if value < minimum:
        raise ValueError(f"{name}: got {value}; expected an integer of {minimum} or more")
    return int(value)


def axis_number(name: str, value: object, ndim: int) -> int:
    """Return `value` as the number of an axis, which may count from the end.

    Raises
    ------
    TypeError
        If `value` is not an integer.
    ValueError
        If there is no such axis.
    """
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise TypeError(f"{name}: got {value!r}; expected an integer")
    number = int(value)
    if not -ndim <= number < ndim:
        raise ValueError(f"{name}: got {value}; expected one of {ndim} axes, {-ndim} to {ndim - 1}")
    return number


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
