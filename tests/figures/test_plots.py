"""Plots of what was measured and counted."""

from math import sqrt

import numpy as np
import pytest
from tests.figures.pictures import SVG, gaps, lab, parsed, stand_in_order, texts
from tests.tools import refused, untouched

from attention_course import attention_cost
from attention_course._numbers import number
from attention_course.experiments.variance_scaling import measure_saturation, measure_score_variance
from attention_course.figures import (
    show_cost,
    show_gaps,
    show_saturation,
    show_scores,
    show_variance,
)
from attention_course.figures._scores import _ticks


def test_predicted_and_measured_spreads_stand_at_each_width_narrow_first() -> None:
    raw, scaled = map(texts, show_scores(lab().scores).svgs)
    narrow, wide = lab().scores[1], lab().scores[0]
    for shown, measured in (
        (raw, [sqrt(narrow.variance), sqrt(wide.variance)]),
        (scaled, [sqrt(narrow.scaled_variance), sqrt(wide.scaled_variance)]),
    ):
        predicted = [sqrt(2), sqrt(8)] if shown is raw else [1.0, 1.0]
        for d_k, expected, value in zip((2, 8), predicted, measured, strict=True):
            lines = [f"predicted σ = {number(expected)}", f"measured σ = {number(value)}"]
            assert stand_in_order([f"dk = {d_k}", *lines], shown)


@pytest.mark.parametrize(
    ("expected", "reach"),
    [
        ([-4, -3, -2, -1, 0, 1, 2, 3, 4], 5.0),
        ([-60, -40, -20, 0, 20, 40, 60], 80.0),
        ([-0.4, -0.2, 0, 0.2, 0.4], 0.5 + 0.4),
    ],
)
def test_ticks_are_round_and_leave_the_edges_free(expected: list[float], reach: float) -> None:
    ticks = _ticks(reach)
    assert set(expected) <= {round(tick, 12) for tick in ticks}
    assert max(ticks) < reach


def test_the_share_above_the_threshold_is_written_in() -> None:
    saturation = lab().saturation
    unscaled, scaled = map(texts, show_saturation(saturation).svgs)
    weights = saturation.unscaled
    share = f"above 0.99: {weights.saturated} ({100 * weights.fraction:.0f} %)"
    assert share in unscaled
    assert weights.gradient_term_mean is not None
    assert f"mean p(1 − p) there {number(weights.gradient_term_mean, 2)}" in unscaled
    assert "above 0.99: 0 (0 %)" in scaled
    assert not any("mean" in text for text in scaled)


def test_only_trials_can_be_drawn() -> None:
    with refused(TypeError, "saturation", "LargestWeights"):
        show_saturation(lab().saturation.scaled)  # type: ignore[arg-type]


def test_each_trial_is_counted_in_one_bar() -> None:
    saturation = measure_saturation(np.random.default_rng(1), 4, 3, 30, threshold=0.5)
    svg, _ = show_saturation(saturation).svgs
    bars = [
        path
        for path in parsed(svg).iter(f"{SVG}path")
        if "weights" in path.get("fill", "") and path.attrib["d"].endswith("z")
    ]
    heights = []
    for bar in bars:
        ys = [float(y) for y in bar.attrib["d"].replace("L", " ").split()[2::2] if y != "z"]
        heights.append(max(ys) - min(ys))
    unit = min(height for height in heights if height > 0)
    assert sum(heights) / unit == pytest.approx(30, rel=0.02)


def test_variances_and_ratios_are_those_measured() -> None:
    variances, ratios = map(texts, show_variance(lab().scores).svgs)
    for row in lab().scores:
        assert number(row.variance) in variances
        assert number(row.scaled_variance) in variances
        assert f"{row.ratio:.4f}" in ratios


