"""What is measured is what the record says; how long it takes is up to the machine."""

import runpy
import tracemalloc
from typing import Any

import numpy as np
import pytest
from tests.tools import refused

from attention_course.experiments import long_contexts
from attention_course.experiments.long_contexts import (
    Parts,
    compare_lengths,
    compare_masks,
    compare_parts,
    measured_crossover,
)


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_a_table_holds_five_of_its_size_and_blocks_hold_less_than_one() -> None:
    (measured,) = compare_lengths(rng(), (1499,), n_heads=1, width=16, turns=1)
    table = 1499**2 * 4
    assert pytest.approx(5, rel=0.02) == measured.table_bytes / table
    assert measured.blockwise_bytes < table
    assert measured.table_seconds > 0
    assert measured.blockwise_seconds > 0


def test_twice_the_length_is_four_times_the_table_and_no_more_for_blocks() -> None:
    short, long = compare_lengths(rng(), (1024, 2048), n_heads=1, width=16, turns=1)
    assert pytest.approx(4, rel=0.05) == long.table_bytes / short.table_bytes
    assert long.blockwise_bytes / short.blockwise_bytes < 1.5


def test_no_one_else_is_left_counting_memory() -> None:
    compare_lengths(rng(), (5,), n_heads=1, width=2, turns=1)
    assert not tracemalloc.is_tracing()


def test_each_part_is_timed_at_each_length() -> None:
    parts = compare_parts(rng(), (5, 3), d_model=6, n_heads=3, turns=1)
    assert [5, 3] == [part.n_tokens for part in parts]
    for part in parts:
        assert min(part.projections, part.products, part.blockwise, part.table) > 0


def test_the_parts_multiply_what_a_layer_would(monkeypatch: pytest.MonkeyPatch) -> None:
    found: dict[str, Any] = {}

    def keep(works: dict[str, Any], *, turns: int) -> dict[str, float]:
        assert turns == 1
        found.update(works)
        return dict.fromkeys(works, 1.0)

    monkeypatch.setattr(long_contexts, "take_turns", keep)
    compare_parts(rng(), (5,), d_model=6, n_heads=3, turns=1)
    query, key, value = found["table"].args
    assert (3, 5, 2) == query.shape
    expected = np.einsum("hqk,hkc->hqc", np.einsum("hqd,hkd->hqk", query, key), value)
    np.testing.assert_allclose(found["products"](), expected, rtol=1e-4, atol=1e-5)
    x, matrices, output = found["projections"].args
    found["projections"]()
    assert (4, 6, 6) == matrices.shape
    np.testing.assert_allclose(output, np.einsum("nm,mk->nk", x, matrices[3]), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [
        ((0.5, 2.0), 20),
        ((1.0, 2.0), 10),
        ((0.25, 4.0), 20),
        ((0.1, 0.5, 2.0, 9.0), 40),
        ((0.5, 1.0, 2.0), 20),
        ((0.5, 0.9), None),
        ((2.0, 4.0), None),
        ((4.0, 0.5), None),
    ],
)
def test_the_crossover_is_where_the_times_are_equal(
    ratios: tuple[float, ...], expected: int | None
) -> None:
    lengths = (10, 40) if ratios in {(0.5, 2.0), (0.25, 4.0)} else (10, 20, 80, 160)
    parts = [Parts(n, 3.0, 3 * r, 3 * r, 3 * r) for n, r in zip(lengths, ratios, strict=False)]
    for part in ("products", "blockwise", "table"):
        assert expected == measured_crossover(parts, part)
    assert expected == measured_crossover(parts)


def test_each_part_has_a_crossover_of_its_own() -> None:
    parts = [Parts(10, 1.0, 0.5, 1.0, 2.0), Parts(40, 1.0, 2.0, 4.0, 8.0)]
    assert [20, 10, None] == [
        measured_crossover(parts, part) for part in ("products", "blockwise", "table")
    ]


def test_skipping_is_measured_under_each_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def keep(works: dict[str, Any], *, turns: int) -> dict[str, float]:
        asked.update({name: work.keywords for name, work in works.items()}, turns=turns)
        return {name: place + 1.0 for place, name in enumerate(works)}

    monkeypatch.setattr(long_contexts, "take_turns", keep)
    saved = compare_masks(rng(), 5, window=3, n_heads=1, width=2, turns=4)
    assert (5, 3, 1.0, 2.0, 3.0) == (
        *(saved.n_tokens, saved.window, saved.whole, saved.causal),
        saved.windowed,
    )
    assert {
        "whole": {"n_threads": 1},
        "causal": {"n_threads": 1, "causal": True},
        "windowed": {"n_threads": 1, "causal": True, "window": 3},
        "turns": 4,
    } == asked


def test_sizes_that_do_not_fit_are_refused() -> None:
    with refused(ValueError, "d_model", "7", "n_heads = 2"):
        compare_parts(rng(), (3,), d_model=7, n_heads=2)
    for name, work in (
        ("lengths", lambda: compare_lengths(rng(), (0,))),
        ("lengths", lambda: compare_parts(rng(), (0,))),
        ("n_tokens", lambda: compare_masks(rng(), 0)),
        ("n_heads", lambda: compare_masks(rng(), 3, n_heads=0)),
        ("width", lambda: compare_lengths(rng(), (3,), width=0)),
        ("window", lambda: compare_masks(rng(), 3, window=0)),
    ):
        with refused(ValueError, name, "0"):
            work()
    for measure in (compare_lengths, compare_parts, compare_masks):
        with refused(TypeError, "rng", "Generator"):
            measure(7)  # type: ignore[arg-type]
    with refused(ValueError, "part", "projections"):
        measured_crossover([], "projections")


def test_as_a_program_it_prints_a_line_for_each_length(capsys: pytest.CaptureFixture[str]) -> None:
    long_contexts.main((8, 16))
    out = capsys.readouterr().out
    assert out.isascii()
    lines = out.splitlines()
    first, saved, parts = lines[:3], lines[4], lines[6:]
    assert ["tokens", "8", "16"] == [line.split()[0] for line in first]
    assert saved.startswith("16 tokens, blockwise ms: all ")
    assert "a window of 2 " in saved
    assert ["tokens", "8", "16"] == [line.split()[0] for line in parts]
    numbers = [float(word) for line in (*first[1:], *parts[1:]) for word in line.split()]
    assert min(numbers) >= 0


def test_it_runs_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(long_contexts.__file__, run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    for title in ("tokens   table ms", "tokens   projections ms"):
        (start,) = (place for place, line in enumerate(lines) if line.startswith(title))
        lengths = [int(line.split()[0]) for line in lines[start + 1 : start + 6]]
        assert [128, 256, 512, 1024, 2048] == lengths
