"""Rates make a roof, and counts place attention below it."""

import re
import runpy
from typing import Any

import numpy as np
import pytest
from tests.tools import refused

from attention_course.experiments import roofline
from attention_course.experiments.roofline import (
    Kernel,
    Machine,
    measure_machine,
    place_attention,
)

MACHINE = Machine(multiply_adds=60.0, exponentials=3.0, n_bytes=20.0, new_bytes=10.0)


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_the_roof_rises_to_the_ridge_and_is_level_from_there() -> None:
    assert 3 == MACHINE.ridge
    assert [0, 20, 40, 60, 60, 60] == [MACHINE.roof(i) for i in (0, 1, 2, 3, 4, 1000)]


def test_a_computations_share_of_each_is_its_count_by_the_rate() -> None:
    kernel = Kernel("k", 120, 9, 40, 5, 4.0)
    assert 3 == kernel.intensity
    assert 30 == kernel.rate
    assert {"products": 2, "exponentials": 3, "memory": 2, "new memory": 0.5} == kernel.shares(
        MACHINE
    )


def test_rates_are_counts_by_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    def seconds(works: dict[str, Any], *, turns: int) -> dict[str, float]:
        assert turns == 3
        for work in works.values():
            work()
        return dict(zip(works, (2.0, 4.0, 8.0, 1.0, 3.0), strict=True))

    monkeypatch.setattr(roofline, "take_turns", seconds)
    machine = measure_machine(rng(), n_rows=6, n_exponentials=20, n_copied=100, turns=3)
    assert Machine(6**3 / 2, 20 / 4, 2 * 400 / 8, 400 / (3 - 1)) == machine


def test_new_memory_that_seems_to_cost_nothing_has_a_rate_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(roofline, "take_turns", lambda works, **_: dict.fromkeys(works, 1.0))
    assert 0 < measure_machine(rng(), n_rows=2, n_exponentials=2, n_copied=2).new_bytes < np.inf


def test_what_each_computation_does_is_counted() -> None:
    table, blockwise, decoding = place_attention(
        rng(), 11, n_cached=13, n_heads=3, width=5, turns=1
    )
    assert ["table", "blockwise", "decoding"] == [k.name for k in (table, blockwise, decoding)]
    assert 2 * 3 * 11 * 11 * 5 == table.multiply_adds == blockwise.multiply_adds
    assert 3 * 11 * 11 == table.exponentials == blockwise.exponentials
    assert 14 * 4 * 3 * 11 * 11 == table.n_bytes
    assert 6 * 4 * 3 * 11 * 11 == table.new_bytes
    assert 4 * 4 * 3 * 11 * 5 == blockwise.n_bytes
    assert 4 * 3 * 11 * 5 == blockwise.new_bytes
    assert (2 * 3 * 13 * 5, 3 * 13, 4 * 2 * 3 * 13 * 5, 0) == (
        *(decoding.multiply_adds, decoding.exponentials, decoding.n_bytes),
        decoding.new_bytes,
    )
    assert min(table.seconds, blockwise.seconds, decoding.seconds) > 0


def test_each_block_of_512_queries_reads_all_keys_and_values() -> None:
    _, one, _ = place_attention(rng(), 512, n_cached=1, n_heads=1, width=1, turns=1)
    _, two, _ = place_attention(rng(), 513, n_cached=1, n_heads=1, width=1, turns=1)
    assert (2 + 2) * 512 * 4 == one.n_bytes
    assert (2 * 2 + 2) * 513 * 4 == two.n_bytes


def test_sizes_that_do_not_fit_are_refused() -> None:
    for name in ("n_rows", "n_exponentials", "n_copied"):
        with refused(ValueError, name, "0"):
            measure_machine(rng(), **{name: 0})
    for name in ("n_tokens", "n_cached", "n_heads", "width"):
        with refused(ValueError, name, "0"):
            place_attention(rng(), **{name: 0})
    for measure in (measure_machine, place_attention):
        with refused(TypeError, "rng", "Generator"):
            measure(7)  # type: ignore[arg-type]


def test_as_a_program_it_prints_rates_and_places(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = Kernel("table", 2 * 10**9, 10**8, 10**9, 0, 0.5)
    monkeypatch.setattr(roofline, "measure_machine", lambda _: MACHINE)
    monkeypatch.setattr(roofline, "place_attention", lambda *_, **__: (kernel,))
    roofline.main()
    out = capsys.readouterr().out
    assert out.isascii()
    assert "ridge            3.00 multiply-adds a byte" in out
    placed, shares = out.splitlines()[-2:]
    assert "table          2.00 multiply-adds a byte,     4.00 billion a second" == placed
    parts = [seconds / 10**8 * 1e9 for seconds in kernel.shares(MACHINE).values()]
    assert [f"{part:.2f}" for part in parts] == re.findall(r"\d+\.\d+", shares)


def test_it_runs_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(roofline.__file__, run_name="__main__")
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line]
    assert ["products", "exponentials", "memory", "new", "ridge"] == names[:5]
    assert ["table", "blockwise", "decoding"] == names[5::2]
    assert {"nanoseconds"} == set(names[6::2])
