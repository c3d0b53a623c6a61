"""Scaled dot-product attention and its steps."""

import os
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from fractions import Fraction
from math import inf, sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import (
    attention_steps,
    causal_mask,
    scaled_dot_product_attention,
)
from attention_course._dot_product import by_group, physical_memory
from attention_course.examples import two_tokens

B, H, N, M, D_K, D_V = 2, 3, 5, 7, 11, 13
QUERY, KEY, VALUE = normal(1, B, H, N, D_K), normal(2, B, H, M, D_K), normal(3, B, H, M, D_V)
Q, K, V = QUERY[0, 0], KEY[0, 0], VALUE[0, 0]
UNEQUAL = np.array(
    [
        [1, 0, 0, 0, 0, 0, 0],
        [1, 1, 0, 0, 1, 0, 1],
        [0, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 1, 1],
        [0, 0, 0, 1, 1, 0, 1],
    ],
    bool,
)
SMALL, LARGE = 1.0, 1000.0


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(
    "mask", [None, UNEQUAL, loops.additive(UNEQUAL), normal(4, N, M)], ids=["no", "T/F", "0/∞", "±"]
)
def test_it_is_the_loops(mask: NDArray[Any] | None, size: float) -> None:
    additive = loops.additive(mask) if mask is not None and mask.dtype == bool else mask
    output, weights = loops.batched_attention(size * QUERY, KEY, VALUE, additive)
    attention = scaled_dot_product_attention(size * QUERY, KEY, VALUE, mask)
    close(output, attention.output, rtol=1e-9, atol=1e-11)
    close(weights, attention.weights, rtol=1e-9, atol=1e-300)


@pytest.mark.parametrize("shift", [1000.0, -1000.0])
def test_scores_that_are_all_large_or_all_negative_lose_nothing(shift: float) -> None:
    query = np.hstack([normal(5, N, 2), np.ones((N, 1))])
    key = np.hstack([normal(6, M, 2), np.full((M, 1), shift)])
    value = normal(7, M, D_V)
    output, weights = loops.batched_attention(query, key, value)
    attention = scaled_dot_product_attention(query, key, value)
    close(output, attention.output, rtol=1e-10)
    close(weights, attention.weights, rtol=1e-10)


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ((N, D_K), (M, D_K), (M, D_V)),
        ((B, N, D_K), (M, D_K), (M, D_V)),
        ((N, D_K), (B, M, D_K), (M, D_V)),
        ((N, D_K), (M, D_K), (B, M, D_V)),
        ((B, H, N, D_K), (H, M, D_K), (B, 1, M, D_V)),
        ((H, H, N, D_K), (H, H, M, D_K), (H, H, M, D_V)),
        ((1, D_K), (M, D_K), (M, D_V)),
        ((N, 1), (M, 1), (M, 1)),
        ((N, D_K), (1, D_K), (1, D_V)),
        ((B, 1, 1, 3, N, D_K), (1, 1, 5, 1, M, D_K), (M, D_V)),
    ],
)
@pytest.mark.parametrize("masked", [False, True])
def test_leading_axes_broadcast(
    query: tuple[int, ...],
    key: tuple[int, ...],
    value: tuple[int, ...],
    masked: bool,  # noqa: FBT001
) -> None:
    q, k, v = normal(1, *query), normal(2, *key), normal(3, *value)
    mask = np.tri(q.shape[-2], k.shape[-2], 1, dtype=bool) if masked else None
    bias = None if mask is None else loops.additive(mask)
    output, weights = loops.batched_attention(q, k, v, bias)
    attention = scaled_dot_product_attention(q, k, v, mask)
    close(output, attention.output)
    close(weights, np.broadcast_to(attention.weights, weights.shape))


@pytest.mark.parametrize("scale", [0.25, -3.0, 0.0, 2, np.float32(0.5), Fraction(1, 3)])
def test_a_scale_of_ones_own_replaces_the_root(scale: float) -> None:
    output, weights = loops.batched_attention(Q, K, V, scale=float(scale))
    attention = scaled_dot_product_attention(Q, K, V, scale=scale)
    close(output, attention.output)
    close(weights, attention.weights)


@pytest.mark.parametrize("scale", [np.nan, inf, -inf, 10**309], ids=lambda scale: str(scale)[:4])
def test_a_scale_that_is_not_finite_is_refused(scale: float) -> None:
    with refused(ValueError, "scale", "got ", "finite number"):
        scaled_dot_product_attention(Q, K, V, scale=scale)


