"""Every argument is refused in one voice: what it is called, what came, what was expected."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.tools import half, normal, refused, same, single, untouched

import attention_course as ac
from attention_course._checks import (
    computing_type,
    finite_array,
    first_index,
    plain_array,
    real_array,
    whole_number,
)

Q, K, V = normal(0, 2, 3), normal(1, 5, 3), normal(2, 5, 7)
LAYER = ac.MultiHeadAttention.from_rng(np.random.default_rng(3), d_model=6, n_heads=3)
W = np.eye(2)


def layer_with(**matrices: Any) -> ac.MultiHeadAttention:  # noqa: ANN401
    named: dict[str, Any] = dict.fromkeys(("w_query", "w_key", "w_value", "w_output"), W)
    return ac.MultiHeadAttention(**(named | matrices), n_heads=1)


def attend(**arguments: Any) -> ac.Attention:  # noqa: ANN401
    named: dict[str, Any] = {"query": Q, "key": K, "value": V}
    return ac.scaled_dot_product_attention(**(named | arguments))


def steps(**arguments: Any) -> ac.AttentionSteps:  # noqa: ANN401
    named: dict[str, Any] = {"query": Q, "key": K, "value": V}
    return ac.attention_steps(**(named | arguments))


def back(**arguments: Any) -> ac.AttentionGradients:  # noqa: ANN401
    named: dict[str, Any] = {"query": Q, "key": K, "value": V, "grad_output": np.ones((2, 7))}
    return ac.attention_backward(**(named | arguments))


def turn(**arguments: Any) -> object:  # noqa: ANN401
    named: dict[str, Any] = {"x": normal(4, 5, 6), "cosine": SLOPE, "sine": SLOPE}
    return ac.rotate(**(named | arguments))


def keep(**arguments: Any) -> ac.KeyValueCache:  # noqa: ANN401
    cache = ac.KeyValueCache()
    named: dict[str, Any] = {"key": K, "value": V}
    cache.append(**(named | arguments))
    return cache


SLOPE = np.ones((5, 2))
REAL_ARGUMENTS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "softmax": ("scores", ac.softmax),
    "softmax_jacobian": ("scores", ac.softmax_jacobian),
    "attention's query": ("query", lambda bad: attend(query=bad)),
    "attention's key": ("key", lambda bad: attend(key=bad)),
    "attention's value": ("value", lambda bad: attend(value=bad)),
    "steps' query": ("query", lambda bad: steps(query=bad)),
    "steps' key": ("key", lambda bad: steps(key=bad)),
    "steps' value": ("value", lambda bad: steps(value=bad)),
    "split_heads": ("x", lambda bad: ac.split_heads(bad, 1)),
    "merge_heads": ("heads", ac.merge_heads),
    "w_query": ("w_query", lambda bad: layer_with(w_query=bad)),
    "w_key": ("w_key", lambda bad: layer_with(w_key=bad)),
    "w_value": ("w_value", lambda bad: layer_with(w_value=bad)),
    "w_output": ("w_output", lambda bad: layer_with(w_output=bad)),
    "backward's query": ("query", lambda bad: back(query=bad)),
    "backward's key": ("key", lambda bad: back(key=bad)),
    "backward's value": ("value", lambda bad: back(value=bad)),
    "grad_output": ("grad_output", lambda bad: back(grad_output=bad)),
    "rotate's x": ("x", lambda bad: turn(x=bad)),
    "cosine": ("cosine", lambda bad: turn(cosine=bad)),
    "sine": ("sine", lambda bad: turn(sine=bad)),
    "cache's key": ("key", lambda bad: keep(key=bad)),
    "cache's value": ("value", lambda bad: keep(value=bad)),
    "cache's query": ("query", lambda bad: keep().attend(bad)),
    "norm's x": ("x", ac.layer_norm),
    "norm's gain": ("gain", lambda bad: ac.rms_norm(V, bad)),
    "norm's bias": ("bias", lambda bad: ac.layer_norm(V, bias=bad)),
    "layer's x": ("x", LAYER),
    "layer's context": ("context", lambda bad: LAYER(normal(4, 5, 6), context=bad)),
}
MASK_ARGUMENTS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "attention's mask": ("mask", lambda bad: attend(mask=bad)),
    "steps' mask": ("mask", lambda bad: steps(mask=bad)),
    "backward's mask": ("mask", lambda bad: back(mask=bad)),
    "cache's mask": ("mask", lambda bad: keep().attend(Q, bad)),
    "layer's mask": ("mask", lambda bad: LAYER(normal(4, 5, 6), bad)),
    "first of combine_masks": ("mask 0", ac.combine_masks),
    "second of combine_masks": ("mask 1", lambda bad: ac.combine_masks([True], bad)),
}
INTEGER_ARGUMENTS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "lengths": ("lengths", ac.padding_mask),
    "token_ids": ("token_ids", lambda bad: ac.padding_mask(token_ids=bad, padding_id=0)),
}
SQUARE = np.array([[0.5, 2.0], [-1.0, 3.0]])
NO_NUMBERS: dict[str, tuple[Any, str]] = {
    "masked array": (np.ma.masked_array(SQUARE, SQUARE < 0), "masked array"),
    "matrix": (SQUARE.view(np.matrix), "matrix"),
    "objects": (SQUARE.astype(object), "object"),
    "complex numbers": (SQUARE + 0j, "complex128"),
    "strings": ([["a", "b"]], "<U1"),
    "bytes": ([[b"a"]], "S1"),
    "times": (np.array([["2017-06-12"]], "datetime64[D]"), "datetime64"),
    "void, as bfloat16 appears": (np.zeros((2, 2), "V2"), "V2"),
    "integers beyond 64 bits": ([[2**70]], "object"),
    "a mapping": ({"a": 1}, "object"),
}
LONG = np.longdouble
LONGER = pytest.mark.skipif(LONG().itemsize == np.float64().itemsize, reason="no longer double")


@pytest.mark.parametrize("kind", NO_NUMBERS)
@pytest.mark.parametrize("place", [*REAL_ARGUMENTS, *MASK_ARGUMENTS, *INTEGER_ARGUMENTS])
def test_what_holds_no_real_numbers_is_refused_by_name(place: str, kind: str) -> None:
    name, call = (REAL_ARGUMENTS | MASK_ARGUMENTS | INTEGER_ARGUMENTS)[place]
    bad, given = NO_NUMBERS[kind]
    with refused(TypeError, name, "got ", given):
        call(bad)


MAY_BE_LEFT_OUT = {"layer's context", "norm's gain", "norm's bias"}


@pytest.mark.parametrize("place", sorted(set(REAL_ARGUMENTS) - MAY_BE_LEFT_OUT))
def test_none_is_no_array(place: str) -> None:
    name, call = REAL_ARGUMENTS[place]
    with refused(TypeError, name, "object"):
        call(None)


@pytest.mark.parametrize("place", [*REAL_ARGUMENTS, *MASK_ARGUMENTS, *INTEGER_ARGUMENTS])
def test_rows_of_unequal_length_are_refused_by_name(place: str) -> None:
    name, call = (REAL_ARGUMENTS | MASK_ARGUMENTS | INTEGER_ARGUMENTS)[place]
    with refused(ValueError, name, "unequal length", "full array"):
        call([[1, 2], [3]])


@LONGER
@pytest.mark.parametrize("place", [*REAL_ARGUMENTS, *MASK_ARGUMENTS])
def test_longer_floats_are_refused_rather_than_shortened(place: str) -> None:
    name, call = (REAL_ARGUMENTS | MASK_ARGUMENTS)[place]
    with refused(TypeError, name, str(np.dtype(LONG)), "float64"):
        call(SQUARE.astype(LONG))


@pytest.mark.parametrize("place", REAL_ARGUMENTS)
def test_booleans_are_no_numbers(place: str) -> None:
    name, call = REAL_ARGUMENTS[place]
    with refused(TypeError, name, "bool", "float16, float32 or float64"):
        call(SQUARE > 0)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(
    "place",
    sorted(set(REAL_ARGUMENTS) - {"softmax", "softmax_jacobian", "split_heads", "merge_heads"}),
)
def test_entries_that_are_not_finite_are_refused_by_name_and_place(place: str, bad: float) -> None:
    name, call = REAL_ARGUMENTS[place]
    width = {"value": 7, "query": 3, "key": 3, "x": 6, "context": 6}.get(name, 2)
    rows = {"query": 2, "w_query": 2, "w_key": 2, "w_value": 2, "w_output": 2}.get(name, 5)
    array = np.ones((rows, width))
    array[1, 0] = bad
    with refused(ValueError, name, "got ", "1", "finite"):
        call(array)


@pytest.mark.parametrize(
    ("place", "flat"),
    [(p, []) for p in REAL_ARGUMENTS if not p.startswith(("softmax", "norm"))]
    + [(p, 1.0) for p in REAL_ARGUMENTS],
)
def test_too_few_axes_are_refused_with_the_shape(place: str, flat: Any) -> None:  # noqa: ANN401
    name, call = REAL_ARGUMENTS[place]
    with refused(ValueError, name, f"shape {np.shape(flat)}", "axes"):
        call(flat)


def test_an_array_is_passed_through_without_a_copy() -> None:
    for dtype in (np.float16, np.float32, np.float64):
        array = SQUARE.astype(dtype)
        assert array is finite_array("x", array)


def test_subclasses_are_laid_open() -> None:
    class Special(np.ndarray[Any, Any]):
        pass

    assert np.ndarray is type(plain_array("x", SQUARE.view(Special)))


@pytest.mark.parametrize("dtype", "bBhHiIlLqQ")
def test_integers_of_any_width_become_float64(dtype: str) -> None:
    array = np.array([[1, 2], [3, 5]], dtype)
    with untouched(array):
        result = real_array("x", array)
    assert np.float64 == result.dtype
    same([[1.0, 2.0], [3.0, 5.0]], result)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floats_keep_their_type(dtype: type[np.floating[Any]]) -> None:
    assert dtype == real_array("x", SQUARE.astype(dtype)).dtype


@pytest.mark.parametrize("dtype", [">f2", ">f4", ">f8", "<f2", "<f4", "<f8", ">i4", "<i4"])
def test_either_byte_order_is_read_right(dtype: str) -> None:
    same([[1.0, 2.0]], real_array("x", np.array([[1, 2]], dtype)))


def test_the_first_of_several_bad_entries_is_named() -> None:
    with refused(ValueError, "x", "got nan at x[1, 0]"):
        finite_array("x", [[0.0, 1.0], [np.nan, np.inf]])


def test_the_first_index_is_in_reading_order() -> None:
    found = np.zeros((2, 3, 5), bool)
    found[1, 0, 4] = found[1, 2, 0] = True
    assert (1, 0, 4) == first_index(found)
    assert () == first_index(np.array(True))  # noqa: FBT003


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_as_many_axes_as_asked_for_are_enough(axes: int) -> None:
    array = np.ones((2,) * axes)
    assert array is real_array("x", array, min_ndim=axes)
    with refused(ValueError, "x", f"{array.shape}", f"{axes + 1} or more axes"):
        real_array("x", array, min_ndim=axes + 1)


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.int64(3)])
def test_whole_numbers_become_python_integers(value: int) -> None:
    result = whole_number("n", value, minimum=3)
    assert (3, int) == (result, type(result))


@pytest.mark.parametrize(
    "value", [3.0, np.float64(3), True, np.True_, "3", None, [3], np.array(3), np.array([3]), 3j]
)
def test_nothing_else_is_a_whole_number(value: object) -> None:
    with refused(TypeError, "n", f"got {value!r}", "integer of 1 or more"):
        whole_number("n", value, minimum=1)


def test_a_whole_number_below_the_least_is_refused() -> None:
    with refused(ValueError, "n", "got 1", "integer of 2 or more"):
        whole_number("n", 1, minimum=2)


SIZES: dict[str, tuple[str, Callable[[Any], object], int]] = {
    "causal_mask n_queries": ("n_queries", ac.causal_mask, 0),
    "causal_mask n_keys": ("n_keys", lambda n: ac.causal_mask(2, n), 0),
    "window n_queries": ("n_queries", lambda n: ac.sliding_window_mask(n, window=2), 0),
    "window n_keys": ("n_keys", lambda n: ac.sliding_window_mask(3, n, window=2), 0),
    "window": ("window", lambda n: ac.sliding_window_mask(3, window=n), 1),
    "padding_mask n_keys": ("n_keys", lambda n: ac.padding_mask([0], n), 0),
    "split_heads n_heads": ("n_heads", lambda n: ac.split_heads(SQUARE, n), 1),
    "layer n_heads": ("n_heads", lambda n: ac.MultiHeadAttention(W, W, W, W, n_heads=n), 1),
    "layer n_key_heads": (
        "n_key_heads",
        lambda n: ac.MultiHeadAttention(W, W, W, W, n_heads=1, n_key_heads=n),
        1,
    ),
    "from_rng n_key_heads": ("n_key_heads", lambda n: from_rng(n_key_heads=n), 1),
    "from_rng d_model": ("d_model", lambda n: from_rng(d_model=n), 1),
    "from_rng n_heads": ("n_heads", lambda n: from_rng(n_heads=n), 1),
    "from_rng d_k": ("d_k", lambda n: from_rng(d_k=n), 1),
    "from_rng d_v": ("d_v", lambda n: from_rng(d_v=n), 1),
    "cost n_tokens": ("n_tokens", lambda n: ac.attention_cost(n, 4), 0),
    "cost d_model": ("d_model", lambda n: ac.attention_cost(2, n), 1),
    "cost n_heads": ("n_heads", lambda n: ac.attention_cost(2, 4, n), 1),
    "cost d_k": ("d_k", lambda n: ac.attention_cost(2, 4, d_k=n), 1),
    "cost d_v": ("d_v", lambda n: ac.attention_cost(2, 4, d_v=n), 1),
    "crossover d_model": ("d_model", ac.crossover_length, 1),
    "rotary n_positions": ("n_positions", lambda n: ac.rotary_positions(n, 4), 0),
    "rotary width": ("width", lambda n: ac.rotary_positions(2, n), 2),
    "rotary first": ("first", lambda n: ac.rotary_positions(2, 4, first=n), 0),
    "cache window": ("window", lambda n: ac.KeyValueCache(window=n), 1),
    "cache max_length": ("max_length", lambda n: ac.KeyValueCache(max_length=n), 1),
    "cache room": ("room", lambda n: ac.KeyValueCache(room=n), 1),
    "positions n_positions": ("n_positions", lambda n: ac.sinusoidal_positions(n, 4), 0),
    "positions d_model": ("d_model", lambda n: ac.sinusoidal_positions(2, n), 2),
}


def from_rng(**sizes: Any) -> ac.MultiHeadAttention:  # noqa: ANN401
    named: dict[str, Any] = {"d_model": 4, "n_heads": 2}
    return ac.MultiHeadAttention.from_rng(np.random.default_rng(0), **(named | sizes))


@pytest.mark.parametrize("place", SIZES)
@pytest.mark.parametrize("bad", [2.0, "2", True, [2], np.array(2)])
def test_a_size_that_is_no_integer_is_refused_by_name(place: str, bad: object) -> None:
    name, call, least = SIZES[place]
    with refused(TypeError, name, f"got {bad!r}", f"integer of {least} or more"):
        call(bad)


@pytest.mark.parametrize("place", SIZES)
def test_a_size_below_the_least_is_refused_by_name(place: str) -> None:
    name, call, least = SIZES[place]
    with refused(ValueError, name, f"got {least - 1}", f"integer of {least} or more"):
        call(least - 1)


def test_half_precision_is_computed_in_single() -> None:
    two, four, eight = half([0.0]), single([0.0]), np.zeros(1)
    assert np.float32 == computing_type(two)
    assert np.float32 == computing_type(two, four)
    assert np.float64 == computing_type(two, eight)
    assert np.float64 == computing_type(eight)


HALF, SINGLE = np.array([[1.0, 18.0]], np.float16), np.array([[1.0, 2.0]], np.float32)
TINY_Q, TINY_K, TINY_V = Q * 1e-200, K * 1e-200, np.full_like(V, 1e-323)
TINY = ac.MultiHeadAttention([[1e-200]], [[1.0]], [[1.0]], [[1e-200]], n_heads=1)
ROUNDED_AWAY: dict[str, Callable[[], NDArray[Any]]] = {
    "softmax": lambda: ac.softmax([0.0, -745.0, -1e308, 1e308, -np.inf]),
    "softmax in half": lambda: ac.softmax(HALF),
    "softmax_jacobian": lambda: ac.softmax_jacobian([0.0, -745.0, -1e308, -np.inf]),
    "attention in half": lambda: attend(query=HALF[:, :1], key=HALF.T, value=HALF.T).weights,
    "attention, tiny scores": lambda: attend(query=TINY_Q, key=TINY_K).output,
    "attention, tiny values": lambda: attend(value=TINY_V).output,
    "attention, tiny bias": lambda: (
        attend(query=SINGLE[:, :1], key=SINGLE.T, value=SINGLE.T, mask=[[-1e-50, 0.0]]).output
    ),
    "backward": lambda: back(query=TINY_Q, key=TINY_K, value=TINY_V).query,
    "backward, soft cap": lambda: back(query=1e9 * Q, soft_cap=1.0, scale=1.0).key,
    "backward in half": lambda: (
        ac.attention_backward(HALF[:, :1], HALF.T, HALF.T, half([[1e-7]])).value
    ),
    "cache in half": lambda: keep(key=HALF.T, value=HALF.T).attend(HALF[:, :1]).weights,
    "rotate": lambda: ac.rotate(TINY_V, SLOPE * 1e-3, SLOPE),
    "rotate in half": lambda: ac.rotate(half(SLOPE), SLOPE[:, :1] * 1e-9, SLOPE[:, :1]),
    "layer_norm": lambda: ac.layer_norm([1e-200, 2e-200, 1e-323]).output,
    "rms_norm, large": lambda: ac.rms_norm([1e308, 1e-300, 0.0]).output,
    "layer": lambda: TINY([[1e-200]]).output,
    "positions": lambda: ac.sinusoidal_positions(11, 14),
}


@pytest.mark.parametrize("call", ROUNDED_AWAY.values(), ids=ROUNDED_AWAY)
def test_rounding_to_zero_is_no_error_even_where_the_caller_makes_it_one(
    call: Callable[[], NDArray[Any]],
) -> None:
    expected = call()
    with np.errstate(all="raise"):
        actual = call()
    same(expected, actual)


def test_a_masked_array_is_refused_inside_of_a_list_too() -> None:
    hidden: Any = np.ma.masked_array([1.0], [True])
    with refused(TypeError, "query", "got a masked array"):
        plain_array("query", [[hidden], [hidden]])
