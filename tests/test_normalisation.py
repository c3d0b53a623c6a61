"""Normalisation of rows."""

from collections.abc import Callable
from functools import partial
from math import inf, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import Normalised, layer_norm, rms_norm

X, GAIN, BIAS = normal(1, 2, 3, 5), normal(2, 5), normal(3, 5)
BOTH: list[Callable[..., Normalised]] = [layer_norm, rms_norm]


def by_loops(
    x: NDArray[Any], n_axes: int, epsilon: float, function: Callable[..., Normalised]
) -> NDArray[np.float64]:
    rows = x.reshape(*x.shape[: x.ndim - n_axes], -1)
    found = np.zeros(rows.shape)
    for index in np.ndindex(rows.shape[:-1]):
        row = rows[index].astype(np.float64).tolist()
        found[index] = loops.normalise(row, epsilon, centred=function is layer_norm)
    return found.reshape(x.shape)


@pytest.mark.parametrize("function", BOTH)
@pytest.mark.parametrize("epsilon", [1e-5, 0.1, 1e-12, 3])
@pytest.mark.parametrize(
    ("first_axis", "n_axes"), [(-1, 1), (2, 1), (-2, 2), (1, 2), (0, 3), (-3, 3)]
)
def test_it_is_the_loops(
    function: Callable[..., Normalised], epsilon: float, first_axis: int, n_axes: int
) -> None:
    gain = normal(4, *X.shape[3 - n_axes :])
    normalised = function(X, gain, first_axis=first_axis, epsilon=epsilon)
    close(by_loops(X, n_axes, epsilon, function) * gain, normalised.output, rtol=1e-11)
    assert (*X.shape[: 3 - n_axes], *[1] * n_axes) == normalised.centre.shape
    close((X - normalised.centre) * normalised.factor * gain, normalised.output, rtol=1e-11)


def test_without_gain_and_bias_nothing_is_stretched_or_shifted() -> None:
    close(by_loops(X, 1, 1e-5, layer_norm), layer_norm(X).output, rtol=1e-11)
    close(by_loops(X, 1, 1e-5, rms_norm), rms_norm(X).output, rtol=1e-11)
    both = layer_norm(X, GAIN, BIAS).output
    close(by_loops(X, 1, 1e-5, layer_norm) * GAIN + BIAS, both, rtol=1e-11)
    close(layer_norm(X).output + BIAS, layer_norm(X, bias=BIAS).output)


def test_centre_and_factor_are_mean_and_one_over_the_deviation() -> None:
    normalised = layer_norm([[1.0, 5.0], [2.0, 2.0]], epsilon=5.0)
    same([[3.0], [2.0]], normalised.centre)
    close([[1 / 3], [1 / sqrt(5)]], normalised.factor)
    root = rms_norm([1.0, 7.0], epsilon=11.0)
    same([0.0], root.centre)
    close([1 / 6], root.factor)


@pytest.mark.parametrize("function", BOTH)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("size", [1e-30, 1e30, 3e37])
def test_rows_of_any_size_come_out_alike(
    function: Callable[..., Normalised], dtype: type[np.floating[Any]], size: float
) -> None:
    row = (size * X / np.abs(X).max()).astype(dtype)
    expected = by_loops(row, 1, 1e-5, function)
    close(expected, function(row).output, rtol=1e-4, atol=1e-4 * float(np.abs(expected).max()))
    largest = np.finfo(dtype).max
    extreme = function(np.array([largest, -largest, largest, 0], dtype))
    assert np.isfinite(extreme.output).all()
    assert (np.sign([1, -1, 1]) == np.sign(extreme.output[:3])).all()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("number", [0.1, -3.0, 1e9 / 3, 1e37 / 3, 0.0])
@pytest.mark.parametrize("width", [1, 2, 3, 7, 1000])
def test_a_row_of_equal_numbers_becomes_zeros(
    dtype: type[np.floating[Any]], number: float, width: int
) -> None:
    same(np.zeros(width), layer_norm(np.full(width, number, dtype)).output)


def test_a_row_of_zeros_stays_one() -> None:
    same([0.0, 0.0], rms_norm([0.0, 0.0]).output)