@pytest.mark.parametrize("scale", ["1", True, [1.0], 1j, np.array(1.0)], ids=repr)
def test_a_scale_that_is_no_number_is_refused(scale: Any) -> None:  # noqa: ANN401
    with refused(TypeError, "scale", "got ", "a number"):
        scaled_dot_product_attention(Q, K, V, scale=scale)


def test_a_scale_too_large_for_single_precision_is_refused() -> None:
    one = np.ones((1, 1), np.float32)
    with pytest.raises(ValueError, match=r"scale|overflows float32"):
        scaled_dot_product_attention(one, one, one, scale=1e300)


def test_the_steps_of_the_two_tokens_are_the_books() -> None:
    tokens = two_tokens()
    steps = attention_steps(tokens.query, tokens.key, tokens.value, causal_mask(2))
    same([[3, 3], [1, -1]], steps.query)
    same([[-18, 0], [0, 2]], steps.scores)
    close(1 / sqrt(2), np.array(steps.scale))
    close([[-12.73, 0], [0, 1.414]], steps.scaled, rtol=1e-3)
    close([[-12.73, -inf], [0, 1.414]], steps.masked, rtol=1e-3)
    same([[1, 0], [0.196, 0.804]], np.round(steps.weights, 3))
    same([[0, -1], [0.804, 1.413]], np.round(steps.output, 3))


@pytest.mark.parametrize("mask", [None, UNEQUAL, loops.additive(UNEQUAL), normal(4, N, M)])
def test_each_step_follows_from_the_one_before(mask: NDArray[Any] | None) -> None:
    bias = np.zeros((N, M))
    if mask is not None:
        bias = loops.additive(mask) if mask.dtype == bool else mask
    steps = attention_steps(QUERY, KEY, VALUE, mask)
    for index in np.ndindex(B, H):
        scores = loops.scores(QUERY[index].tolist(), KEY[index].tolist())
        close(scores, steps.scores[index])
        scaled = [[score / sqrt(D_K) for score in row] for row in scores]
        close(scaled, steps.scaled[index])
        close(np.array(scaled) + bias, steps.masked[index])
    output, weights = loops.batched_attention(QUERY, KEY, VALUE, bias)
    close(weights, steps.weights)
    close(output, steps.output)
    assert 1 / sqrt(D_K) == steps.scale
    for given, kept in ((QUERY, steps.query), (KEY, steps.key), (VALUE, steps.value)):
        same(given, kept)


def test_attention_is_the_last_two_steps() -> None:
    steps = attention_steps(QUERY, KEY, VALUE, UNEQUAL, scale=0.7)
    output, weights = scaled_dot_product_attention(QUERY, KEY, VALUE, UNEQUAL, scale=0.7)
    same(steps.output, output)
    same(steps.weights, weights)


def test_the_steps_are_frozen() -> None:
    steps = attention_steps(Q, K, V)
    for field in fields(steps):
        with pytest.raises(FrozenInstanceError):
            setattr(steps, field.name, None)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_single_and_double_keep_their_type(dtype: type[np.floating[Any]]) -> None:
    q, k, v = (a.astype(dtype) for a in (Q, K, V))
    for mask in (None, UNEQUAL, normal(4, N, M), half(normal(4, N, M))):
        steps = attention_steps(q, k, v, mask)
        parts = (steps.scores, steps.scaled, steps.masked, steps.weights, steps.output)
        assert [dtype] * 5 == [part.dtype for part in parts]


def test_types_that_differ_meet_in_the_widest() -> None:
    attention = scaled_dot_product_attention(single(Q), half(K), V.astype(np.float64))
    assert [np.float64] * 2 == [attention.output.dtype, attention.weights.dtype]
    attention = scaled_dot_product_attention(half(Q), half(K), single(V))
    assert [np.float32] * 2 == [attention.output.dtype, attention.weights.dtype]


@pytest.mark.parametrize("mask", [None, UNEQUAL])
def test_half_precision_is_computed_in_single_and_cast_back(mask: NDArray[Any] | None) -> None:
    q, k, v = (half(20 * Q), half(20 * K), half(V))
    bias = None if mask is None else loops.additive(mask)
    output, weights = loops.batched_attention(q, k, v, bias)
    steps = attention_steps(q, k, v, mask)
    halves = (steps.query, steps.key, steps.value, steps.weights, steps.output)
    assert [np.float16] * 5 == [a.dtype for a in halves]
    assert [np.float32] * 3 == [a.dtype for a in (steps.scores, steps.scaled, steps.masked)]
    close(half(output), steps.output, rtol=1e-3, atol=1e-6)
    close(half(weights), steps.weights, rtol=1e-3, atol=1e-7)


