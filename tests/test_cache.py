"""Keys and values kept while decoding."""

from itertools import pairwise
from math import inf
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests import loops
from tests.tools import close, half, normal, refused, same, single, untouched

from attention_course import (
    Attention,
    KeyValueCache,
    causal_mask,
    combine_masks,
    rotary_positions,
    rotate,
    scaled_dot_product_attention,
    sliding_window_mask,
)

B, H, N, D_K, D_V = 2, 3, 7, 4, 5
Q, K, V = normal(1, B, H, N, D_K), normal(2, B, H, N, D_K), normal(3, B, H, N, D_V)
WINDOWS = [None, 1, 2, 3, 6, 7, 20]


def splits(length: int) -> list[tuple[int, ...]]:
    """Every way to cut a sequence into chunks, as the places of the cuts."""
    return [
        (0, *(place for place in range(1, length) if cuts >> (place - 1) & 1), length)
        for cuts in range(2 ** (length - 1))
    ]


def fed(
    cache: KeyValueCache,
    cuts: tuple[int, ...],
    mask: NDArray[Any] | None = None,
    **options: Any,  # noqa: ANN401
) -> list[Attention]:
    """What each chunk gets that is appended and attended from."""
    parts = []
    for start, stop in pairwise(cuts):
        cache.append(K[..., start:stop, :], V[..., start:stop, :])
        rows = None if mask is None else mask[..., start:stop, stop - len(cache) : stop]
        parts.append(cache.attend(Q[..., start:stop, :], rows, **options))
    return parts


def hiding(window: int | None) -> NDArray[np.float64]:
    return causal_mask(N) if window is None else sliding_window_mask(N, window=window)


@pytest.mark.parametrize("window", WINDOWS)
def test_every_split_into_chunks_gives_the_full_pass(window: int | None) -> None:
    output, weights = loops.batched_attention(Q, K, V, hiding(window))
    for cuts in splits(N):
        parts = fed(KeyValueCache(window=window, room=1), cuts)
        close(output, np.concatenate([part.output for part in parts], axis=-2))
        for (start, stop), part in zip(pairwise(cuts), parts, strict=True):
            held = part.weights.shape[-1]
            close(weights[..., start:stop, stop - held : stop], part.weights)
            assert not weights[..., start:stop, : stop - held].any()


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize(
    "options",
    [{"scale": 0.3}, {"soft_cap": 0.5}, {"scale": -2.0, "soft_cap": 3.0}],
)
def test_options_and_a_mask_of_ones_own_hold_beside(
    window: int | None, options: dict[str, Any]
) -> None:
    own = normal(4, B, H, N, N)
    own[..., 2:4, 1] = -inf
    own[:, 1, 5] = -inf
    mask = combine_masks(own, hiding(window))
    full = scaled_dot_product_attention(Q, K, V, mask, empty_rows="zeros", **options)
    for cuts in ((0, 1, 4, 5, N), (0, 3, N), (0, N)):
        parts = fed(KeyValueCache(window=window), cuts, own, empty_rows="zeros", **options)
        close(full.output, np.concatenate([part.output for part in parts], axis=-2))


@pytest.mark.parametrize("window", WINDOWS)
def test_rotary_positions_count_on(window: int | None) -> None:
    positions = rotary_positions(N, D_K)
    full = scaled_dot_product_attention(
        rotate(Q, *positions), rotate(K, *positions), V, hiding(window)
    )
    cache = KeyValueCache(window=window)
    outputs = []
    for start, stop in pairwise((0, 2, 3, 4, N)):
        new = rotary_positions(stop - start, D_K, first=cache.n_seen)
        cache.append(rotate(K[..., start:stop, :], *new), V[..., start:stop, :])
        outputs.append(cache.attend(rotate(Q[..., start:stop, :], *new)).output)
    close(full.output, np.concatenate(outputs, axis=-2))


@pytest.mark.parametrize("window", [None, 3])
def test_grouped_heads_share_what_is_kept(window: int | None) -> None:
    query = normal(5, B, 2 * H, N, D_K)
    full = scaled_dot_product_attention(query, K, V, hiding(window), grouped_heads=True)
    cache = KeyValueCache(window=window)
    for place in range(N):
        cache.append(K[..., place : place + 1, :], V[..., place : place + 1, :])
        step = cache.attend(query[..., place : place + 1, :], grouped_heads=True)
        close(full.output[..., place : place + 1, :], step.output)


def test_one_decoded_token_sees_all_tokens_before_it() -> None:
    cache = KeyValueCache()
    cache.append(np.zeros((3, 1)), [[1.0], [2.0], [3.0]])
    cache.append([[0.0]], [[4.0]])
    same([[2.5]], cache.attend([[0.0]]).output)
    same([[2.0], [2.5]], cache.attend([[0.0], [0.0]]).output)


