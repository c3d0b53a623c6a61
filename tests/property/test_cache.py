"""What holds for keys and values that are kept, however a text is cut into chunks."""

from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.tools import close, normal

from attention_course import (
    KeyValueCache,
    causal_mask,
    rotary_positions,
    rotate,
    scaled_dot_product_attention,
    sliding_window_mask,
)

CHUNKS = st.lists(st.integers(0, 9), min_size=1, max_size=9).filter(sum)
MAYBE_WINDOW = st.none() | st.integers(1, 40)


@given(
    chunks=CHUNKS,
    window=MAYBE_WINDOW,
    room=st.integers(1, 20),
    lead=st.lists(st.integers(1, 2), max_size=1),
    groups=st.tuples(st.integers(1, 2), st.integers(1, 2)),
    turned=st.booleans(),
    dtype=st.sampled_from([np.float32, np.float64]),
    soft_cap=st.none() | st.floats(0.5, 9),
)
def test_any_chunking_gives_the_full_pass(
    *,
    chunks: list[int],
    window: int | None,
    room: int,
    lead: list[int],
    groups: tuple[int, int],
    turned: bool,
    dtype: Any,  # noqa: ANN401
    soft_cap: float | None,
) -> None:
    n, (shared, heads) = sum(chunks), groups
    query = normal(1, *lead, shared * heads, n, 6).astype(dtype)
    key = normal(2, *lead, shared, n, 6).astype(dtype)
    value = normal(3, *lead, shared, n, 5).astype(dtype)
    positions = rotary_positions(n, 4)
    q, k = (rotate(x, *positions, pairs="halves") if turned else x for x in (query, key))
    mask = causal_mask(n) if window is None else sliding_window_mask(n, window=window)
    full = scaled_dot_product_attention(q, k, value, mask, soft_cap=soft_cap, grouped_heads=True)

    cache = KeyValueCache(window=window, room=room)
    outputs = []
    places = np.cumsum([0, *chunks]).tolist()
    for start, stop in pairwise(places):
        q, k = (x[..., start:stop, :] for x in (query, key))
        if turned:
            new = rotary_positions(stop - start, 4, first=cache.n_seen)
            q, k = (rotate(x, *new, pairs="halves") for x in (q, k))
        cache.append(k, value[..., start:stop, :])
        outputs.append(cache.attend(q, soft_cap=soft_cap, grouped_heads=True).output)
        assert len(cache) <= (n if window is None else window - 1 + stop - start)
    actual = np.concatenate(outputs, axis=-2)
    assert dtype == actual.dtype
    tolerance = 1e-5 if dtype is np.float32 else 1e-12
    close(full.output, actual, rtol=tolerance, atol=tolerance)


@given(chunks=CHUNKS, window=MAYBE_WINDOW, room=st.integers(1, 20))
def test_the_cache_holds_the_last_keys_in_order(
    chunks: list[int], window: int | None, room: int
) -> None:
    cache = KeyValueCache(window=window, room=room)
    n = 0
    for chunk in chunks:
        kept = len(cache) if window is None or not chunk else min(len(cache), window - 1)
        numbers = np.arange(n, n + chunk, dtype=float)[:, None]
        cache.append(numbers, -numbers)
        n += chunk
        assert (n, kept + chunk) == (cache.n_seen, len(cache))
        assert list(range(n - kept - chunk, n)) == cache.key[:, 0].tolist()
        assert (cache.key == -cache.value).all()


@given(
    x=st.integers(1, 4).flatmap(lambda d: st.just(normal(d, 7, 2 * d))),
    base=st.floats(2, 1e6),
    first=st.integers(0, 10**6),
)
def test_turning_back_undoes_turning(x: Any, base: float, first: int) -> None:  # noqa: ANN401
    cosine, sine = rotary_positions(7, x.shape[1], first=first, base=base)
    for pairs in ("adjacent", "halves"):
        there = rotate(x, cosine, sine, pairs=pairs)
        close(x, rotate(there, cosine, -sine, pairs=pairs))