def test_scores_beyond_half_precisions_largest_number_are_no_trouble() -> None:
    big = np.full((1, 2), 60000, np.float16)
    attention = scaled_dot_product_attention(big, [[1.0, 0.0], [60000.0, 60000.0]], [[1.0], [2.0]])
    same([[2.0]], attention.output)
    whole = scaled_dot_product_attention(big, np.vstack([-big, big]), big.T)
    same([[60000]], whole.output)


def test_integers_are_computed_as_real_numbers() -> None:
    q, k, v = np.array([[1, 2]]), np.array([[0, 1], [1, 1]], np.int8), np.array([[1], [2]])
    output, weights = loops.batched_attention(q.astype(float), k.astype(float), v.astype(float))
    attention = scaled_dot_product_attention(q, k, v)
    assert [np.float64] * 2 == [attention.output.dtype, attention.weights.dtype]
    close(output, attention.output)
    close(weights, attention.weights)


def test_lists_and_views_of_any_layout_and_byte_order_are_read_right() -> None:
    output, weights = loops.batched_attention(Q, K, V, loops.additive(UNEQUAL))
    kinds: list[tuple[Any, ...]] = [
        (Q.tolist(), K.tolist(), V.tolist(), UNEQUAL.tolist()),
        tuple(np.asfortranarray(a) for a in (Q, K, V, UNEQUAL)),
        tuple(np.repeat(np.repeat(a, 2, 0), 3, 1)[::2, 1::3] for a in (Q, K, V, UNEQUAL)),
        tuple(a[::-1, ::-1].copy()[::-1, ::-1] for a in (Q, K, V, UNEQUAL)),
        (Q.astype(">f8"), K.astype(">f8"), V.astype(">f8"), UNEQUAL),
        (Q, K, V, loops.additive(UNEQUAL).astype(">f8")),
    ]
    for arguments in kinds:
        attention = scaled_dot_product_attention(*arguments)
        close(output, attention.output)
        close(weights, attention.weights)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.int64])
def test_the_callers_arrays_are_left_alone(dtype: type) -> None:
    for writeable in (True, False):
        q, k, v = ((9 * a).astype(dtype) for a in (Q, K, V))
        empty = UNEQUAL.copy()
        empty[2] = False
        masks = [UNEQUAL.copy(), empty, loops.additive(empty), normal(4, N, M)]
        for array in (q, k, v, *masks):
            array.flags.writeable = writeable
        with untouched(q, k, v, *masks):
            for mask in masks:
                attention = scaled_dot_product_attention(q, k, v, mask, empty_rows="zeros")
                assert not any(
                    np.shares_memory(given, result)
                    for given in (q, k, v, mask)
                    for result in attention
                )


def test_hidden_values_that_are_not_finite_are_as_good_as_absent() -> None:
    allowed = UNEQUAL & (np.arange(M) != 3)
    expected = scaled_dot_product_attention(
        Q, np.delete(K, 3, 0), np.delete(V, 3, 0), np.delete(allowed, 3, 1)
    )
    for bad in (np.nan, inf, -inf):
        value = V.copy()
        value[3] = bad
        value[3, 1] = 2.0
        with untouched(value):
            attention = scaled_dot_product_attention(Q, K, value, allowed)
        close(expected.output, attention.output)
        same(np.zeros(N), attention.weights[:, 3])


def test_a_value_hidden_by_a_mask_for_its_own_sequence_may_be_nan() -> None:
    value = VALUE.copy()
    value[1, :, 5:] = np.nan
    allowed = np.ones((B, 1, 1, M), bool)
    allowed[1, ..., 5:] = False
    output, _ = loops.batched_attention(QUERY, KEY, VALUE, loops.additive(allowed))
    close(output, scaled_dot_product_attention(QUERY, KEY, value, allowed).output)
    with refused(ValueError, "value", "[0, 0, 5]", "not finite"):
        scaled_dot_product_attention(QUERY, KEY, np.roll(value, 1, 0), allowed)