def test_predictions_follow_sigma_and_correlation() -> None:
    rng = np.random.default_rng(4)
    wide = [measure_score_variance(rng, d_k, 50, sigma=2.0) for d_k in (1, 4)]
    raw, scaled = map(texts, show_scores(wide).svgs)
    assert [text for text in raw if "predicted" in text] == ["predicted σ = 4", "predicted σ = 8"]
    assert [text for text in scaled if "predicted" in text] == ["predicted σ = 4"] * 2
    assert "predicted 4;" in show_scores(wide).labels[0]
    tied = [measure_score_variance(rng, d_k, 50, correlation=1.0) for d_k in (3, 5)]
    variances, ratios = show_variance(tied).labels
    assert variances.endswith("Scaled, it should be 2.")
    assert "predicted 2:" in ratios
    assert "2" in texts(show_variance(tied).svgs[1])


def test_records_that_no_one_line_or_bell_predicts_are_refused() -> None:
    rng = np.random.default_rng(4)
    tied = measure_score_variance(rng, 4, 50, correlation=0.5)
    with refused(ValueError, "scores", "correlation 0.5 at 4"):
        show_scores([tied])
    with refused(ValueError, "scores", "different sigma"):
        show_variance([tied, measure_score_variance(rng, 8, 50)])
    for show in (show_scores, show_variance):
        for wrong in (tied, [tied, 3]):
            with refused(TypeError, "scores", "ScoreVariance"):
                show(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("sigma", "widths", "expected"),
    [
        (1.0, (32, 256), ["1", "10", "100"]),
        (1.0, (1, 2), ["1"]),
        (2.0, (1, 1000), ["10^1", "10^2", "10^3", "10^4"]),
        (0.1, (10, 100), ["10^−4", "10^−3", "10^−2"]),
    ],
)
def test_ticks_are_the_powers_of_ten_around_the_variances(
    sigma: float, widths: tuple[int, ...], expected: list[str]
) -> None:
    rng = np.random.default_rng(4)
    records = [measure_score_variance(rng, d_k, 500, sigma=sigma) for d_k in widths]
    root = parsed(show_variance(records).svgs[0])
    ticks = [
        "".join(text.itertext()).replace("10", "10^") if list(text) else text.text
        for text in root.iter(f"{SVG}text")
        if text.get("font-size") == "11.5" and text.get("text-anchor") == "end"
    ]
    assert [tick for tick in ticks if tick in expected] == expected


def test_between_two_powers_of_ten_the_ends_are_written() -> None:
    costs = {n: attention_cost(n, 3) for n in (5, 7)}
    shown = texts(show_cost(costs, 6).svgs[0])
    assert {"150", "546", "5", "7"} <= set(shown)


def test_at_no_width_there_is_nothing_to_draw() -> None:
    for show in (show_scores, show_variance):
        with refused(ValueError, "scores", "no width"):
            show(())


def test_one_width_is_enough() -> None:
    assert len(show_variance(lab().scores[:1]).svgs) == 2
    assert len(show_scores(lab().scores[:1]).svgs) == 2


def test_the_marked_gap_has_its_values() -> None:
    ratio, sensitivity = map(texts, gaps().svgs)
    assert "485\u202f165\u202f195" in ratio
    assert "2.1·10−9" in sensitivity
    assert "at 20 it is 4.85e+08" in gaps().labels[0]


def test_gaps_that_do_not_fit_are_refused() -> None:
    gap = np.arange(3.0)
    for wrong in (gap[None], gap[:1], gap[::-1], gap - 1):
        with refused(ValueError, "gaps", str(wrong.shape), "rising"):
            show_gaps(wrong, np.ones(3), np.ones(3), marked=1)
    with refused(ValueError, "ratios", "inf"):
        show_gaps(gap, [1.0, 2.0, np.inf], np.ones(3), marked=1)
    with refused(TypeError, "sensitivity"):
        show_gaps(gap, np.ones(3), ["a", "b", "c"], marked=1)
    with refused(ValueError, "ratios", "(2,)", "(3,)"):
        show_gaps(gap, np.ones(2), np.ones(3), marked=1)
    with refused(ValueError, "sensitivity", "positive"):
        show_gaps(gap, np.ones(3), np.zeros(3), marked=1)
    with refused(ValueError, "marked", "20"):
        show_gaps(gap, np.ones(3), np.ones(3))