@pytest.mark.parametrize("function", BOTH)
def test_types_are_kept(function: Callable[..., Normalised]) -> None:
    for dtype in (np.float16, np.float32, np.float64):
        normalised = function(X.astype(dtype), GAIN)
        computed = np.promote_types(dtype, np.float32)
        assert [dtype, computed, computed] == [part.dtype for part in normalised]
    assert [np.float64] * 3 == [part.dtype for part in function([1, 2, 4])]
    close(by_loops(X, 1, 1e-5, function), function(half(X)).output, rtol=1e-2, atol=5e-3)
    large = half([60000, -60000])
    same([1, -1], function(large).output)


@pytest.mark.parametrize("function", BOTH)
def test_no_argument_is_changed(function: Callable[..., Normalised]) -> None:
    with untouched(X, GAIN):
        parts = function(X, GAIN)
    assert not any(np.shares_memory(part, given) for part in parts for given in (X, GAIN))


def test_shapes_that_disagree_are_refused_by_name() -> None:
    for wrong in (GAIN[:4], GAIN[:1], GAIN[None], np.float64(2.0)):
        for function in BOTH:
            with refused(ValueError, "gain", str(np.shape(wrong)), "(5,)"):
                function(X, wrong)
        with refused(ValueError, "bias", str(np.shape(wrong)), "(5,)"):
            layer_norm(X, bias=wrong)
    with refused(ValueError, "gain", "(5,)", "(3, 5)"):
        layer_norm(X, GAIN, first_axis=1)
    with refused(ValueError, "x", "(2, 0)", "one feature or more"):
        rms_norm(np.ones((2, 0)))
    with refused(ValueError, "x", "1 or more axes"):
        layer_norm(3.0)
    with refused(ValueError, "first_axis", "got 3", "3 axes"):
        layer_norm(X, first_axis=3)
    assert (0, 5) == layer_norm(np.ones((0, 5))).output.shape


@pytest.mark.parametrize("function", BOTH)
def test_an_epsilon_that_guards_nothing_is_refused(function: Callable[..., Normalised]) -> None:
    for epsilon in (0, -1e-5, 0.0):
        with refused(ValueError, "epsilon", "above 0"):
            function(X, epsilon=epsilon)
    for epsilon in (1e-60, 1e60):
        with refused(ValueError, "epsilon", "float32"):
            function(single(X), epsilon=epsilon)
    for epsilon in (inf, np.nan):
        with refused(ValueError, "epsilon", "finite"):
            function(X, epsilon=epsilon)
    with refused(TypeError, "epsilon", "a number"):
        function(X, epsilon="small")


def test_entries_that_are_not_finite_are_refused_by_name() -> None:
    for bad in (np.nan, inf, -inf):
        for name in ("x", "gain", "bias"):
            arrays = {"x": X[0, 0].copy(), "gain": GAIN.copy(), "bias": BIAS.copy()}
            arrays[name][2] = bad
            with refused(ValueError, name, "[2]", "finite"):
                layer_norm(**arrays)
    with refused(ValueError, "x, gain, bias", "an output", "overflows float64"):
        rms_norm([1.0, 9.0], [1.0, 1.7e308])


def test_the_two_agree_on_rows_of_mean_zero() -> None:
    row = np.array([3.0, -1.0, -2.0])
    for function in (layer_norm, partial(layer_norm, bias=np.zeros(3))):
        close(rms_norm(row).output, function(row).output)


@pytest.mark.parametrize(("dtype", "size"), [(np.float32, 1e20), (np.float64, 1e160)])
def test_of_a_row_of_equal_numbers_epsilon_alone_is_left(
    dtype: type[np.floating[Any]], size: float
) -> None:
    for value in (0.0, 1.0, size):
        normalised = layer_norm(np.full((1, 5), value, dtype), epsilon=1e-4)
        close(np.full((1, 1), 100.0), normalised.factor, rtol=1e-6)
        same(np.zeros((1, 5)), normalised.output)


def test_an_epsilon_below_the_smallest_normal_number_is_refused() -> None:
    for function in (layer_norm, rms_norm):
        with refused(ValueError, "epsilon", "1e-42", "float32", "1.2e-38 or more"):
            function(single([1e-22, -1e-22]), epsilon=1e-42)
        function(single([1e-22, -1e-22]), epsilon=1.2e-38)