def test_a_value_that_one_query_may_see_must_be_finite() -> None:
    for bad in (np.nan, inf, -inf):
        value = V.copy()
        value[3, 1] = bad
        with refused(ValueError, "value", "key [3]", "may see", "finite numbers"):
            scaled_dot_product_attention(Q, K, value, UNEQUAL)
        with refused(ValueError, "value", "key [3]"):
            scaled_dot_product_attention(Q, K, value)


def test_the_value_that_is_named_is_one_that_is_seen() -> None:
    value = V.copy()
    value[[0, 4]] = np.nan
    with refused(ValueError, "value", "key [4]"):
        scaled_dot_product_attention(
            Q, K, value, UNEQUAL & (np.arange(M) > 0) | (np.arange(M) == 5)
        )


def test_a_value_whose_weight_only_rounds_to_zero_is_still_seen() -> None:
    with refused(ValueError, "value", "key [1]", "may see"):
        scaled_dot_product_attention([[1.0]], [[0.0], [-9999.0]], [[1.0], [np.nan]])


def test_queries_that_may_attend_to_nothing_are_refused_by_row() -> None:
    mask = UNEQUAL.copy()
    mask[[1, 4]] = False
    with refused(ValueError, "mask", "rows 1, 4 may attend to no key", "0/0", "empty_rows='zeros'"):
        scaled_dot_product_attention(Q, K, V, mask)
    with refused(ValueError, "mask", "rows 1, 4 may attend to no key"):
        scaled_dot_product_attention(QUERY, KEY, VALUE, mask)
    each = np.broadcast_to(mask, (*QUERY.shape[:-1], mask.shape[-1]))
    with refused(ValueError, "mask", "rows (0, 0, 1), (0, 0, 4), (0, 1, 1), (0, 1, 4), (0, 2, 1)"):
        scaled_dot_product_attention(QUERY, KEY, VALUE, each)
    with refused(ValueError, "mask", " and 7 more"):
        scaled_dot_product_attention(QUERY, KEY, VALUE, each)
    with refused(ValueError, "mask", "rows 0, 1, 2, 3, 4 may"):
        scaled_dot_product_attention(Q, K, V, False)  # noqa: FBT003


def test_queries_that_may_attend_to_nothing_get_zeros_on_request() -> None:
    mask = UNEQUAL.copy()
    mask[[1, 4]] = False
    for given in (mask, loops.additive(mask)):
        output, weights = loops.batched_attention(QUERY, KEY, VALUE, loops.additive(mask))
        attention = scaled_dot_product_attention(QUERY, KEY, VALUE, given, empty_rows="zeros")
        close(output, attention.output)
        close(weights, attention.weights)
        same(np.zeros((B, H, 2, D_V)), attention.output[:, :, [1, 4]])
        same(np.zeros((B, H, 2, M)), attention.weights[:, :, [1, 4]])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_zeros_on_request_keep_the_type(dtype: type[np.floating[Any]]) -> None:
    q, k, v = (a.astype(dtype) for a in (Q, K, V))
    attention = scaled_dot_product_attention(q, k, v, False, empty_rows="zeros")  # noqa: FBT003
    assert [dtype] * 2 == [attention.output.dtype, attention.weights.dtype]


def test_zeros_on_request_change_no_other_row() -> None:
    mask = UNEQUAL.copy()
    mask[1] = False
    full = scaled_dot_product_attention(Q, K, V, UNEQUAL)
    part = scaled_dot_product_attention(Q, K, V, mask, empty_rows="zeros")
    same(np.delete(full.weights, 1, 0), np.delete(part.weights, 1, 0))
    same(np.delete(full.output, 1, 0), np.delete(part.output, 1, 0))


@pytest.mark.parametrize(
    "rule", ["nan", "", "ERROR", None, True, ["zeros"], np.array(["zeros"] * 2)]
)
def test_another_rule_for_empty_rows_is_refused(rule: Any) -> None:  # noqa: ANN401
    with refused(ValueError, "empty_rows", "got ", "'error' or 'zeros'"):
        scaled_dot_product_attention(Q, K, V, empty_rows=rule)


