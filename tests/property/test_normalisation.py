"""What holds for the normalisation of any row."""

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray
from tests.tools import close, same

from attention_course import layer_norm, rms_norm

Array = NDArray[np.floating[Any]]
ROWS = arrays(
    np.float64,
    array_shapes(min_dims=1, max_dims=3, max_side=5),
    elements=st.floats(-100, 100, width=32),
)


@given(
    x=st.sampled_from([np.float32, np.float64]).flatmap(
        lambda dtype: arrays(
            dtype,
            array_shapes(min_dims=1, max_dims=2, max_side=5),
            elements=st.floats(
                allow_nan=False, allow_infinity=False, width=64 if dtype is np.float64 else 32
            ),
        )
    ),
    epsilon=st.floats(1e-30, 1e30),
)
def test_finite_rows_of_any_size_give_finite_rows_of_a_modest_size(
    x: Array, epsilon: float
) -> None:
    for function in (layer_norm, rms_norm):
        normalised = function(x, epsilon=epsilon)
        assert all(np.isfinite(part).all() for part in normalised)
        assert (np.abs(normalised.output) <= np.sqrt(x.shape[-1]) * 1.001).all()


@given(x=ROWS)
def test_rows_come_out_with_mean_0_and_mean_square_below_1(x: Array) -> None:
    centred, root = layer_norm(x).output, rms_norm(x).output
    close(np.zeros(x.shape[:-1]), centred.mean(axis=-1), atol=1e-12)
    for output in (centred, root):
        assert ((output**2).mean(axis=-1) <= 1 + 1e-12).all()


@given(x=ROWS, exponent=st.integers(-10, 500))
def test_a_power_of_2_before_and_its_square_in_epsilon_change_no_bit(
    x: Array, exponent: int
) -> None:
    factor = 2.0**exponent
    for function in (layer_norm, rms_norm):
        before = function(x, epsilon=0.25).output
        same(before, function(factor * x, epsilon=0.25 * factor**2).output)


@given(x=ROWS, shift=st.integers(-1000, 1000))
def test_a_shift_changes_no_layer_norm(x: Array, shift: int) -> None:
    close(layer_norm(x).output, layer_norm(x + shift).output, rtol=1e-6, atol=1e-7)


@given(x=ROWS, data=st.data())
def test_permuted_features_give_permuted_outputs(x: Array, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(x.shape[-1])))
    for function in (layer_norm, rms_norm):
        close(function(x).output[..., order], function(x[..., order]).output, rtol=1e-9, atol=1e-9)
