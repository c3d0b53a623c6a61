"""Blockwise attention: the readable function's numbers, without its table."""

import tracemalloc
from math import inf, log
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import (
    _blocks,
    _problem,
    blockwise_attention,
    causal_mask,
    combine_masks,
    padding_mask,
    scaled_dot_product_attention,
    sliding_window_mask,
)
from attention_course._threads import ROOMS

B, H, N, M, D_K, D_V = 2, 3, 17, 23, 5, 7
QUERY, KEY, VALUE = normal(1, B, H, N, D_K), normal(2, B, H, M, D_K), normal(3, B, H, M, D_V)
Q, K, V = QUERY[0, 0], KEY[0, 0], VALUE[0, 0]
ALLOWED = np.random.default_rng(4).random((N, M)) < 0.4
ALLOWED[:, 0] |= ~ALLOWED.any(axis=-1)
BIAS = normal(5, N, M)
MASKS: dict[str, NDArray[Any] | None] = {
    "none": None,
    "booleans": ALLOWED,
    "zeros and infinities": loops.additive(ALLOWED),
    "biases": BIAS,
    "biases and infinities": BIAS + loops.additive(ALLOWED),
    "single precision": single(BIAS + loops.additive(ALLOWED)),
    "for each head": np.stack([ALLOWED, ALLOWED[::-1], ~ALLOWED | (np.arange(M) == 3)])[None],
    "padding": padding_mask([11, M], M)[:, None],
    "padding, booleans": (np.arange(M) < 11)[None],
    "one row": np.arange(M) % 3 < 2,
    "one column": BIAS[:, :1],
}
BLOCKS = [1, 2, 5, 16, 1000, None]