@pytest.mark.parametrize(
    ("query", "key", "value", "output"),
    [
        ((0, 3), (5, 3), (5, 2), (0, 2)),
        ((0, 3), (0, 3), (0, 2), (0, 2)),
        ((0, 4, 3), (5, 3), (5, 2), (0, 4, 2)),
        ((7, 0, 3), (7, 0, 3), (7, 0, 2), (7, 0, 2)),
        ((4, 3), (5, 3), (5, 0), (4, 0)),
    ],
)
def test_no_queries_give_no_rows(
    query: tuple[int, ...], key: tuple[int, ...], value: tuple[int, ...], output: tuple[int, ...]
) -> None:
    attention = scaled_dot_product_attention(np.ones(query), np.ones(key), np.ones(value))
    assert output == attention.output.shape
    assert (*output[:-1], key[-2]) == attention.weights.shape


def test_queries_without_keys_are_refused_or_get_zeros() -> None:
    with refused(ValueError, "key", "no keys", "one key or more", "empty_rows='zeros'"):
        scaled_dot_product_attention(Q, K[:0], V[:0])
    attention = scaled_dot_product_attention(Q, K[:0], V[:0], empty_rows="zeros")
    same(np.zeros((N, D_V)), attention.output)
    assert (N, 0) == attention.weights.shape


def test_shapes_that_disagree_are_refused_by_name() -> None:
    with refused(ValueError, "key", "width 10", f"({M}, 10)", f"d_k = {D_K}"):
        scaled_dot_product_attention(Q, K[:, :10], V)
    with refused(ValueError, "key", "width 1 ", f"d_k = {D_K}"):
        scaled_dot_product_attention(Q, K[:, :1], V)
    with refused(ValueError, "value", "1 rows", f"{M} keys"):
        scaled_dot_product_attention(Q, K, V[:1])
    with refused(ValueError, "value", "6 rows", f"(6, {D_V})", f"{M} keys"):
        scaled_dot_product_attention(Q, K, V[:6])
    with refused(ValueError, "query", "(5, 0)", "d_k of 1 or more"):
        scaled_dot_product_attention(Q[:, :0], K[:, :0], V)
    with refused(ValueError, "query, key, value", "(2, 3), (3, 2) and ()", "broadcast"):
        scaled_dot_product_attention(QUERY, np.swapaxes(KEY, 0, 1), V)
    with refused(ValueError, "query, key, value", "(2, 3), (3,) and (2,)", "broadcast"):
        scaled_dot_product_attention(QUERY, KEY[0], VALUE[:, 0])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_scores_that_overflow_are_refused(dtype: type[np.floating[Any]]) -> None:
    big = np.array([[np.finfo(dtype).max]], dtype)
    for sign in (1, -1):
        with refused(ValueError, "query, key", "overflows", np.dtype(dtype).name, "smaller"):
            scaled_dot_product_attention(big, 2 * sign * np.ones_like(big), big)
        pair = np.hstack([big, sign * big])
        with refused(ValueError, "query, key", "overflows"):
            scaled_dot_product_attention(pair, pair, big)


def test_a_scale_that_makes_scores_overflow_is_refused() -> None:
    with pytest.raises(ValueError, match=r"scale|overflows float64"):
        scaled_dot_product_attention([[1e200]], [[1.0]], [[1.0]], scale=1e200)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_finite_bias_that_overflows_its_score_is_refused_or_harmless(
    dtype: type[np.floating[Any]], sign: int
) -> None:
    largest = np.finfo(dtype).max
    one, most = np.ones((1, 1), dtype), np.full((1, 1), sign * largest, dtype)
    try:
        attention = scaled_dot_product_attention(one, most, one, most)
    except ValueError as error:
        assert str(error).startswith("mask: ")  # noqa: PT017
        assert "overflow" in str(error)  # noqa: PT017
    else:
        same([[1.0]], attention.weights)


def test_the_lowest_finite_bias_hides_a_key_beside_another() -> None:
    lowest = float(np.finfo(np.float64).min)
    attention = scaled_dot_product_attention([[1.0]], [[3.0], [5.0]], [[2.0], [4.0]], [0.0, lowest])
    same([[1.0, 0.0]], attention.weights)
    same([[2.0]], attention.output)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_an_average_of_the_largest_numbers_is_finite(dtype: type[np.floating[Any]]) -> None:
    largest = np.finfo(dtype).max
    for n_keys in range(1, 60):
        query, key = np.zeros((1, 1), dtype), np.zeros((n_keys, 1), dtype)
        value = np.full((n_keys, 2), [largest, -largest], dtype)
        output = scaled_dot_product_attention(query, key, value).output
        close([[largest, -largest]], output, rtol=1e-5)


