"""What softmax lets through, and how training went."""

import re

import numpy as np
import pytest
from tests.figures.pictures import SVG, parsed, texts
from tests.tools import refused

from attention_course._numbers import number
from attention_course.experiments.gradient_shares import (
    GradientShares,
    Shares,
    measure_gradient_shares,
)
from attention_course.experiments.learning_to_recall import Course, Runs, StepSizes, Training
from attention_course.figures import show_gradient_shares, show_step_sizes, show_training


def shares(*widths: int) -> list[GradientShares]:
    return [measure_gradient_shares(np.random.default_rng(1), d_k, 5, 20) for d_k in widths]


def course(*losses: float, at_scores: tuple[float, ...] = (0.1, 1e-4)) -> Course:
    return Course(np.arange(0, 5 * len(losses), 5), np.array(losses), np.array(at_scores))


def runs(*final: tuple[float, ...], sizes: tuple[float, ...]) -> Runs:
    def run(loss: float) -> Training:
        some = np.full(20, loss)
        return Training(2, 1.0, 1.0, some, some, some, some)

    return Runs(sizes, tuple(tuple(run(loss) for loss in losses) for losses in final))


def stroked(svg: str, dashed: bool | None = None) -> list[list[tuple[float, float]]]:  # noqa: FBT001
    """Return the points of each data line: no frame, no tick, nothing filled."""
    lines = []
    for path in parsed(svg).iter(f"{SVG}path"):
        if path.get("fill") != "none" or path.get("stroke-width") not in ("1.4", "1.8"):
            continue
        if dashed is not None and dashed != ("stroke-dasharray" in path.attrib):
            continue
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.attrib["d"])]
        lines.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return lines


def test_medians_and_means_are_drawn_narrow_first() -> None:
    wide, narrow = shares(8, 2)
    unscaled, scaled = show_gradient_shares([wide, narrow]).svgs
    for svg, both in (
        (unscaled, (narrow.unscaled, wide.unscaled)),
        (scaled, (narrow.scaled, wide.scaled)),
    ):
        means, medians = stroked(svg)
        # Ten powers of ten share the height between the margins.
        unit = (250 - 28 - 42) / 10
        for line, values in (
            (means, [shares.mean for shares in both]),
            (medians, [shares.median for shares in both]),
        ):
            drop = line[1][1] - line[0][1]
            assert -unit * np.log10(values[1] / values[0]) == pytest.approx(drop, abs=0.03)
        assert {"mean", "median", "2", "8", "key width dk"} <= set(texts(svg))


def test_the_description_tells_both_ends() -> None:
    both = shares(2, 8)
    first, second = show_gradient_shares(both).labels
    assert first.startswith("Not scaled, ")
    assert second.startswith("Scaled, ")
    for row in both:
        assert f"{number(row.unscaled.median, 2)} in the middle".replace("{", "") in first
        assert f"{number(row.scaled.mean, 2)} on average at {row.d_k}" in second


def test_shares_of_nothing_fall_off_the_picture() -> None:
    none = Shares(np.zeros(3))
    drawing = show_gradient_shares([GradientShares(d, 2, 3, none, none) for d in (1, 2)])
    assert "0 in the middle" in drawing.labels[0]


def test_shares_that_do_not_fit_are_refused() -> None:
    (one,) = shares(2)
    for wrong in (one, [one, 3]):
        with refused(TypeError, "shares", "GradientShares"):
            show_gradient_shares(wrong)  # type: ignore[arg-type]
    for few in ([], [one], [one, one], [*shares(3), one, one]):
        with refused(ValueError, "shares", str([row.d_k for row in few]), "two or more"):
            show_gradient_shares(few)


def test_each_course_is_one_line_in_each_picture() -> None:
    drawing = show_training({"one": course(2.0, 1.0), "other": course(1.0, 0.0)})
    loss, gradient = drawing.svgs
    first, second = stroked(loss)
    height = (240 - 28 - 42) / 2.2
    assert height == pytest.approx(first[1][1] - first[0][1], abs=0.03)
    assert height == pytest.approx(second[1][1] - second[0][1], abs=0.03)
    unit = (240 - 28 - 42) / 6
    for line in stroked(gradient):
        assert 3 * unit == pytest.approx(line[1][1] - line[0][1], abs=0.03)
    assert {"10−3", "100", "10−6"} <= set(texts(gradient))
    assert "one: from 2 to 1; other: from 1 to 0." in drawing.labels[0]


