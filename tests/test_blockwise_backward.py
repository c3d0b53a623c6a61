"""The way back through blockwise attention: the readable gradients, without the table."""

import tracemalloc
from math import inf
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import (
    AttentionGradients,
    _problem,
    attention_backward,
    blockwise_attention,
    blockwise_attention_backward,
    causal_mask,
    combine_masks,
    padding_mask,
    sliding_window_mask,
)
from attention_course._threads import ROOMS

B, H, N, M, D_K, D_V = 2, 3, 11, 13, 5, 7
QUERY, KEY, VALUE = normal(1, B, H, N, D_K), normal(2, B, H, M, D_K), normal(3, B, H, M, D_V)
Q, K, V = QUERY[0, 0], KEY[0, 0], VALUE[0, 0]
UP = normal(4, B, H, N, D_V)
ALLOWED = np.random.default_rng(5).random((N, M)) < 0.4
ALLOWED[:, 0] |= ~ALLOWED.any(axis=-1)
BIAS = normal(6, N, M)
MASKS: dict[str, NDArray[Any] | None] = {
    "none": None,
    "booleans": ALLOWED,
    "zeros and infinities": loops.additive(ALLOWED),
    "biases": BIAS,
    "for each head": np.stack([ALLOWED, ALLOWED[::-1], ~ALLOWED | (np.arange(M) == 3)])[None],
    "padding": padding_mask([6, M], M)[:, None],
}
BLOCKS = [1, 2, 5, None]