def test_a_masked_key_however_large_does_not_overflow_a_visible_score() -> None:
    attention = scaled_dot_product_attention(
        [[1.0]], [[1e308], [2.0]], [[3.0], [5.0]], [[False, True]]
    )
    same([[5.0]], attention.output)


def test_the_steps_are_printed_as_tables() -> None:
    steps = attention_steps(
        [[1.0, 0.0], [0.0, 1.0]],
        [[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]],
        [[1.0], [2.0], [3.0]],
        [[True, False, True], [True, True, True]],
        scale=0.5,
    )
    expected = """\
query     key       value
[[1. 0.]  [[2. 0.]  [[1.]
 [0. 1.]]  [0. 2.]   [2.]
           [1. 1.]]  [3.]]

scores       scaled           masked
[[2. 0. 1.]  [[1.  0.  0.5]  [[1.  -inf 0.5]
 [0. 2. 1.]]  [0.  1.  0.5]]  [0.  1.  0.5]]

weights                output
[[0.622 0.    0.378]  [[1.755]
 [0.186 0.506 0.307]]  [2.121]]"""
    squeezed = [" ".join(line.split()) for line in expected.splitlines()]
    actual = [" ".join(line.split()) for line in str(steps).splitlines()]
    assert [line.replace("[ ", "[") for line in squeezed] == [
        line.replace("[ ", "[") for line in actual
    ]
    lines = str(steps).splitlines()
    assert lines[1].index("[[2.") == lines[0].index("key")
    assert lines[6].rindex("[[") == lines[5].index("masked")
    assert [line.rstrip() for line in lines] == lines


def test_batches_are_printed_four_at_most() -> None:
    text = str(attention_steps(QUERY, KEY, VALUE))
    for index in ((0, 0), (0, 1), (0, 2), (1, 0)):
        assert f"batch index {index}" in text
    assert "batch index (1, 1)" not in text
    assert text.endswith("and 2 more")
    few = str(attention_steps(QUERY[0], KEY[0], VALUE[0]))
    assert 3 == few.count("batch index")
    assert "more" not in few
    second = few.split("batch index (1,)\n\n")[1].split("\n\nbatch index (2,)", maxsplit=1)[0]
    assert str(attention_steps(QUERY[0, 1], KEY[0, 1], VALUE[0, 1])) == second


@pytest.mark.parametrize("wide", ["query", "key", "value"])
def test_a_batch_of_any_one_argument_is_printed(wide: str) -> None:
    arguments: dict[str, Any] = {"query": Q, "key": K, "value": V, "mask": UNEQUAL}
    arguments[wide] = np.stack([arguments[wide]] * 3)
    text = str(attention_steps(**arguments))
    assert 3 == text.count("batch index")
    assert 3 == text.count(str(attention_steps(Q, K, V, UNEQUAL)))


def test_an_empty_batch_is_printed() -> None:
    assert isinstance(str(attention_steps(Q[None][:0], K, V)), str)
    assert "query" in str(attention_steps(Q[:0], K, V))


def test_the_steps_stay_what_they_were_when_the_arguments_change() -> None:
    query, key, value = Q.copy(), K.copy(), V.copy()
    steps = attention_steps(query, key, value)
    for argument in (query, key, value):
        argument[:] = 7
    same(Q, steps.query)
    same(K, steps.key)
    same(V, steps.value)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("cap", [0.5, 3.0, 50, np.float32(2.5), Fraction(7, 3)])
@pytest.mark.parametrize("mask", [None, UNEQUAL, normal(4, N, M)], ids=["no", "T/F", "±"])
def test_a_soft_cap_bends_scaled_scores_before_the_mask_is_added(
    mask: NDArray[Any] | None, cap: float, size: float
) -> None:
    bias = loops.additive(mask) if mask is not None and mask.dtype == bool else mask
    expected = loops.batched_attention(size * QUERY, KEY, VALUE, bias, 0.7, soft_cap=float(cap))
    steps = attention_steps(size * QUERY, KEY, VALUE, mask, scale=0.7, soft_cap=cap)
    close(expected[0], steps.output, rtol=1e-9, atol=1e-11)
    close(expected[1], steps.weights, rtol=1e-9, atol=1e-300)
    assert (np.abs(steps.capped) <= float(cap)).all()
    close(np.tanh(steps.scaled / float(cap)) * float(cap), steps.capped)
    close(steps.capped + (0 if bias is None else bias), steps.masked)
    attention = scaled_dot_product_attention(
        size * QUERY, KEY, VALUE, mask, scale=0.7, soft_cap=cap
    )
    same(steps.output, attention.output)
    same(steps.weights, attention.weights)