def test_names_that_would_meet_stand_above_each_other() -> None:
    names = ("one", "two", "three")
    drawing = show_training({name: course(2.0, 0.01) for name in names})
    for svg in drawing.svgs:
        heights = [
            float(text.attrib["y"])
            for text in parsed(svg).iter(f"{SVG}text")
            if "".join(text.itertext()) in names
        ]
        assert 3 == len(heights)
        assert min(np.abs(np.diff(sorted(heights)))) > 15


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (195, ["0", "50", "100", "150"]),
        (5, ["0", "2", "4"]),
        (45, ["0", "10", "20", "30", "40"]),
        (95, ["0", "20", "40", "60", "80"]),
    ],
)
def test_steps_have_round_ticks(last: int, expected: list[str]) -> None:
    long = Course(np.array([0, last]), np.ones(2), np.ones(2))
    shown = texts(show_training({"one": long}).svgs[1])
    place = shown.index("step")
    assert expected == shown[place - len(expected) : place]


def test_no_gradient_at_all_is_no_line() -> None:
    drawing = show_training({"one": course(1.0, 1.0, at_scores=(0.0, 0.0))})
    assert drawing.labels[1].endswith("one: from 0 to 0.")


@pytest.mark.parametrize("smallest", [1e-40, 0.0])
def test_a_gradient_of_nothing_falls_off_the_picture(smallest: float) -> None:
    drawing = show_training({"one": course(1.0, 1.0, at_scores=(0.1, smallest))})
    assert f"to {number(smallest, 2)}".replace("{", "").replace("}", "") in drawing.labels[1]
    assert ("10−30" in texts(drawing.svgs[1])) == (smallest > 0)


def test_courses_that_do_not_fit_are_refused() -> None:
    with refused(ValueError, "courses", "0", "1 to 3"):
        show_training({})
    with refused(ValueError, "courses", "4", "1 to 3"):
        show_training({name: course(1.0, 1.0) for name in "abcd"})
    with refused(TypeError, "courses", "'one'", "Course"):
        show_training({"one": [1.0]})  # type: ignore[dict-item]
    with refused(ValueError, "courses", "'one'", "two or more"):
        show_training({"one": course(1.0, at_scores=(0.1,))})


def test_each_run_is_a_point_and_each_way_a_line() -> None:
    sizes = (1.0, 0.1)
    compared = StepSizes(
        2,
        sizes,
        (1, 2, 3),
        unscaled=runs((2.0, 1.8, 1.9), (0.05, 0.01, 0.02), sizes=sizes),
        scaled=runs((0.01, 0.02, 0.03), (0.5, 0.6, 0.7), sizes=sizes),
    )
    drawing = show_step_sizes(compared)
    (svg,) = drawing.svgs
    alone = StepSizes(
        2, sizes, (1,), runs((2.0,), (0.1,), sizes=sizes), runs((1.0,), (0.2,), sizes=sizes)
    )
    # Two more starts, at two step sizes, two ways.
    assert 2 * 2 * 2 == svg.count("<use") - show_step_sizes(alone).svgs[0].count("<use")
    assert {"scaled", "not scaled", "0.1", "1", "step size"} <= set(texts(svg))
    rising, falling = stroked(svg, dashed=True)[0], stroked(svg, dashed=False)[0]
    assert rising[0][1] > rising[1][1]
    assert falling[0][1] < falling[1][1]
    assert (
        "from 0.1 to 1: not scaled, below 0.1 at 0.1; scaled, below 0.1 at 1."
        in (drawing.labels[0])
    )


def test_where_nothing_is_learnt_that_is_told() -> None:
    high = runs((1.0,), (1.0,), sizes=(0.1, 1.0))
    label = show_step_sizes(StepSizes(2, (0.1, 1.0), (1,), high, high)).labels[0]
    assert label.endswith("not scaled, below 0.1 at none; scaled, below 0.1 at none.")


def test_comparisons_that_do_not_fit_are_refused() -> None:
    one = runs((1.0,), sizes=(0.1,))
    with refused(TypeError, "compared", "Runs", "StepSizes"):
        show_step_sizes(one)  # type: ignore[arg-type]
    with refused(ValueError, "compared", "0.1", "two or more"):
        show_step_sizes(StepSizes(2, (0.1,), (1,), one, one))
