"""What many tests need: comparing, refusing, drawing, and keeping watch over arrays."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray


def same(expected: Any, actual: NDArray[Any]) -> None:  # noqa: ANN401
    """Require equal shape and equal entries, to the last bit but for the sign of zero."""
    assert np.shape(expected) == actual.shape
    np.testing.assert_array_equal(actual, expected)


def close(
    expected: Any,  # noqa: ANN401
    actual: NDArray[Any],
    *,
    rtol: float = 1e-12,
    atol: float = 1e-13,
) -> None:
    """Require equal shape and entries equal but for rounding."""
    assert np.shape(expected) == actual.shape
    np.testing.assert_allclose(actual, expected, rtol=rtol, atol=atol)


def normal(seed: int, *shape: int) -> NDArray[np.float64]:
    """Draw a standard normal array."""
    return np.random.default_rng(seed).standard_normal(shape)


def half(values: ArrayLike) -> NDArray[np.float16]:
    """Return the values in half precision."""
    return np.asarray(values, np.float16)


def single(values: ArrayLike) -> NDArray[np.float32]:
    """Return the values in single precision."""
    return np.asarray(values, np.float32)


@contextmanager
def refused(error: type[Exception], name: str, *parts: str) -> Iterator[None]:
    """Require an error in the library's voice: `name: got …; expected …`, with these parts."""
    with pytest.raises(error) as caught:
        yield
    message = str(caught.value)
    assert error is caught.type
    assert message.startswith(f"{name}: ")
    assert "expected " in message
    assert [] == [part for part in parts if part not in message], message


@contextmanager
def untouched(*arrays: NDArray[Any]) -> Iterator[None]:
    """Require that every array is, byte by byte and flag by flag, what it was."""
    before = [(a.tobytes(), a.dtype, a.shape, a.strides, a.flags.writeable) for a in arrays]
    yield
    after = [(a.tobytes(), a.dtype, a.shape, a.strides, a.flags.writeable) for a in arrays]
    assert before == after
