"""Pictures of long contexts show the numbers of their records."""

import numpy as np
import pytest
from tests.figures.pictures import SVG, corners, hatched, parsed, texts
from tests.tools import refused, untouched

from attention_course._palette import WEIGHTS
from attention_course.experiments.long_contexts import Length, Parts
from attention_course.experiments.roofline import Kernel, Machine
from attention_course.figures import (
    InlineSvg,
    show_blocks,
    show_lengths,
    show_parts,
    show_roofline,
)

LENGTHS = [
    Length(4, 0.002, 0.004, 2**21, 2**20),
    Length(1, 0.0002, 0.0005, 2**18, 2**19),
    Length(2, 0.0006, 0.001, 2**20, 2**20),
]
PARTS = [Parts(8, 0.002, 0.001, 0.002, 0.003), Parts(32, 0.008, 0.016, 0.02, 0.05)]
MACHINE = Machine(60e9, 1e9, 20e9, 9e9)


def rises(svg: str) -> list[float]:
    """Return by how many pixels each line climbs."""
    lines = [
        corners(path)
        for path in parsed(svg).iter(f"{SVG}path")
        if path.get("fill") == "none" and path.get("stroke-width") == "1.8"
    ]
    return [bottom - top for _, top, _, bottom in lines]


def ends(drawing: InlineSvg, names: tuple[str, ...]) -> list[tuple[float, str]]:
    """Return how far down each name stands."""
    return [
        (float(text.attrib["y"]), "".join(text.itertext()))
        for text in parsed(drawing.svgs[0]).iter(f"{SVG}text")
        if "".join(text.itertext()) in names
    ]


def test_lengths_stand_in_order_with_their_numbers() -> None:
    time, memory = show_lengths(LENGTHS).labels
    assert time.endswith(
        "with the table 0.2 at 1, 0.6 at 2, 2 at 4; blockwise 0.5 at 1, 1 at 2, 4 at 4."
    )
    assert memory.endswith(
        "with the table 0.25 at 1, 1 at 2, 2 at 4; blockwise 0.5 at 1, 1 at 2, 1 at 4."
    )
    for svg in show_lengths(LENGTHS).svgs:
        assert {"1", "2", "4", "table", "blockwise"} <= set(texts(svg))


def test_what_takes_four_times_as_long_stands_twice_as_far_up_as_what_takes_twice() -> None:
    rows = [Length(1, 0.001, 0.001, 1, 1), Length(2, 0.004, 0.002, 4, 2)]
    for svg in show_lengths(rows).svgs:
        steep, shallow = rises(svg)
        assert pytest.approx(2 * shallow, rel=0.01) == steep


def test_names_stand_in_the_order_of_their_lines_and_none_on_another() -> None:
    close = [Parts(8, 1, 1, 1, 1), Parts(32, 1.0, 1.01, 1.02, 1.03)]
    names = ("table", "blockwise", "products only", "projections")
    for parts in (PARTS, close):
        placed = ends(show_parts(parts, 16), names)
        assert list(names) == [name for _, name in sorted(placed)]
        assert min(np.diff(sorted(y for y, _ in placed))) > 15


def test_the_counted_crossover_is_marked() -> None:
    drawing = show_parts(PARTS, 16)
    assert "N = 16" in texts(drawing.svgs[0])
    assert drawing.labels[0].endswith("By count, projections and products are equal at 16 tokens.")


def test_of_many_lengths_some_are_named() -> None:
    rows = [Length(2**e, 0.001 * 4**e, 0.001, 2**e, 2**e) for e in range(9)]
    shown = set(texts(show_lengths(rows).svgs[0]))
    assert {"1", "4", "16", "64", "256"} <= shown
    assert "128" not in shown


def test_records_that_do_not_fit_are_refused() -> None:
    with refused(TypeError, "lengths", "Length"):
        show_lengths(PARTS)  # type: ignore[arg-type]
    with refused(TypeError, "parts", "Parts"):
        show_parts(LENGTHS, 2)  # type: ignore[arg-type]
    with refused(ValueError, "lengths", "[4]"):
        show_lengths(LENGTHS[:1])
    with refused(ValueError, "parts", "[8, 8]"):
        show_parts([PARTS[0]] * 2, 8)
    with refused(ValueError, "crossover", "64", "8 to 32"):
        show_parts(PARTS, 64)
    with refused(TypeError, "crossover", "8.0"):
        show_parts(PARTS, 8.0)  # type: ignore[arg-type]


def test_each_computation_has_its_rate_and_its_roof() -> None:
    table = Kernel("table", 60 * 10**9, 0, 10**9, 0, 2.0)
    decoding = Kernel("decoding", 10**9, 0, 4 * 10**9, 0, 0.5)
    drawing = show_roofline(MACHINE, [table, decoding])
    assert drawing.labels[0].endswith(
        "table: 30 of at most 60, at 60; decoding: 2 of at most 5, at 0.25."
    )
    assert {"table 30", "decoding 2", "products 60", "memory"} <= set(texts(drawing.svgs[0]))
    colours = {
        "".join(text.itertext()): text.get("fill")
        for text in parsed(drawing.svgs[0]).iter(f"{SVG}text")
    }
    assert f"var(--weights, {WEIGHTS.light})" == colours["table 30"]


def test_computations_that_are_none_are_refused() -> None:
    kernel = Kernel("table", 1, 0, 1, 0, 1.0)
    with refused(TypeError, "machine", "Machine"):
        show_roofline(kernel, [kernel])  # type: ignore[arg-type]
    with refused(TypeError, "kernels", "Kernel"):
        show_roofline(MACHINE, [MACHINE])  # type: ignore[list-item]
    with refused(ValueError, "kernels", "none"):
        show_roofline(MACHINE, [])


def test_a_skipped_block_is_hatched_and_no_other() -> None:
    shares = np.array([[0.5, 0.0, 0.0], [1.0, 0.25, 0.0]])
    with untouched(shares):
        (svg,) = show_blocks({"Some": shares}).svgs
    assert 3 == len(hatched(svg))
    filled = [path for path in parsed(svg).iter(f"{SVG}path") if "weights" in path.get("fill", "")]
    tints = [path.get("fill-opacity") or path.get("opacity") for path in filled]
    assert 3 == len(filled)
    assert 1 == tints.count(max(tints, key=lambda tint: float(tint or 1)))
    lefts = sorted(corners(path)[0] for path in filled)
    assert lefts[0] == lefts[1] < lefts[2]


def test_blocks_are_counted_in_the_description() -> None:
    drawing = show_blocks({"Whole": np.ones((2, 2)), "Causal": [[0.5, 0.0], [1.0, 0.5]]})
    assert (
        "Whole: 4 of 4 blocks are computed, none of them with a mask.",
        "Causal: 3 of 4 blocks are computed, 2 of them with a mask.",
    ) == drawing.labels


def test_shares_that_are_none_are_refused() -> None:
    with refused(ValueError, "shares", "no entry"):
        show_blocks({})
    for wrong in ([0.5], [[1.5]], [[-0.5]], np.zeros((0, 2))):
        with refused(ValueError, "shares['A']", "0 to 1"):
            show_blocks({"A": wrong})