@pytest.mark.parametrize("window", [1, 3, 16, 100])
@pytest.mark.parametrize("chunk", [1, 5])
def test_with_a_window_the_memory_stays_the_same(window: int, chunk: int) -> None:
    cache = KeyValueCache(window=window)
    new = np.ones((chunk, 2), np.float32)
    sizes = []
    for _ in range(600):
        cache.append(new, new)
        sizes.append(cache.n_bytes)
        assert len(cache) <= window - 1 + chunk
    assert 600 * chunk == cache.n_seen
    assert {sizes[300]} == set(sizes[300:])
    assert sizes[-1] <= 2 * 2 * 2 * 4 * max(16, 2 * window + chunk)


def test_without_a_window_the_room_doubles() -> None:
    cache = KeyValueCache(room=3)
    assert (0, 0, 0) == (len(cache), cache.n_seen, cache.n_bytes)
    rooms = []
    for _ in range(30):
        cache.append(single([[1, 2]]), single([[1, 2, 3]]))
        rooms.append(cache.n_bytes // (4 * 5))
    assert [3] * 3 + [6] * 3 + [12] * 6 + [24] * 12 + [48] * 6 == rooms
    cache.append(np.ones((100, 2), np.float32), np.ones((100, 3), np.float32))
    assert (130, 192) == (len(cache), cache.n_bytes // 20)


def test_what_is_held_can_be_read_and_not_written() -> None:
    cache = KeyValueCache(window=3)
    for place in range(N):
        cache.append(K[..., [place], :], V[..., [place], :])
        same(K[..., max(0, place - 2) : place + 1, :], cache.key)
        same(V[..., max(0, place - 2) : place + 1, :], cache.value)
    for held in (cache.key, cache.value):
        with pytest.raises(ValueError, match="read-only"):
            held[:] = 0


def test_the_cache_keeps_copies() -> None:
    cache = KeyValueCache()
    key, value = K.copy(), V.copy()
    with untouched(key, value):
        cache.append(key, value)
        cache.attend(Q)
    key[:] = value[:] = 7
    same(K, cache.key)
    same(V, cache.value)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_types_are_kept(dtype: type[np.floating[Any]]) -> None:
    cache = KeyValueCache()
    cache.append(K.astype(dtype), V.astype(dtype))
    assert [dtype] * 2 == [cache.key.dtype, cache.value.dtype]
    attention = cache.attend(Q.astype(dtype))
    assert [dtype] * 2 == [attention.output.dtype, attention.weights.dtype]
    q, k, v = (a.astype(dtype) for a in (Q, K, V))
    full = scaled_dot_product_attention(q, k, v, causal_mask(N))
    same(full.output, attention.output)


def test_integers_and_other_byte_orders_are_taken_as_numbers() -> None:
    cache = KeyValueCache()
    cache.append([[1, 2]], np.array([[3.0]], ">f8"))
    cache.append(np.array([[3.0, 4.0]]), [[5]])
    same([[1.0, 2.0], [3.0, 4.0]], cache.key)
    same([[3.0], [5.0]], cache.value)
    assert cache.value.dtype.isnative


GOOD = {"key": K[..., :2, :], "value": V[..., :2, :]}
NOT_FINITE = V[..., :2, :].copy()
NOT_FINITE[0, 1, 1, 2] = np.nan


@pytest.mark.parametrize(
    ("bad", "error", "name", "parts"),
    [
        ({"key": K[..., :2, :3]}, ValueError, "key", ("(2, 3, 2, 3)", "(2, 3, 2, 4)")),
        ({"value": V[..., :2, :1]}, ValueError, "value", ("(2, 3, 2, 1)", "(2, 3, 2, 5)")),
        ({"key": K[..., :1, :]}, ValueError, "value", ("(2, 3, 2, 5)", "(2, 3, 1)")),
        ({"key": K[:1, :, :2], "value": V[:1, :, :2]}, ValueError, "key", ("(1, 3, 2, 4)",)),
        ({"key": K[0, :, :2], "value": V[0, :, :2]}, ValueError, "key", ("(3, 2, 4)",)),
        ({"key": K[0, 0, 0]}, ValueError, "key", ("2 or more axes",)),
        ({"key": single(K[..., :2, :])}, TypeError, "key", ("float32", "float64")),
        ({"value": half(V[..., :2, :])}, TypeError, "value", ("float16", "float64")),
        ({"value": NOT_FINITE}, ValueError, "value", ("[0, 1, 1, 2]", "finite")),
        ({"key": NOT_FINITE[..., :4]}, ValueError, "key", ("[0, 1, 1, 2]", "finite")),
        ({"key": GOOD["key"] > 0}, TypeError, "key", ("bool",)),
        ({"key": "no"}, TypeError, "key", ()),
        (
            {"key": K[..., :5, :], "value": V[..., :5, :]},
            ValueError,
            "key",
            ("5 tokens after 3", "max_length = 7"),
        ),
    ],
)
@pytest.mark.parametrize("window", [None, 2])
def test_a_bad_append_is_refused_and_changes_nothing(
    window: int | None,
    bad: dict[str, Any],
    error: type[Exception],
    name: str,
    parts: tuple[str, ...],
) -> None:
    cache = KeyValueCache(window=window, max_length=7, room=3)
    cache.append(K[..., :3, :], V[..., :3, :])
    before = (cache.key.copy(), cache.value.copy(), len(cache), cache.n_seen, cache.n_bytes)
    with refused(error, name, *parts):
        cache.append(**(GOOD | bad))
    same(before[0], cache.key)
    same(before[1], cache.value)
    assert before[2:] == (len(cache), cache.n_seen, cache.n_bytes)
    cache.append(K[..., 3:, :], V[..., 3:, :])
    close(
        scaled_dot_product_attention(Q, K, V, hiding(window)).output[..., 3:, :],
        cache.attend(Q[..., 3:, :]).output,
    )


def test_a_bad_first_append_leaves_the_cache_open() -> None:
    cache = KeyValueCache(max_length=3)
    for key, value in ((K, V[..., :2, :]), (K, V), (K[..., :0], V)):
        with pytest.raises(ValueError, match="expected"):
            cache.append(key, value)
        assert (0, 0) == (len(cache), cache.n_bytes)
    cache.append(single([[1]]), half([[2]]))
    same([[2]], cache.attend(single([[5]])).output)


def test_an_append_of_nothing_is_no_error() -> None:
    cache = KeyValueCache()
    cache.append(K[..., :0, :], V[..., :0, :])
    assert (B, H, 0, D_K) == cache.key.shape
    cache.append(K, V)
    cache.append(K[..., :0, :], V[..., :0, :])
    assert N == len(cache)


def test_queries_that_the_cache_cannot_answer_are_refused() -> None:
    cache = KeyValueCache(window=3)
    with refused(ValueError, "cache", "no tokens yet", "append"):
        cache.attend(Q)
    with refused(ValueError, "cache", "no tokens yet"):
        _ = cache.key
    cache.append(K[..., :2, :], V[..., :2, :])
    with refused(ValueError, "query", "3 rows", "2 tokens"):
        cache.attend(Q[..., :3, :])
    for start in (2, 4):
        cache.append(K[..., start : start + 2, :], V[..., start : start + 2, :])
    assert (4, 6) == (len(cache), cache.n_seen)
    cache.attend(Q[..., 4:6, :])
    with refused(ValueError, "query", "3 rows", "dropped", "at most 2"):
        cache.attend(Q[..., 3:6, :])
    with refused(ValueError, "key", "width 4", "d_k = 3"):
        cache.attend(Q[..., 4:6, :3])
    with refused(ValueError, "query", "finite"):
        cache.attend(np.full((1, D_K), np.nan))
    with refused(TypeError, "mask", "integers"):
        cache.attend(Q[..., 4:6, :], np.ones((2, 4), int))
    with refused(ValueError, "mask", "(2, 6)", "(2, 3, 2, 4)"):
        cache.attend(Q[..., 4:6, :], np.ones((2, 6), bool))
    with refused(ValueError, "mask", "rows 0, 1 may attend to no key", "empty_rows"):
        cache.attend(Q[..., 4:6, :], np.zeros((2, 4), bool))


@pytest.mark.parametrize("name", ["window", "max_length", "room"])
def test_sizes_below_1_are_refused(name: str) -> None:
    for size in (0, -1):
        with refused(ValueError, name, f"got {size}", "1 or more"):
            KeyValueCache(**{name: size})
    for other in (2.0, "2", True):
        with refused(TypeError, name, "got ", "integer"):
            KeyValueCache(**{name: other})  # type: ignore[arg-type]


def test_after_an_append_of_nothing_the_last_tokens_can_still_attend() -> None:
    cache = KeyValueCache(window=3)
    cache.append(normal(1, 7, 2), normal(2, 7, 3))
    before = cache.attend(normal(3, 2, 2)).output
    cache.append(normal(1, 0, 2), normal(2, 0, 3))
    same(before, cache.attend(normal(3, 2, 2)).output)


def test_a_bias_that_single_precision_rounds_to_1_is_still_a_bias() -> None:
    cache = KeyValueCache()
    key, value, query = (single(normal(seed, 2, 5)) for seed in (1, 2, 3))
    cache.append(key, value)
    bias = np.full((2, 2), 1 + 1e-12)
    close(cache.attend(query).output, cache.attend(query, bias).output, rtol=1e-5)