def test_without_a_soft_cap_capped_is_scaled() -> None:
    steps = attention_steps(QUERY, KEY, VALUE, UNEQUAL)
    same(steps.scaled, steps.capped)
    assert "capped" not in str(steps)
    assert "capped" in str(attention_steps(Q, K, V, soft_cap=1.0))


def test_a_soft_cap_keeps_hidden_keys_hidden_and_half_precision_half() -> None:
    steps = attention_steps(half(Q), half(K), half(V), UNEQUAL, soft_cap=0.01)
    same(np.zeros((~UNEQUAL).sum()), steps.weights[~UNEQUAL])
    assert [np.float16, np.float32] == [steps.output.dtype, steps.capped.dtype]


@pytest.mark.parametrize("cap", [0, -1.0, 0.0, np.nan, inf, 10**309])
def test_a_soft_cap_that_is_not_above_0_is_refused(cap: float) -> None:
    with refused(ValueError, "soft_cap", "got "):
        scaled_dot_product_attention(Q, K, V, soft_cap=cap)


@pytest.mark.parametrize("cap", ["1", True, [1.0]])
def test_a_soft_cap_that_is_no_number_is_refused(cap: Any) -> None:  # noqa: ANN401
    with refused(TypeError, "soft_cap", "a number"):
        scaled_dot_product_attention(Q, K, V, soft_cap=cap)


@pytest.mark.parametrize("cap", [1e-60, 1e60])
def test_a_soft_cap_that_single_precision_does_not_hold_is_refused(cap: float) -> None:
    with refused(ValueError, "soft_cap", "float32"):
        scaled_dot_product_attention(single(Q), single(K), single(V), soft_cap=cap)
    assert np.isfinite(scaled_dot_product_attention(Q, K, V, soft_cap=cap).output).all()


H_Q, H_K = 6, 3
GROUPED = normal(11, B, H_Q, N, D_K), normal(12, B, H_K, M, D_K), normal(13, B, H_K, M, D_V)