@pytest.fixture(autouse=True, params=[32, 0], ids=["few", "many"])
def _ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Take these small problems for few queries, which are treated with care, and for many."""
    monkeypatch.setattr(_problem, "_FEW_QUERIES", request.param)


def additive(mask: NDArray[Any] | None) -> NDArray[Any] | None:
    return loops.additive(mask) if mask is not None and mask.dtype == bool else mask


def checked(
    query: Any,  # noqa: ANN401
    key: Any,  # noqa: ANN401
    value: Any,  # noqa: ANN401
    mask: NDArray[Any] | None = None,
) -> _problem.Problem:
    return _problem.checked_problem(
        (query, key, value),
        mask,
        causal=False,
        window=None,
        scale=None,
        soft_cap=None,
        grouped_heads=False,
        empty_rows="error",
    )


def log_sum(query: Any, key: Any, mask: Any = None) -> list[float]:  # noqa: ANN401
    rows = loops.masked_scores(query.tolist(), key.tolist(), mask, None, None)
    return [max(row) + log(sum(np.exp(np.array(row) - max(row)))) for row in rows]


@pytest.mark.parametrize("block_size", BLOCKS)
@pytest.mark.parametrize("mask", MASKS.values(), ids=MASKS)
@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_it_is_the_loops(size: float, mask: NDArray[Any] | None, block_size: int | None) -> None:
    expected, _ = loops.batched_attention(size * QUERY, KEY, VALUE, additive(mask))
    with untouched(QUERY, KEY, VALUE, *([] if mask is None else [mask])):
        actual = blockwise_attention(size * QUERY, KEY, VALUE, mask, block_size=block_size)
    close(expected, actual.output, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("n_threads", [1, 2, 3, 50])
@pytest.mark.parametrize("block_size", [5, None])
def test_threads_change_nothing(
    monkeypatch: pytest.MonkeyPatch, block_size: int | None, n_threads: int
) -> None:
    monkeypatch.setattr(_blocks, "_WORTH_A_THREAD", 1)
    for causal in (False, True):
        expected, _ = loops.batched_attention(
            QUERY, KEY, VALUE, causal_mask(N, M) if causal else None
        )
        actual = blockwise_attention(
            QUERY, KEY, VALUE, causal=causal, block_size=block_size, n_threads=n_threads
        )
        close(expected, actual.output)


def test_one_head_is_cut_for_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_blocks, "_WORTH_A_THREAD", 1)
    plan = _blocks.planned(checked(Q, K, V), None, 3)
    assert [slice(0, 6), slice(6, 12), slice(12, 17)] == [task.rows for task in plan.tasks]
    expected, _ = loops.batched_attention(Q, K, V)
    close(expected, blockwise_attention(Q, K, V, n_threads=3).output)


def test_short_work_is_not_worth_a_second_thread() -> None:
    assert 1 == _blocks.planned(checked(Q, K, V), None, 8).n_workers
    long = np.zeros((512, 1))
    assert 2 == _blocks.planned(checked(long, long, long), None, 8).n_workers


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_largest_biases_overflow_nothing(dtype: type[np.floating[Any]], sign: int) -> None:
    q, k, v = (a.astype(dtype) for a in (np.tile(Q, (3, 1)), K, V))
    largest = np.where(np.arange(M) == 2, -sign, sign) * np.finfo(dtype).max
    kept = np.arange(M) == 2 if sign < 0 else np.arange(M) != 2
    for block_size in (4, None):
        actual = blockwise_attention(q, k, v, largest.astype(dtype), block_size=block_size).output
        assert np.isfinite(actual).all()
        assert (actual >= v[kept].min(axis=0) - 1e-5).all()
        assert (actual <= v[kept].max(axis=0) + 1e-5).all()


def test_what_goes_wrong_in_a_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_blocks, "_WORTH_A_THREAD", 1)
    for head in range(H):
        key = KEY.copy()
        key[0, head, 1, 2] = np.nan
        with refused(ValueError, "key", f"key[0, {head}, 1, 2]", "finite numbers"):
            blockwise_attention(QUERY, key, VALUE, n_threads=3)


@pytest.mark.parametrize("block_size", BLOCKS)
@pytest.mark.parametrize(("n", "m"), [(N, M), (M, M), (1, M), (N, 1), (61, 67)])
@pytest.mark.parametrize("window", [None, 1, 2, 7, 10**30])
def test_causal_and_window_are_the_masks(
    window: int | None, n: int, m: int, block_size: int | None
) -> None:
    query, key, value = normal(1, n, D_K), normal(2, m, D_K), normal(3, m, D_V)
    mask = causal_mask(n, m) if window is None else sliding_window_mask(n, m, window=window)
    allowed = np.random.default_rng(0).random((n, m)) < 0.7
    for given, whole in ((None, mask), (allowed, combine_masks(mask, allowed))):
        for scale_up in (1.0, 1000.0):
            expected, _ = loops.batched_attention(scale_up * query, key, value, whole)
            actual = blockwise_attention(
                scale_up * query,
                key,
                value,
                given,
                causal=window is None,
                window=window,
                empty_rows="zeros",
                block_size=block_size,
            )
            close(expected, actual.output, rtol=1e-9, atol=1e-11)


def test_a_window_is_causal_by_itself() -> None:
    plain = blockwise_attention(Q, K, V, window=4)
    same(plain.output, blockwise_attention(Q, K, V, window=4, causal=True).output)


@pytest.mark.parametrize("kind", ["booleans", "zeros and infinities", "padding"])
def test_blocks_that_a_mask_hides_whole_are_left_out(kind: str) -> None:
    n, size = 53, 7
    allowed = np.tri(n, dtype=bool) if kind != "padding" else (np.arange(n) < 24)[None]
    mask = loops.additive(allowed) if kind == "zeros and infinities" else allowed
    query, key, value = normal(1, n, 3), normal(2, n, 3), normal(3, n, 2)
    problem = checked(query, key, value, mask)
    plan = _blocks.planned(problem, size, 1)
    found = [[c.start for c in _blocks.seen_by(t, problem, plan)] for t in plan.tasks]
    starts = range(0, n, size)
    expected = [[c for c in starts if (c < 24 if kind == "padding" else c <= r)] for r in starts]
    assert expected == found
    output, _ = loops.batched_attention(
        query, key, value, loops.additive(np.broadcast_to(allowed, (n, n)))
    )
    close(output, blockwise_attention(query, key, value, mask, block_size=size).output)


def test_a_hidden_key_that_is_not_finite_is_refused_all_the_same() -> None:
    allowed = np.ones((1, M), bool)
    allowed[:, 5:] = False
    key = K.copy()
    key[9] = np.nan
    for query in (Q[:1], Q, np.tile(Q, (4, 1))):
        with refused(ValueError, "key", "got nan", "key[9, 0]"):
            blockwise_attention(query, key, V, allowed, block_size=4)


@pytest.mark.parametrize(("n", "m"), [(53, 53), (17, 53), (53, 17)])
@pytest.mark.parametrize("window", [None, 1, 9])
def test_blocks_of_the_future_and_before_the_window_are_left_out(
    window: int | None, n: int, m: int
) -> None:
    size = 7
    query, key, value = normal(1, n, 3), normal(2, m, 3), normal(3, m, 2)
    problem = _problem.checked_problem(
        (query, key, value),
        None,
        causal=True,
        window=window,
        scale=None,
        soft_cap=None,
        grouped_heads=False,
        empty_rows="zeros",
    )
    plan = _blocks.planned(problem, size, 1)
    for task in plan.tasks:
        last = [row + m - n for row in range(task.rows.start, task.rows.stop)]
        before = n + m if window is None else window
        seen = {j for i in last for j in range(max(0, i - before + 1), i + 1)}
        blocks = [range(c.start, c.stop) for c in _blocks.seen_by(task, problem, plan)]
        assert seen == {j for block in blocks for j in block}
        assert len(blocks) == -(-len(seen) // size)


def test_few_queries_spare_the_pass_over_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_problem, "_FEW_QUERIES", 32)
    monkeypatch.setattr(_problem, "_largest_score", None)
    blockwise_attention(QUERY[..., :1, :], KEY, VALUE)
    with pytest.raises(TypeError, match="not callable"):
        blockwise_attention(np.tile(Q, (3, 1)), K, V)


@pytest.mark.parametrize(
    ("query", "key", "value"),
    [
        ((N, D_K), (M, D_K), (M, D_V)),
        ((B, N, D_K), (M, D_K), (M, D_V)),
        ((N, D_K), (B, M, D_K), (M, D_V)),
        ((N, D_K), (M, D_K), (B, M, D_V)),
        ((B, H, N, D_K), (H, M, D_K), (B, 1, M, D_V)),
        ((N, 1), (M, 1), (M, 1)),
        ((N, D_K), (1, D_K), (1, D_V)),
        ((B, 1, 1, 3, N, D_K), (1, 1, 5, 1, M, D_K), (M, D_V)),
        ((0, N, D_K), (M, D_K), (M, D_V)),
    ],
)
@pytest.mark.parametrize("block_size", [3, None])
def test_leading_axes_broadcast(
    query: tuple[int, ...],
    key: tuple[int, ...],
    value: tuple[int, ...],
    block_size: int | None,
) -> None:
    q, k, v = normal(1, *query), normal(2, *key), normal(3, *value)
    mask = np.tri(q.shape[-2], k.shape[-2], 1, dtype=bool)
    for given in (None, mask):
        output, _ = loops.batched_attention(q, k, v, additive(given))
        attention = blockwise_attention(q, k, v, given, block_size=block_size)
        close(output, attention.output)
        assert output.shape[:-1] == attention.log_sums.shape


@pytest.mark.parametrize("groups", [1, 2, 3, 6])
@pytest.mark.parametrize("block_size", [4, None])
@pytest.mark.parametrize("mask", [None, "shared", "each"])
def test_grouped_heads_read_their_groups_keys(
    mask: str | None, block_size: int | None, groups: int
) -> None:
    query = normal(1, B, 6, N, D_K)
    key, value = normal(2, B, groups, M, D_K), normal(3, B, groups, M, D_V)
    bias = {None: None, "shared": BIAS, "each": normal(6, B, 6, N, M)}[mask]
    keys, values = (np.repeat(a, 6 // groups, axis=1) for a in (key, value))
    expected, _ = loops.batched_attention(query, keys, values, bias)
    actual = blockwise_attention(query, key, value, bias, grouped_heads=True, block_size=block_size)
    close(expected, actual.output)
    assert (B, 6, N) == actual.log_sums.shape


def test_keys_of_grouped_heads_are_not_copied() -> None:
    query, key = np.zeros((64, 1, 8), np.float32), np.zeros((1, 20_000, 8), np.float32)
    tracemalloc.start()
    blockwise_attention(query, key, key, grouped_heads=True, n_threads=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 64 * key.nbytes / 8


@pytest.mark.parametrize("cap", [0.5, 3, 50.0])
@pytest.mark.parametrize("mask", [None, ALLOWED, BIAS], ids=["no", "T/F", "±"])
@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_a_soft_cap_bounds_scores_before_the_mask(
    size: float, mask: NDArray[Any] | None, cap: float
) -> None:
    expected, _ = loops.batched_attention(size * Q, K, V, additive(mask), soft_cap=cap)
    for block_size in (4, None):
        actual = blockwise_attention(size * Q, K, V, mask, soft_cap=cap, block_size=block_size)
        close(expected, actual.output, rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("scale", [0.25, -3.0, 0.0, 2, np.float32(0.5)])
def test_a_scale_of_ones_own_replaces_the_root(scale: float) -> None:
    output, _ = loops.batched_attention(Q, K, V, scale=float(scale))
    close(output, blockwise_attention(Q, K, V, scale=scale, block_size=6).output)


@pytest.mark.parametrize("block_size", BLOCKS)
@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_log_sums_give_the_weights_back(size: float, block_size: int | None) -> None:
    actual = blockwise_attention(size * Q, K, V, BIAS, block_size=block_size)
    close(log_sum(size * Q, K, BIAS.tolist()), actual.log_sums)


@pytest.mark.parametrize("shift", [1000.0, -1000.0])
def test_scores_that_are_all_large_or_all_negative_lose_nothing(shift: float) -> None:
    query = np.hstack([normal(5, N, 2), np.ones((N, 1))])
    key = np.hstack([normal(6, M, 2), np.full((M, 1), shift)])
    output, _ = loops.batched_attention(query, key, V)
    for block_size in (1, 4, None):
        close(output, blockwise_attention(query, key, V, block_size=block_size).output, rtol=1e-10)


@pytest.mark.parametrize("size", [1.0, 30.0])
@pytest.mark.parametrize("causal", [False, True])
def test_single_precision_is_a_few_units_from_double(causal: bool, size: float) -> None:  # noqa: FBT001
    query, key, value = (
        single(a) for a in (size * normal(1, 3, 199, 16), *normal(2, 2, 3, 199, 16))
    )
    exact = blockwise_attention(*(a.astype(float) for a in (query, key, value)), causal=causal)
    actual = blockwise_attention(query, key, value, causal=causal)
    assert np.float32 == actual.output.dtype == actual.log_sums.dtype
    # A score of size s is off by up to s units of rounding, and its weight by that share.
    largest = np.abs(size * query @ key.mT).max() / 4
    close(exact.output, actual.output, rtol=0, atol=3e-7 * max(4, largest / size))


def test_half_precision_is_computed_in_single_and_cast_back() -> None:
    q, k, v = half(20 * Q), half(20 * K), half(V)
    output, _ = loops.batched_attention(q, k, v)
    actual = blockwise_attention(q, k, v, half(np.zeros((N, M))), block_size=4)
    assert [np.float16, np.float32] == [actual.output.dtype, actual.log_sums.dtype]
    close(half(output), actual.output, rtol=1e-3, atol=1e-6)


def test_integers_lists_and_any_layout_are_read_right() -> None:
    output, _ = loops.batched_attention(Q, K, V, loops.additive(ALLOWED))
    kinds: list[tuple[Any, ...]] = [
        (Q.tolist(), K.tolist(), V.tolist(), ALLOWED.tolist()),
        tuple(np.asfortranarray(a) for a in (Q, K, V, ALLOWED)),
        tuple(np.repeat(np.repeat(a, 2, 0), 3, 1)[::2, 1::3] for a in (Q, K, V, ALLOWED)),
        tuple(a[::-1, ::-1].copy()[::-1, ::-1] for a in (Q, K, V, ALLOWED)),
        (Q.astype(">f8"), K.astype(">f8"), V.astype(">f8"), ALLOWED),
    ]
    for arguments in kinds:
        close(output, blockwise_attention(*arguments, block_size=6).output)
    query, key, value = np.array([[1, 2]]), np.array([[0, 1], [1, 1]]), np.array([[1], [2]])
    whole = blockwise_attention(query, key, value)
    expected, _ = loops.batched_attention(
        query.astype(float), key.astype(float), value.astype(float)
    )
    assert np.float64 == whole.output.dtype
    close(expected, whole.output)


@pytest.mark.parametrize("size", [1.0, 1000.0])
@pytest.mark.parametrize("block_size", BLOCKS)
def test_rows_that_may_attend_to_nothing_are_refused_or_get_zeros(
    block_size: int | None, size: float
) -> None:
    mask = ALLOWED.copy()
    mask[[1, 4]] = False
    for given in (mask, loops.additive(mask)):
        with refused(ValueError, "mask", "rows 1, 4 may attend to no key", "empty_rows='zeros'"):
            blockwise_attention(size * QUERY, KEY, VALUE, given, block_size=block_size)
        actual = blockwise_attention(
            size * QUERY, KEY, VALUE, given, empty_rows="zeros", block_size=block_size
        )
        expected, _ = loops.batched_attention(size * QUERY, KEY, VALUE, loops.additive(mask))
        close(expected, actual.output, rtol=1e-9, atol=1e-11)
        same(np.full((B, H, 2), -inf), actual.log_sums[..., [1, 4]])


@pytest.mark.parametrize("lead", [(), (1,), (H,), (1, H), (B, 1), (B, H)], ids=str)
def test_empty_rows_are_named_as_by_the_readable_function(lead: tuple[int, ...]) -> None:
    mask = np.random.default_rng(7).random((*lead, N, M)) < 0.05
    arguments = (QUERY, KEY, VALUE, mask)
    with pytest.raises(ValueError, match="may attend to no key") as readable:
        scaled_dot_product_attention(*arguments)
    with pytest.raises(ValueError, match="may attend to no key") as blockwise:
        blockwise_attention(*arguments)
    assert str(readable.value) == str(blockwise.value)


def test_a_block_in_which_a_row_sees_nothing_yet_is_no_trouble() -> None:
    mask = np.zeros((N, M), bool)
    mask[:, -1] = True
    mask[3] = True
    for size in (1.0, 1000.0):
        expected, _ = loops.batched_attention(size * Q, K, V, loops.additive(mask))
        for given in (mask, loops.additive(mask)):
            close(expected, blockwise_attention(size * Q, K, V, given, block_size=5).output)


@pytest.mark.parametrize("size", [1.0, 1000.0])
def test_hidden_values_that_are_not_finite_are_as_good_as_absent(size: float) -> None:
    allowed = np.ones((B, 1, 1, M), bool)
    allowed[1, ..., 5:] = False
    expected, _ = loops.batched_attention(size * QUERY, KEY, VALUE, loops.additive(allowed))
    for bad in (np.nan, inf, -inf):
        value = VALUE.copy()
        value[1, :, 5:] = bad
        value[1, :, 6, 0] = 2.0
        for given in (allowed, loops.additive(allowed)):
            with untouched(value):
                actual = blockwise_attention(size * QUERY, KEY, value, given, block_size=4)
            close(expected, actual.output, rtol=1e-9, atol=1e-11)
        with refused(ValueError, "value", "[0, 0, 5]", "may see"):
            blockwise_attention(QUERY, KEY, value[::-1], allowed)


def test_a_value_that_is_not_finite_is_refused_if_only_the_last_query_sees_it() -> None:
    value = V.copy()
    value[-1] = np.nan
    for options in ({"causal": True}, {"window": 1}):
        with refused(ValueError, "value", f"key [{M - 1}]", "may see"):
            blockwise_attention(Q, K, value, block_size=4, **options)
    hidden = np.arange(M) < M - 1
    expected, _ = loops.batched_attention(Q, K, V, loops.additive(hidden) + causal_mask(N, M))
    close(expected, blockwise_attention(Q, K, value, hidden, causal=True).output)


def test_values_before_the_window_may_be_nan() -> None:
    value = V.copy()
    value[: M - N - 2] = np.nan
    actual = blockwise_attention(Q, K, value, window=3, block_size=4)
    expected, _ = loops.batched_attention(Q, K, V, sliding_window_mask(N, M, window=3))
    close(expected, actual.output)
    whole = blockwise_attention(Q, K, value, window=3)
    close(expected, whole.output)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_an_average_of_the_largest_numbers_is_finite(dtype: type[np.floating[Any]]) -> None:
    largest = np.finfo(dtype).max
    for n_keys in (1, 2, 3, 59, 1009):
        query, key = np.zeros((1, 1), dtype), np.zeros((n_keys, 1), dtype)
        value = np.full((n_keys, 2), [largest, -largest], dtype)
        for queries in (query, np.tile(query, (61, 1))):
            output = blockwise_attention(queries, key, value, block_size=8).output
            close(np.tile([largest, -largest], (len(queries), 1)), output, rtol=1e-5)


def test_large_values_under_large_equal_scores_are_averaged() -> None:
    query, key = np.full((61, 1), 4.5, np.float32), np.full((1009, 1), 4.5, np.float32)
    value = np.full((1009, 1), 1e38, np.float32)
    close(np.full((61, 1), 1e38), blockwise_attention(query, key, value).output, rtol=1e-5)


@pytest.mark.parametrize("rows", [1, 61])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_what_overflows_is_refused(dtype: type[np.floating[Any]], rows: int) -> None:
    largest = np.finfo(dtype).max
    big = np.full((rows, 1), largest, dtype)
    for sign in (1, -1):
        with refused(ValueError, "query, key", "overflows", np.dtype(dtype).name, "smaller"):
            blockwise_attention(big, 2 * sign * np.ones((1, 1), dtype), np.ones((1, 1), dtype))
    ones = np.ones((rows, 1), dtype)
    with refused(ValueError, "scale", "overflows"):
        blockwise_attention(big, ones, ones, scale=10.0)
    with refused(ValueError, "mask", "overflows"):
        blockwise_attention(ones, big[:1], big[:1], big[:1])


@pytest.mark.parametrize("rows", [1, 61])
def test_queries_and_keys_that_are_not_finite_are_refused_by_place(rows: int) -> None:
    query, key, value = normal(1, rows, 3), normal(2, M, 3), normal(3, M, 2)
    for bad in (np.nan, inf, -inf):
        for window in (None, 2):
            broken = key.copy()
            broken[4, 1] = bad
            with refused(ValueError, "key", f"got {bad}", "key[4, 1]", "finite numbers"):
                blockwise_attention(query, broken, value, window=window, empty_rows="zeros")
            broken = query.copy()
            broken[-1, 2] = bad
            with refused(ValueError, "query", f"query[{rows - 1}, 2]", "finite numbers"):
                blockwise_attention(broken, key, value, window=window, empty_rows="zeros")


def test_a_query_without_keys_must_be_finite_all_the_same() -> None:
    with refused(ValueError, "query", "query[1, 0]", "finite numbers"):
        blockwise_attention([[1.0], [np.nan]], K[:0, :1], V[:0], empty_rows="zeros")


def test_finite_entries_whose_squares_overflow_are_used() -> None:
    query, key = np.full((61, 1), 1e200), np.full((M, 1), 1e-200)
    close(np.tile(V.mean(axis=0), (61, 1)), blockwise_attention(query, key, V).output)
    bias = np.tile(BIAS, (4, 1))[:61]
    expected, _ = loops.batched_attention(query, key, V, bias)
    close(expected, blockwise_attention(query, key, V, bias, block_size=9).output)


def test_no_queries_or_no_keys() -> None:
    nothing = blockwise_attention(Q[:0], K, V)
    assert (0, D_V) == nothing.output.shape
    assert (0,) == nothing.log_sums.shape
    assert (N, 0) == blockwise_attention(Q, K, V[:, :0]).output.shape
    assert (N, D_V) == blockwise_attention(Q, K[:0], V[:0], empty_rows="zeros").output.shape
    for causal in (False, True):
        assert (0, 2) == blockwise_attention(Q[:0], K[:0], V[:0, :2], causal=causal).output.shape
        with refused(ValueError, "key", "no keys", "empty_rows='zeros'"):
            blockwise_attention(Q, K[:0], V[:0], causal=causal)


@pytest.mark.parametrize("name", ["block_size", "n_threads", "window"])
def test_sizes_below_one_are_refused(name: str) -> None:
    for wrong in (0, -1):
        with refused(ValueError, name, f"got {wrong}", "1 or more"):
            blockwise_attention(Q, K, V, **{name: wrong})  # type: ignore[arg-type]
    for odd in (True, 1.5, "2"):
        with refused(TypeError, name, "got ", "1 or more"):
            blockwise_attention(Q, K, V, **{name: odd})  # type: ignore[arg-type]


WRONG: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"causal": 1}, TypeError, "causal: got 1; expected True or False"),
    ({"key": K[:, :3]}, ValueError, "key: got width 3"),
    ({"value": V[:3]}, ValueError, "value: got 3 rows"),
    ({"query": Q[0]}, ValueError, "query: got shape"),
    ({"query": np.ma.masked_array(Q)}, TypeError, "query: got a masked array"),
    ({"mask": np.ones((N, M), int)}, TypeError, "mask: got integers"),
    ({"mask": np.ones((N, M))}, TypeError, "mask: got floats that are all 0 or 1"),
    ({"mask": np.eye(N, M)}, TypeError, "mask: got floats that are all 0 or 1"),
    ({"mask": np.full(M, np.nan)}, ValueError, r"mask: got nan at \[0\]"),
    ({"mask": np.full((N, M), inf)}, ValueError, r"mask: got inf at \[0, 0\]"),
    ({"mask": np.ones((N, M + 1), bool)}, ValueError, "mask: got shape"),
    ({"mask": np.ones((B, N, M), bool)}, ValueError, "mask: got shape"),
    ({"scale": "1"}, TypeError, "scale: got '1'"),
    ({"scale": inf}, ValueError, "scale: got inf"),
    ({"soft_cap": 0.0}, ValueError, "soft_cap: got 0.0"),
    ({"empty_rows": "nan"}, ValueError, "empty_rows: got 'nan'"),
    ({"grouped_heads": True}, ValueError, "query: got shape"),
]


@pytest.mark.parametrize(("change", "error", "message"), WRONG)
def test_bad_input_is_refused_by_name(
    change: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=f"^{message}"):
        blockwise_attention(**{"query": Q, "key": K, "value": V} | change)


def test_biases_too_large_for_single_precision_are_refused() -> None:
    for bias in (1e300, -1e300):
        mask = np.where(ALLOWED, bias, -inf)
        with refused(ValueError, "mask", "too large for float32"):
            blockwise_attention(single(Q), single(K), single(V), mask)


def test_ones_and_zeros_are_told_also_where_strips_hold_one_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_problem, "_STRIP", M)
    for mask in (np.tile(np.arange(N) < 5, (M, 1)).T, np.ones((N, M)), ALLOWED):
        with refused(TypeError, "mask", "all 0 or 1"):
            blockwise_attention(Q, K, V, mask.astype(float))
    zeros = np.zeros((N, M))
    close(blockwise_attention(Q, K, V).output, blockwise_attention(Q, K, V, zeros).output)


def test_a_pair_that_the_future_hides_may_have_any_bias() -> None:
    ones, mask = np.ones((40, 1), np.float32), np.zeros((40, 40), np.float32)
    mask[0, 39] = 3e38
    for block_size in (1, None):
        actual = blockwise_attention(
            ones, np.full((40, 1), 2e38, np.float32), ones, mask, causal=True, block_size=block_size
        )
        close(ones, actual.output, rtol=1e-6)


def test_a_bias_of_ones_beside_others_is_a_bias() -> None:
    mask = np.where(ALLOWED, 1.0, -2.0)
    expected, _ = loops.batched_attention(Q, K, V, mask)
    close(expected, blockwise_attention(Q, K, V, mask).output)


@pytest.mark.parametrize("causal", [False, True])
def test_memory_does_not_grow_with_the_table(causal: bool) -> None:  # noqa: FBT001
    n = 4096
    query, key = (np.ones((2, n, 8), np.float32) for _ in range(2))
    value = np.ones((2, n, 256), np.float32)
    value[0, 0, 0] = 0
    ROOMS.clear()
    tracemalloc.start()
    attention = blockwise_attention(query, key, value, causal=causal, n_threads=2)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak - attention.output.nbytes < 8 * 2**20 < n * n


def test_a_mask_is_read_in_strips() -> None:
    n = 4096
    query, key, value = (np.zeros((n, 1), np.float32) for _ in range(3))
    largest_1 = np.zeros((n, n), np.float16)
    largest_1[:2] = [[1], [-2]]
    for mask in (np.ones((n, n), bool), largest_1, np.tri(n, dtype=bool)):
        tracemalloc.start()
        blockwise_attention(query, key, value, mask, scale=1000.0, n_threads=1)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 8 * 2**20 < mask.nbytes


@pytest.mark.parametrize("rows", [1, 61])
def test_a_scale_that_is_no_number_in_single_precision_is_refused(rows: int) -> None:
    for query in (np.zeros((rows, 1)), np.full((rows, 1), 1e-30)):
        with refused(ValueError, "scale", "overflows float32"):
            blockwise_attention(single(query), single(K[:, :1]), single(V), scale=1e60)


@pytest.mark.parametrize(
    ("dtype", "query", "key", "scale"),
    [(np.float64, -1e-170, 1.0, 1e175), (np.float32, -1e-23, 1e18, 1e10)],
)
def test_squares_that_vanish_do_not_hide_that_scores_are_large(
    dtype: type[np.floating[Any]], query: float, key: float, scale: float
) -> None:
    keys = np.array([1, 0.5, 1, 1])[:, None] * np.full((4, 2), key)
    value = np.arange(4.0)[:, None].astype(dtype)
    queries = np.full((61, 2), query, dtype)
    actual = blockwise_attention(queries, keys.astype(dtype), value, scale=scale)
    close(np.ones((61, 1)), actual.output)


@pytest.mark.parametrize("tiny", [1e-27, 1e-33, 1e-37, 1e-44])
def test_values_near_0_do_not_vanish(tiny: float) -> None:
    query, key = np.full((61, 1), -4.5, np.float32), np.full((2, 1), 4.5, np.float32)
    value = single([[tiny, 1.0, 0.0], [tiny, 3.0, 0.0]])
    expected = np.tile([value[0, 0], 2.0, 0.0], (61, 1))
    close(expected, blockwise_attention(query, key, value).output, rtol=1e-6, atol=1e-45)


def test_no_queries_in_no_batch_are_no_trouble() -> None:
    nothing = np.zeros((0, 0, 4))
    assert (0, 0, 4) == blockwise_attention(nothing, nothing, nothing).output.shape


def test_a_query_that_sees_nothing_and_is_not_finite_is_refused() -> None:
    query = np.ones((3, 1))
    query[0] = np.nan
    for block_size in (1, None):
        with refused(ValueError, "query", "query[0, 0]"):
            blockwise_attention(
                query,
                np.ones((2, 1)),
                V[:2],
                causal=True,
                empty_rows="zeros",
                block_size=block_size,
            )


def test_a_long_row_is_summed_exactly_enough() -> None:
    n = 2**18
    key = np.full((n, 1), -0.3, np.float32)
    key[0] = 0
    value = np.where(np.arange(n) % 2, 3, 5)[:, None]
    query = np.ones((1, 1), np.float32)
    for soft_cap in (None, 20.0):
        exact = blockwise_attention(
            query.astype(float), key.astype(float), value, soft_cap=soft_cap
        ).output
        actual = blockwise_attention(query, key, single(value), soft_cap=soft_cap).output
        close(exact, actual, rtol=1e-5)


@pytest.mark.parametrize("score", [0.0, 3.0, 1e3, -1e6, 1e30])
def test_shifts_and_sums_give_the_weights_back_at_any_score(score: float) -> None:
    query, key = np.ones((61, 1), np.float32), np.full((4, 1), score, np.float32)
    _, shifts, sums = blockwise_attention(query, key, np.ones((4, 1), np.float32))
    weights = np.exp(query @ key.T - shifts[:, None]) / sums[:, None]
    close(np.full((61, 4), 0.25), weights, rtol=1e-6)
