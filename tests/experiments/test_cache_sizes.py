"""The formula gives the bytes that a cache holds."""

import runpy
from dataclasses import replace

import numpy as np
import pytest
from tests.tools import refused

from attention_course import KeyValueCache
from attention_course.experiments import cache_sizes
from attention_course.experiments.cache_sizes import (
    GPT_3,
    LLAMA_2,
    MISTRAL,
    ModelShape,
    cache_bytes,
)


@pytest.mark.parametrize("window", [None, 3, 5, 64])
def test_so_many_bytes_are_held_by_a_cache_for_each_layer(window: int | None) -> None:
    shape = ModelShape("small", 3, 6, 2, 7, context=11, window=window)
    held = 0
    for _ in range(shape.n_layers):
        cache = KeyValueCache(window=window)
        for _ in range(11):
            new = np.zeros((shape.n_key_heads, 1, shape.d_k), np.float16)
            cache.append(new, new)
        held += cache.key.nbytes + cache.value.nbytes
    assert held == cache_bytes(shape, 11)


@pytest.mark.parametrize(
    ("shape", "kib"), [(GPT_3, 2 * 96 * 96 * 128 * 2 / 1024), (LLAMA_2, 320), (MISTRAL, 128)]
)
def test_published_shapes_take_this_for_a_token(shape: ModelShape, kib: float) -> None:
    assert kib * 1024 == cache_bytes(shape, 1)


def test_grouped_heads_divide_the_bytes_and_wider_numbers_multiply_them() -> None:
    alone = replace(LLAMA_2, n_key_heads=LLAMA_2.n_heads)
    assert 8 * cache_bytes(LLAMA_2, 1000) == cache_bytes(alone, 1000)
    assert 2 * cache_bytes(LLAMA_2, 1000) == cache_bytes(LLAMA_2, 1000, bytes_each=4)


def test_past_the_window_nothing_is_added() -> None:
    assert cache_bytes(MISTRAL, 4096) == cache_bytes(MISTRAL, 4097) == cache_bytes(MISTRAL, 10**6)
    assert cache_bytes(MISTRAL, 4095) < cache_bytes(MISTRAL, 4096)
    assert 0 == cache_bytes(MISTRAL, 0)


def test_numbers_that_are_none_are_refused() -> None:
    with refused(ValueError, "n_tokens", "-1"):
        cache_bytes(GPT_3, -1)
    with refused(ValueError, "bytes_each", "0"):
        cache_bytes(GPT_3, 1, bytes_each=0)
    with refused(TypeError, "n_tokens"):
        cache_bytes(GPT_3, 1.5)  # type: ignore[arg-type]


def test_as_a_program_it_prints_a_line_for_each_model(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(cache_sizes.__file__, run_name="__main__")
    out = capsys.readouterr().out
    assert out.isascii()
    assert ["GPT-3 175B", "Llama 2 70B", "Mistral 7B"] == [
        line[:12].strip() for line in out.splitlines()[1:]
    ]
