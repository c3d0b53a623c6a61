"""What holds for the way back through any attention."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray
from tests.tools import close, untouched

from attention_course import attention_backward, scaled_dot_product_attention

Array = NDArray[np.floating[Any]]
STEP = 1e-5


@dataclass(frozen=True)
class Problem:
    """An attention with heads in groups, and the gradient of its output."""

    arrays: tuple[Array, Array, Array]
    grad_output: Array
    mask: Array
    options: dict[str, Any]


@st.composite
def problems(draw: st.DrawFn, largest: float = 2.0) -> Problem:
    numbers = st.floats(-largest, largest, width=32)
    n, m, d_k, d_v = (draw(st.integers(1, 4)) for _ in range(4))
    heads, groups = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    query, key, value, upstream = (
        draw(arrays(np.float64, shape, elements=numbers))
        for shape in (
            (heads * groups, n, d_k),
            (groups, m, d_k),
            (groups, m, d_v),
            (heads * groups, n, d_v),
        )
    )
    below = st.floats(-largest, -0.25) | st.just(-np.inf)
    mask = draw(arrays(np.float64, (n, m), elements=below))
    options = {
        "scale": draw(st.none() | st.floats(-2, 2)),
        "soft_cap": draw(st.none() | st.floats(0.5, 5)),
        "grouped_heads": True,
        "empty_rows": "zeros",
    }
    return Problem((query, key, value), upstream, mask, options)


@settings(max_examples=50)
@given(p=problems())
def test_they_are_central_differences(p: Problem) -> None:
    found = attention_backward(*p.arrays, p.grad_output, p.mask, **p.options)
    for place, (array, gradient) in enumerate(zip(p.arrays, found, strict=True)):
        slopes = np.zeros(array.shape)
        for index in np.ndindex(array.shape):
            sides = []
            for sign in (1, -1):
                moved = [a.copy() for a in p.arrays]
                moved[place][index] += sign * STEP
                output = scaled_dot_product_attention(
                    moved[0], moved[1], moved[2], p.mask, **p.options
                ).output
                sides.append((output * p.grad_output).sum())
            slopes[index] = (sides[0] - sides[1]) / (2 * STEP)
        close(slopes, gradient, rtol=1e-4, atol=1e-6)


@given(p=problems(largest=100), shift=st.floats(-10, 10))
def test_a_shift_of_all_keys_changes_no_gradient_of_the_queries(p: Problem, shift: float) -> None:
    options = p.options | {"soft_cap": None, "scale": 0.1}
    query, key, value = p.arrays
    before = attention_backward(query, key, value, p.grad_output, p.mask, **options)
    after = attention_backward(query, key + shift, value, p.grad_output, p.mask, **options)
    size = 1e-7 * (1 + np.abs(before.query).max())
    close(before.query, after.query, rtol=1e-7, atol=size)


@given(p=problems(largest=100), factor=st.sampled_from([-2.0, 0.5, 4.0]))
def test_gradients_grow_with_the_gradient_of_the_output(p: Problem, factor: float) -> None:
    one = attention_backward(*p.arrays, p.grad_output, p.mask, **p.options)
    other = attention_backward(*p.arrays, factor * p.grad_output, p.mask, **p.options)
    for before, after in zip(one, other, strict=True):
        close(factor * before, after, rtol=1e-12, atol=1e-300)


@given(
    p=problems(largest=100),
    types=st.lists(st.sampled_from([np.float16, np.float32, np.float64]), min_size=4, max_size=4),
)
def test_types_and_shapes_are_the_arguments_and_nothing_is_touched(
    p: Problem, types: list[Any]
) -> None:
    q, k, v, d_o = (a.astype(t) for a, t in zip((*p.arrays, p.grad_output), types, strict=True))
    with untouched(q, k, v, d_o, p.mask):
        try:
            found = attention_backward(q, k, v, d_o, p.mask, **p.options)
        except ValueError as error:
            assert "overflows float16" in str(error)  # noqa: PT017
        else:
            for given_, gradient in zip((q, k, v), found, strict=True):
                assert (given_.shape, given_.dtype) == (gradient.shape, gradient.dtype)
                assert np.isfinite(gradient).all()


FINITE = st.floats(-1e308, 1e308) | st.sampled_from([0.0, 1e308, -1e308, 1e-308])


@given(
    query=arrays(np.float64, (2, 3), elements=st.floats(-1e153, 1e153)),
    key=arrays(np.float64, (5, 3), elements=st.floats(-1e153, 1e153)),
    value=arrays(np.float64, (5, 2), elements=FINITE),
    upstream=arrays(np.float64, (2, 2), elements=FINITE),
)
def test_finite_input_never_gives_nan(
    query: Array, key: Array, value: Array, upstream: Array
) -> None:
    try:
        found = attention_backward(query, key, value, upstream, empty_rows="zeros")
    except ValueError as error:
        assert "overflows" in str(error)  # noqa: PT017
    else:
        assert all(np.isfinite(gradient).all() for gradient in found)