@pytest.fixture(autouse=True, params=[32, 0], ids=["few", "many"])
def _ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take these small problems for few queries, which are treated with care, and for many."""
    monkeypatch.setattr(_problem, "_FEW_QUERIES", request.param)


def gradients(query: Any, key: Any, value: Any, up: Any, **options: Any) -> AttentionGradients:  # noqa: ANN401
    """Go there and back."""
    forward = blockwise_attention(query, key, value, **options)
    return blockwise_attention_backward(query, key, value, up, forward, **options)


def agree(
    expected: Any,  # noqa: ANN401
    actual: AttentionGradients,
    *,
    tolerance: float = 1e-11,
) -> None:
    """Require equality but for rounding, as measured by the largest entry of each gradient."""
    for wanted, found in zip(expected, actual, strict=True):
        close(wanted, found, rtol=0, atol=tolerance * (1 + np.abs(wanted).max(initial=0)))


def by_loops(
    query: NDArray[Any],
    key: NDArray[Any],
    value: NDArray[Any],
    up: NDArray[Any],
    mask: NDArray[Any] | None = None,
    *,
    scale: float | None = None,
    soft_cap: float | None = None,
) -> list[NDArray[np.float64]]:
    """Gradients for each index of two leading axes that all arguments share."""
    batch = query.shape[:2]
    whole = np.zeros((*batch, query.shape[-2], key.shape[-2])) if mask is None else mask
    hidden = np.broadcast_to(whole, (*batch, query.shape[-2], key.shape[-2]))
    found = [np.zeros(a.shape) for a in (query, key, value)]
    for i in np.ndindex(batch):
        one = loops.attention_backward(
            *(a[i].tolist() for a in (query, key, value, up, hidden)),
            scale=scale,
            soft_cap=soft_cap,
        )
        for gradient, part in zip(found, one, strict=True):
            gradient[i] = part
    return found


@pytest.mark.parametrize("block_size", BLOCKS)
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_it_is_the_whole_jacobian_by_loops(
    size: float, mask: NDArray[Any] | None, block_size: int | None
) -> None:
    bias = loops.additive(mask) if mask is not None and mask.dtype == bool else mask
    expected = by_loops(size * QUERY, KEY, VALUE, UP, bias)
    with untouched(QUERY, KEY, VALUE, UP):
        actual = gradients(size * QUERY, KEY, VALUE, UP, mask=mask, block_size=block_size)
    agree(expected, actual)


@pytest.mark.parametrize("options", [{"soft_cap": 1.5}, {"scale": -0.7}, {"scale": 0.0}])
@pytest.mark.parametrize("mask", [None, ALLOWED], ids=["no", "T/F"])
def test_cap_and_scale(mask: NDArray[Any] | None, options: dict[str, float]) -> None:
    bias = None if mask is None else loops.additive(mask)
    expected = by_loops(QUERY, KEY, VALUE, UP, bias, **options)
    for block_size in BLOCKS:
        agree(
            expected, gradients(QUERY, KEY, VALUE, UP, mask=mask, block_size=block_size, **options)
        )


@pytest.mark.parametrize("block_size", BLOCKS)
@pytest.mark.parametrize(("n", "m"), [(N, M), (M, N), (1, M), (61, 61)])
@pytest.mark.parametrize("window", [None, 1, 4])
def test_causal_and_window_are_the_masks(
    window: int | None, n: int, m: int, block_size: int | None
) -> None:
    query, key, value, up = normal(1, n, 3), normal(2, m, 3), normal(3, m, 2), normal(4, n, 2)
    mask = causal_mask(n, m) if window is None else sliding_window_mask(n, m, window=window)
    allowed = np.random.default_rng(0).random((n, m)) < 0.7
    for given, whole in ((None, mask), (allowed, combine_masks(mask, allowed))):
        actual = gradients(
            query,
            key,
            value,
            up,
            mask=given,
            causal=window is None,
            window=window,
            empty_rows="zeros",
            block_size=block_size,
        )
        agree(attention_backward(query, key, value, up, whole, empty_rows="zeros"), actual)


@pytest.mark.parametrize("groups", [1, 2, 6])
@pytest.mark.parametrize("n_threads", [1, 3])
@pytest.mark.parametrize("soft_cap", [None, 1.5])
def test_heads_in_a_group_add_up(soft_cap: float | None, n_threads: int, groups: int) -> None:
    query, up = normal(1, B, 6, N, D_K), normal(4, B, 6, N, D_V)
    key, value = normal(2, B, groups, M, D_K), normal(3, B, groups, M, D_V)
    keys, values = (np.repeat(a, 6 // groups, axis=1) for a in (key, value))
    expected = by_loops(query, keys, values, up, soft_cap=soft_cap)
    expected[1:] = [g.reshape(B, groups, -1, M, g.shape[-1]).sum(axis=2) for g in expected[1:]]
    actual = gradients(
        query, key, value, up, grouped_heads=True, soft_cap=soft_cap, n_threads=n_threads
    )
    agree(expected, actual)


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ((N, D_K), (M, D_K), (M, D_V)),
        ((B, H, N, D_K), (H, M, D_K), (B, 1, M, D_V)),
        ((N, D_K), (B, H, M, D_K), (M, D_V)),
        ((B, 1, N, D_K), (M, D_K), (1, H, M, D_V)),
    ],
)
def test_what_was_broadcast_gets_the_sum(
    query: tuple[int, ...], key: tuple[int, ...], value: tuple[int, ...]
) -> None:
    q, k, v = normal(1, *query), normal(2, *key), normal(3, *value)
    batch = np.broadcast_shapes(query[:-2], key[:-2], value[:-2])
    up = normal(4, *batch, N, D_V)
    expected = attention_backward(q, k, v, up, ALLOWED)
    agree(expected, gradients(q, k, v, up, mask=ALLOWED, block_size=4))


@pytest.mark.parametrize("n_threads", [1, 2, 5])
def test_threads_change_nothing(n_threads: int) -> None:
    query, key, value, up = (normal(i, 4, 401, 3) for i in range(4))
    expected = attention_backward(query, key, value, up)
    agree(expected, gradients(query, key, value, up, n_threads=n_threads))


def test_nothing_flows_through_masked_pairs() -> None:
    mask = np.ones((N, M), bool)
    mask[:, 4] = False
    actual = gradients(Q, K, V, UP[0, 0], mask=mask, block_size=3)
    same(np.zeros(D_K), actual.key[4])
    same(np.zeros(D_V), actual.value[4])


@pytest.mark.parametrize("bad", [np.nan, inf, 1e308])
@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_hidden_values_spoil_nothing(size: float, bad: float) -> None:
    value, mask = V.copy(), np.ones((N, M), bool)
    value[4], mask[:, 4] = bad, False
    expected = attention_backward(size * Q, K, V, UP[0, 0], mask)
    for given in (mask, loops.additive(mask)):
        agree(expected, gradients(size * Q, K, value, UP[0, 0], mask=given, block_size=3))


def test_rows_that_may_attend_to_nothing_are_refused_or_send_zeros_back() -> None:
    mask = ALLOWED.copy()
    mask[[2, 3]] = False
    expected = by_loops(QUERY, KEY, VALUE, UP, loops.additive(mask))
    for given in (mask, loops.additive(mask)):
        forward = blockwise_attention(QUERY, KEY, VALUE, given, empty_rows="zeros")
        with refused(ValueError, "mask", "rows 2, 3 may attend to no key"):
            blockwise_attention_backward(QUERY, KEY, VALUE, UP, forward, given)
        agree(expected, gradients(QUERY, KEY, VALUE, UP, mask=given, empty_rows="zeros"))


@pytest.mark.parametrize(("n", "m"), [(0, M), (N, 0), (0, 0)])
def test_no_queries_or_no_keys_give_zeros(n: int, m: int) -> None:
    actual = gradients(Q[:n], K[:m], V[:m], UP[0, 0, :n], empty_rows="zeros")
    for expected, found in zip((Q[:n], K[:m], V[:m]), actual, strict=True):
        same(np.zeros_like(expected), found)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("size", [1.0, 30.0])
def test_single_precision_is_close_to_double(size: float, causal: bool) -> None:  # noqa: FBT001
    arrays = [single(a) for a in normal(1, 4, 3, 199, 16)]
    arrays[0] *= np.float32(size)
    exact = gradients(*(a.astype(float) for a in arrays), causal=causal)
    actual = gradients(*arrays, causal=causal)
    assert [np.float32] * 3 == [gradient.dtype for gradient in actual]
    agree(exact, actual, tolerance=3e-6 * size)


def test_each_gradient_has_the_type_of_its_argument() -> None:
    actual = gradients(single(Q), half(K), V, UP[0, 0], mask=ALLOWED)
    assert [np.float32, np.float16, np.float64] == [gradient.dtype for gradient in actual]
    halves = gradients(half(Q), half(K), half(V), half(UP[0, 0]), block_size=4)
    assert [np.float16] * 3 == [gradient.dtype for gradient in halves]
    agree(attention_backward(Q, K, V, UP[0, 0]), halves, tolerance=3e-3)


@pytest.mark.parametrize("causal", [False, True])
def test_memory_does_not_grow_with_the_table(causal: bool) -> None:  # noqa: FBT001
    n = 4096
    query, key, value, up = (np.ones((n, 8), np.float32) for _ in range(4))
    ROOMS.clear()
    tracemalloc.start()
    gradients(query, key, value, up, causal=causal, n_threads=2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * 2**20 < n * n


def test_what_does_not_fit_is_refused() -> None:
    forward = blockwise_attention(Q, K, V)
    up = UP[0, 0]
    with refused(ValueError, "grad_output", f"({N}, {D_V - 1})", f"({N}, {D_V})"):
        blockwise_attention_backward(Q, K, V, up[:, 1:], forward)
    with refused(ValueError, "grad_output", "finite numbers"):
        blockwise_attention_backward(Q, K, V, np.full_like(up, np.nan), forward)
    with refused(TypeError, "forward", "got tuple", "blockwise_attention"):
        blockwise_attention_backward(Q, K, V, up, tuple(forward))  # type: ignore[arg-type]
    for name in forward._fields:
        array = getattr(forward, name)
        with refused(ValueError, "forward", name, "from the same arguments"):
            blockwise_attention_backward(Q, K, V, up, forward._replace(**{name: array[1:]}))
        for bad in (np.nan, np.inf):
            broken = forward._replace(**{name: np.full_like(array, bad)})
            with refused(ValueError, f"forward.{name}", "finite numbers"):
                blockwise_attention_backward(Q, K, V, up, broken)
    for name in ("block_size", "n_threads", "window"):
        with refused(ValueError, name, "got 0", "1 or more"):
            blockwise_attention_backward(Q, K, V, up, forward, **{name: 0})  # type: ignore[arg-type]


def test_gradients_that_overflow_are_refused() -> None:
    forward = blockwise_attention(Q, K, V)
    with refused(ValueError, "grad_output, query, key, value", "overflows float64"):
        blockwise_attention_backward(Q, K, V, np.full((N, D_V), 1e308), forward)


@pytest.mark.parametrize("rows", [1, 61])
@pytest.mark.parametrize("bias", [-1e5, -1e9, np.finfo(np.float32).min])
def test_rows_filled_with_one_large_bias_share_their_weight(bias: float, rows: int) -> None:
    query, key = np.ones((rows, 1), np.float32), np.zeros((4, 1), np.float32)
    value = np.arange(4, dtype=np.float32)[:, None]
    mask = np.full((rows, 4), bias, np.float32)
    there = blockwise_attention(query, key, value, mask)
    up = np.ones((rows, 1), np.float32)
    back = blockwise_attention_backward(query, key, value, up, there, mask)
    close(np.full((4, 1), rows / 4), back.value, rtol=1e-6)
    close(rows / 4 * (value - 1.5), back.key, rtol=1e-6)


@pytest.mark.parametrize("size", [1e2, 1e4])
def test_large_equal_scores_share_their_weight(size: float) -> None:
    query, key = np.full((61, 1), size, np.float32), np.full((4, 1), size, np.float32)
    up = np.ones((61, 1), np.float32)
    there = blockwise_attention(query, key, single(V[:4, :1]))
    back = blockwise_attention_backward(query, key, single(V[:4, :1]), up, there)
    close(np.full((4, 1), 61 / 4), back.value, rtol=1e-6)


@pytest.mark.parametrize("offset", [0, 20, 50])
def test_half_precision_does_not_spoil_the_row_sums(offset: int) -> None:
    query, key, value, up = (normal(seed, 64, 32) for seed in (1, 2, 3, 4))
    halves = [half(a) for a in (query, key + offset, value + offset, up)]
    exact = attention_backward(*(a.astype(float) for a in halves))
    q, k, v, d_o = halves
    found = blockwise_attention_backward(q, k, v, d_o, blockwise_attention(q, k, v))
    for expected, actual in zip(exact, found, strict=True):
        assert np.float16 == actual.dtype
        close(expected, actual, rtol=0, atol=2e-3 * np.abs(expected).max())


def test_hidden_pairs_with_large_scores_are_no_trouble_where_the_way_there_had_none() -> None:
    query, value = np.ones((2, 1), np.float32), np.arange(2, dtype=np.float32)[:, None]
    up = np.ones((2, 1), np.float32)
    for key, mask in (
        (np.ones((2, 1), np.float32), single([[3e38, -3e38]])),
        (single([[2e38], [-2e38]]), None),
    ):
        there = blockwise_attention(query, key, value, mask)
        back = blockwise_attention_backward(query, key, value, up, there, mask)
        same([[2.0], [0.0]], back.value)
        same(np.zeros((2, 1)), back.key)


@pytest.mark.parametrize("size", [1e-30, 1e-38, 1e30])
def test_gradients_near_0_and_large_ones_come_back_whole(size: float) -> None:
    query, key = np.full((61, 1), 4.5, np.float32), np.full((3, 1), 4.5, np.float32)
    value, up = single([[0.0], [1.0], [2.0]]), np.full((61, 1), size, np.float32)
    back = blockwise_attention_backward(
        query, key, value, up, blockwise_attention(query, key, value)
    )
    exact = attention_backward(*(a.astype(float) for a in (query, key, value, up)))
    for expected, actual in zip(exact, back, strict=True):
        close(expected, actual, rtol=1e-5, atol=61 * size * 1e-6)


def test_no_queries_in_no_batch_have_no_gradients() -> None:
    nothing = np.zeros((0, 0, 4))
    there = blockwise_attention(nothing, nothing, nothing)
    back = blockwise_attention_backward(nothing, nothing, nothing, nothing, there)
    assert [(0, 0, 4)] * 3 == [gradient.shape for gradient in back]


def test_hidden_values_that_are_not_numbers_do_not_make_large_ones_overflow() -> None:
    query, key = np.zeros((2, 1), np.float32), np.zeros((3, 1), np.float32)
    mask = np.array([[False, True, False], [True, False, False]])
    up = single([[10.0], [1e-3]])
    for bad in (np.nan, inf, 0.0):
        value = single([[3e38], [1.0], [bad]])
        there = blockwise_attention(query, key, value, mask)
        back = blockwise_attention_backward(query, key, value, up, there, mask)
        close(single([[1e-3], [10.0], [0.0]]), back.value)
        same(np.zeros((3, 1)), back.key)


@pytest.mark.parametrize("size", [1e2, 4e3])
def test_weights_sum_to_1_where_scores_are_large(size: float) -> None:
    query, key = single(size * normal(1, 300, 64)), single(size * normal(2, 1100, 64))
    value = single(normal(3, 1100, 1))
    up = np.ones((300, 1), np.float32)
    there = blockwise_attention(query, key, value)
    back = blockwise_attention_backward(query, key, value, up, there)
    close(300, back.value.sum(), rtol=1e-4)
    assert back.value.max() <= attention_backward(query, key, value, up).value.max() + 1


@pytest.mark.parametrize(
    ("query", "key", "value", "scale"),
    [
        (1e-30, 1.0, 1e30, 1e-15),
        (1e-30, 1.0, 1e30, 1e-20),
        (1e-5, 1e-15, 1e-31, 1e20),
        (1e-20, 1e20, 1e10, 0.0),
        (1.0, 1e30, 1e10, 1e-30),
    ],
)
@pytest.mark.parametrize("soft_cap", [None, 2.0])
def test_an_extreme_scale_neither_vanishes_nor_overflows(
    soft_cap: float | None, query: float, key: float, value: float, scale: float
) -> None:
    q, k = np.full((3, 1), query, np.float32), single([[key], [2 * key]])
    v, up = single([[value], [-value]]), np.ones((3, 1), np.float32)
    options: dict[str, Any] = {"scale": scale, "soft_cap": soft_cap}
    expected = attention_backward(*(a.astype(float) for a in (q, k, v, up)), **options)
    for wanted, found in zip(expected, gradients(q, k, v, up, **options), strict=True):
        close(wanted, found, rtol=1e-5, atol=1e-45)


def test_small_gradients_over_many_keys_keep_their_digits() -> None:
    query, value = np.full((40, 1), 4.7, np.float32), single(np.tile([[3.0], [5.0]], (8192, 1)))
    key = single(np.tile([[4.7], [4.23]], (8192, 1)))
    ones = np.ones((40, 1), np.float32)
    usual, small = (gradients(query, key, value, size * ones) for size in (1.0, 2.0**-91))
    # Small differences of large numbers leave few digits of the other two at any size.
    for rtol, expected, actual in zip((3e-3, 3e-3, 1e-5), usual, small, strict=True):
        close(expected, 2.0**91 * actual, rtol=0, atol=rtol * np.abs(expected).max())


@pytest.mark.parametrize("size", [1e3, 1e4, 2e4])
def test_weights_sum_to_1_where_large_terms_of_scores_cancel(size: float) -> None:
    x, y = size * normal(1, 300, 32), size * normal(2, 1100, 32)
    query, key = single(np.hstack([x, x])), single(np.hstack([y, -y]))
    value, up = single(normal(3, 1100, 1)), np.ones((300, 1), np.float32)
    for options in ({}, {"soft_cap": 20.0}):
        back = gradients(query, key, value, up, **options)
        close(300, back.value.sum(), rtol=1e-4)


def test_small_values_under_small_shares_keep_their_digits() -> None:
    query, key = np.full((40, 1), 4.8, np.float32), single([[4.7], [4.6]])
    for size, upstream in ((1e-25, 1e-8), (3e-28, 1e-8), (1e-15, 1e-16)):
        value, up = single([[size], [-size]]), np.full((40, 1), upstream, np.float32)
        exact = attention_backward(*(a.astype(float) for a in (query, key, value, up)))
        for expected, actual in zip(exact, gradients(query, key, value, up), strict=True):
            close(expected, actual, rtol=2e-4, atol=1e-44)