def each_head(array: NDArray[Any]) -> NDArray[Any]:
    """Each query head's own key head: heads 0 and 1 read 0, heads 2 and 3 read 1, and so on."""
    return np.stack([array[:, i // (H_Q // H_K)] for i in range(H_Q)], axis=1)


@pytest.mark.parametrize(
    "mask",
    [
        None,
        UNEQUAL,
        normal(14, H_Q, N, M),
        normal(14, B, 1, N, M),
        normal(14, B, H_Q, 1, M),
        normal(14, M),
    ],
    ids=["no", "T/F", "heads", "batch", "both", "keys"],
)
@pytest.mark.parametrize("cap", [None, 2.0])
def test_grouped_heads_read_the_key_head_of_their_group(
    mask: NDArray[Any] | None, cap: float | None
) -> None:
    query, key, value = GROUPED
    bias = loops.additive(mask) if mask is not None and mask.dtype == bool else mask
    bias = None if bias is None else np.atleast_2d(bias)
    output, weights = loops.batched_attention(
        query, each_head(key), each_head(value), bias, soft_cap=cap
    )
    steps = attention_steps(query, key, value, mask, grouped_heads=True, soft_cap=cap)
    close(output, steps.output)
    close(weights, steps.weights)
    assert (B, H_Q, N, M) == steps.scores.shape == steps.masked.shape == steps.capped.shape
    same(key, steps.key)


def test_key_heads_are_shared_in_runs_not_in_turn() -> None:
    value = np.array([[[1.0], [3.0]], [[10.0], [30.0]]])
    attention = scaled_dot_product_attention(
        np.zeros((4, 1, 1)), np.zeros((2, 2, 1)), value, grouped_heads=True
    )
    same([[[2.0]], [[2.0]], [[20.0]], [[20.0]]], attention.output)


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ((H_Q, N, D_K), (1, M, D_K), (1, M, D_V)),
        ((B, H_Q, N, D_K), (1, H_K, M, D_K), (H_K, M, D_V)),
        ((H_K, N, D_K), (B, H_K, M, D_K), (H_K, M, D_V)),
        ((1, N, D_K), (B, 1, M, D_K), (1, M, D_V)),
    ],
)
def test_groups_may_be_one_and_batches_broadcast(
    query: tuple[int, ...], key: tuple[int, ...], value: tuple[int, ...]
) -> None:
    q, k, v = normal(1, *query), normal(2, *key), normal(3, *value)
    times = q.shape[-3] // k.shape[-3]
    output, weights = loops.batched_attention(q, np.repeat(k, times, -3), np.repeat(v, times, -3))
    attention = scaled_dot_product_attention(q, k, v, grouped_heads=True)
    close(output, attention.output)
    close(weights, np.broadcast_to(attention.weights, weights.shape))


def test_grouping_copies_no_keys() -> None:
    for array in GROUPED:
        assert np.shares_memory(array, by_group(array, H_K))


def test_grouped_heads_keep_what_holds_without_them() -> None:
    query, key, value = (a[0] for a in GROUPED)
    mask = np.ones((H_Q, N, M), bool)
    mask[3, 2] = False
    with refused(ValueError, "mask", "rows (3, 2) may attend to no key"):
        scaled_dot_product_attention(query, key, value, mask, grouped_heads=True)
    attention = scaled_dot_product_attention(
        query, key, value, mask, grouped_heads=True, empty_rows="zeros"
    )
    same(np.zeros(D_V), attention.output[3, 2])
    hidden = value.copy()
    hidden[1, 4] = np.nan
    mask[2:4, :, 4] = False
    seen = scaled_dot_product_attention(
        query, key, hidden, mask, grouped_heads=True, empty_rows="zeros"
    )
    assert np.isfinite(seen.output).all()
    mask[3, 0, 4] = True
    with refused(ValueError, "value", "not finite"):
        scaled_dot_product_attention(
            query, key, hidden, mask, grouped_heads=True, empty_rows="zeros"
        )


def test_grouped_heads_are_printed_beside_the_keys_that_they_read() -> None:
    query, key, value = (a[0] for a in GROUPED)
    text = str(attention_steps(query, key, value, grouped_heads=True))
    for head in range(4):
        alone = str(attention_steps(query[head], key[head // 2], value[head // 2]))
        assert f"batch index ({head},)\n\n{alone}" in text


def test_heads_that_cannot_be_grouped_are_refused() -> None:
    query, key, value = GROUPED

    def attend(*arrays: NDArray[Any]) -> None:
        scaled_dot_product_attention(*arrays, grouped_heads=True)

    with refused(ValueError, "query, key", "5 heads", "3 of keys", "multiple"):
        attend(query[:, :5], key, value)
    with refused(ValueError, "query, key", "6 heads", "0 of keys"):
        attend(query, key[:, :0], value[:, :0])
    with refused(ValueError, "value", "2 heads", "as key has, 3"):
        attend(query, key, value[:, :2])
    with refused(ValueError, "query", "(5, 11)", "axis of heads"):
        attend(Q, key, value)
    with refused(ValueError, "value", "(7, 13)", "axis of heads"):
        attend(query, key, V)
    with refused(ValueError, "query, key, value", "(2,), (3,) and (2,)", "broadcast"):
        attend(query, np.stack([key[0]] * 3), value)
    with refused(TypeError, "grouped_heads", "got 3", "True or False"):
        scaled_dot_product_attention(query, key, value, grouped_heads=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("function", [scaled_dot_product_attention, attention_steps])
def test_a_table_that_would_not_fit_is_refused_before_it_is_made(
    function: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 2**22}.get)
    long = np.zeros((100_000, 2), np.float32)
    with refused(
        ValueError,
        "query, key",
        "100000 queries and 100000 keys",
        "186.3 GiB",
        "16.0 GiB",
        "blockwise_attention",
    ):
        function(long, long, long)
    with refused(ValueError, "query, key", "batch of (2, 3)", "134.1 GiB"):
        function(
            np.zeros((2, 3, 100_000, 1), np.float32),
            np.zeros((10_000, 1), np.float32),
            np.zeros((10_000, 1), np.float32),
            soft_cap=1.0,
        )


@pytest.mark.parametrize("error", [AttributeError, ValueError, OSError])
def test_a_machine_that_does_not_tell_its_memory_is_taken_to_have_16_gib(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(name: str) -> int:
        raise error(name)

    monkeypatch.setattr(os, "sysconf", silent)
    assert 16 * 2**30 == physical_memory()
