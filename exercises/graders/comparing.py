"""Compare a result with the right one: first its type and shape, then its numbers."""

import numpy as np
from numpy.typing import NDArray

from graders import wording
from graders.exercise import Exercise

_RTOL = 1e-10
_ATOL = 1e-12
_SINGLE = 1e-4
_HUGE = 2**1000
_BY_HAND = 5e-4
_SINGLE_VALUES: dict[type, tuple[type | tuple[type, ...], str]] = {
    bool: ((bool, np.bool_), "True or False"),
    int: ((int, np.integer), "a whole number"),
    float: ((float, int, np.floating, np.integer), "a number"),
    str: (str, "a text in quotes"),
}


def fault(exercise: Exercise, got: object, expected: object) -> str | None:
    """Return what is wrong with a result, "" if no more can be said, None if it is right."""
    if exercise.by_hand and not isinstance(expected, str):
        return _fault_by_hand(got, np.array(expected, np.float64))
    if found := structural_fault(got, expected):
        return found
    return None if _equal(got, expected) else _about_numbers(got, expected)


def first_wrong(exercise: Exercise, got: object, expected: object) -> int | None:
    """Return the number of the first wrong entry of a tuple that holds arrays, None if it is none.

    A tuple of single numbers is short enough to be shown whole.
    """
    if not (isinstance(got, tuple) and isinstance(expected, tuple)) or len(got) != len(expected):
        return None
    if not any(isinstance(entry, np.ndarray) for entry in expected):
        return None
    pairs = enumerate(zip(got, expected, strict=True))
    return next((number for number, (a, b) in pairs if fault(exercise, a, b) is not None), None)


def structural_fault(got: object, expected: object) -> str:
    """Return what is wrong with a result before its numbers are looked at, "" if nothing is."""
    if isinstance(expected, np.ndarray):
        if type(got) is not np.ndarray:
            return wording.wrong_type(got, "a NumPy array")
        if got.dtype.kind != "f":
            return f"an array of {got.dtype} came back where an array of float64 should"
        if got.shape != expected.shape:
            return f"shape {got.shape} came back where {expected.shape} should"
        return ""
    if isinstance(expected, tuple):
        if not isinstance(got, tuple):
            return wording.wrong_type(got, f"a tuple of {len(expected)}")
        if len(got) != len(expected):
            return f"a tuple of {len(got)} came back where a tuple of {len(expected)} should"
        for number, (a, b) in enumerate(zip(got, expected, strict=True)):
            if found := structural_fault(a, b):
                return f"in {wording.entry_name(number)}, {found}"
        return ""
    accepted, name = _SINGLE_VALUES[type(expected)]
    truth = isinstance(got, bool | np.bool_)
    right = isinstance(got, accepted) and truth == isinstance(expected, bool)
    return "" if right else wording.wrong_type(got, name)


def alike(exercise: Exercise, got: object, result: object) -> bool:
    """Return whether a result is that of a mistake, whose type may be a mistake as well."""
    if exercise.by_hand and not isinstance(result, str):
        return _fault_by_hand(got, np.array(result, np.float64)) is None
    if isinstance(got, np.ndarray) and isinstance(result, np.ndarray):
        same_kind = got.dtype.kind == result.dtype.kind and got.shape == result.shape
        return same_kind and _close(got, result, _RTOL, _ATOL)
    if isinstance(got, tuple) and isinstance(result, tuple):
        pairs = zip(got, result, strict=False)
        return len(got) == len(result) and all(alike(exercise, a, b) for a, b in pairs)
    if isinstance(result, float | np.floating):
        a_number = isinstance(got, float | int | np.number) and not isinstance(got, bool)
        return a_number and _equal(got, float(result))
    return type(got) is type(result) and _equal(got, result)


def _fault_by_hand(got: object, expected: NDArray[np.float64]) -> str | None:
    what = "a number" if expected.ndim == 0 else f"a table of shape {expected.shape}"
    try:
        numbers = np.array(got)
    except ValueError:
        return f"rows of unequal length came back where {what} should"
    if numbers.dtype.kind not in "iuf":
        return wording.wrong_type(got, what)
    if numbers.shape != expected.shape:
        return f"shape {numbers.shape} came back where {expected.shape} should"
    return None if _close(numbers, expected, _BY_HAND, _BY_HAND) else ""


def _equal(got: object, expected: object) -> bool:
    if isinstance(expected, np.ndarray):
        return _close(np.asarray(got), expected, _RTOL, _ATOL)
    if isinstance(got, tuple) and isinstance(expected, tuple):
        return all(_equal(a, b) for a, b in zip(got, expected, strict=True))
    if isinstance(expected, float) and isinstance(got, int):
        got = float(min(max(got, -_HUGE), _HUGE))  # A whole number may be too large for a float.
    if isinstance(expected, float):
        return _close(np.asarray(got), np.asarray(expected), _RTOL, _ATOL)
    return bool(got == expected)


def _close(
    got: NDArray[np.floating], expected: NDArray[np.floating], rtol: float, atol: float
) -> bool:
    """Compare entry by entry; `atol` is relative to the largest entry, or to 1 if that is more."""
    finite = np.abs(expected[np.isfinite(expected)])
    size = max(1.0, float(finite.max(initial=0)))
    return bool(np.isclose(got, expected, rtol=rtol, atol=atol * size, equal_nan=True).all())


def _about_numbers(got: object, expected: object) -> str:
    if not (isinstance(got, np.ndarray) and isinstance(expected, np.ndarray)):
        return ""
    if np.isnan(got).any():
        return "there is NaN (not a number) in the result"
    if got.dtype.itemsize < expected.dtype.itemsize and _close(got, expected, 0, _SINGLE):
        return f"the numbers are right only to the few digits that {got.dtype} holds"
    return ""