def test_gaps_are_left_as_they_were() -> None:
    gap = np.arange(3.0)
    with untouched(gap):
        show_gaps(gap, np.exp(gap), np.exp(-gap), marked=2.0)


def test_the_parts_cross_where_they_are_equal() -> None:
    costs = {n: attention_cost(n, 64) for n in (8, 32, 128, 512)}
    drawing = show_cost(costs, 128)
    lines: dict[str, list[tuple[float, float]]] = {}
    for path in parsed(drawing.svgs[0]).iter(f"{SVG}path"):
        if path.get("fill") == "none" and path.get("stroke-width") == "2.2":
            numbers = path.attrib["d"].replace("M", " ").replace("L", " ").split()
            points = [float(n) for n in numbers]
            lines[path.attrib["stroke"]] = list(zip(points[::2], points[1::2], strict=True))
    assert len(lines) == 2
    one, other = lines.values()
    assert [a == b for a, b in zip(one, other, strict=True)] == [False, False, True, False]
    assert "N = 128: both parts are equal" in texts(drawing.svgs[0])


def test_counted_runs_are_dots_on_the_lines() -> None:
    costs = {n: attention_cost(n, 4) for n in (2, 8, 32)}
    svg = show_cost(costs, 8, counted={8: costs[8]}).svgs[0]
    assert svg.count("<use") - show_cost(costs, 8).svgs[0].count("<use") == 3


def test_long_lengths_are_grouped() -> None:
    costs = {n: attention_cost(n, 512) for n in (64, 65536)}
    assert "16\u202f384" in texts(show_cost(costs, 1024).svgs[0])


def test_each_label_has_a_place_of_its_own() -> None:
    for costs, crossover in (
        ({n: attention_cost(n, 8) for n in (4, 8, 16, 32)}, 16),
        ({n: attention_cost(n, 8) for n in (2, 16)}, 16),
        ({n: attention_cost(n, 512) for n in (64, 32768)}, 1024),
    ):
        root = parsed(show_cost(costs, crossover).svgs[0])
        labels = {
            "".join(text.itertext()): (text.attrib["x"], float(text.attrib["y"]))
            for text in root.iter(f"{SVG}text")
        }
        names = ("total", "quadratic", "2N2dmodel", "linear", "4N dmodel2")
        assert 1 == len({labels[name][0] for name in names})
        heights = [labels[name][1] for name in names]
        assert min(np.diff(heights)) > 15


def test_every_doubling_has_its_tick_where_there_is_room() -> None:
    shown = texts(show_cost({n: attention_cost(n, 8) for n in (4, 32)}, 16).svgs[0])
    assert stand_in_order(["4", "8", "16", "32"], shown)


def test_dots_at_the_ends_are_whole() -> None:
    costs = {n: attention_cost(n, 4) for n in (2, 8, 32)}
    root = parsed(show_cost(costs, 8, counted=costs).svgs[0])
    clipped = [
        element
        for group in root.iter()
        if "clip-path" in group.attrib
        for element in group.iter(f"{SVG}use")
    ]
    assert [] == clipped


def test_where_both_parts_are_equal_at_the_end_it_is_told_to_the_left() -> None:
    costs = {n: attention_cost(n, 8) for n in (2, 16)}
    svg = show_cost(costs, 16).svgs[0]
    (told,) = (
        text for text in parsed(svg).iter(f"{SVG}text") if "both parts" in "".join(text.itertext())
    )
    assert "end" == told.get("text-anchor")


def test_costs_that_do_not_fit_are_refused() -> None:
    costs = {n: attention_cost(n, 64) for n in (8, 512)}
    with refused(ValueError, "costs", "[8]"):
        show_cost({8: costs[8]}, 8)
    with refused(ValueError, "costs", "[0, 8]"):
        show_cost({0: costs[8], 8: costs[8]}, 8)
    with refused(ValueError, "crossover", "1024", "8 to 512"):
        show_cost(costs, 1024)
    with refused(ValueError, "counted", "1024", "8 to 512"):
        show_cost(costs, 128, counted={1024: costs[8]})
    with refused(TypeError, "crossover", "128.0"):
        show_cost(costs, 128.0)  # type: ignore[arg-type]
