"""Every number of the scores and of the softmax trials is one that the library computes now."""

import re
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from tests.interactives.conftest import NARROW, WIDE, Show

from attention_course.experiments.recorded_runs import (
    SEEDS,
    WIDTHS,
    RecordedRuns,
    record_runs,
)
from attention_course.experiments.variance_scaling import (
    measure_saturation,
    measure_score_variance,
)
from attention_course.interactives._interactive import Interactive, plain, shown
from attention_course.interactives._scores import explore_scores

DRAWS, TRIALS, KEYS = 2000, 40, 64
SAMPLE = [
    (1, "off", 1),
    (1, "on", 20),
    (2, "on", 7),
    (4, "off", 12),
    (8, "off", 3),
    (8, "on", 4),
    (16, "off", 16),
    (32, "on", 2),
    (64, "off", 1),
    (64, "on", 1),
    (128, "off", 5),
    (128, "on", 19),
    (256, "off", 11),
    (512, "off", 3),
    (512, "on", 20),
]
LOOKS: list[dict[str, Any]] = [
    {"home": home, "theme": theme, "size": size}
    for home in ("book", "notebook")
    for theme in ("light", "dark")
    for size in (WIDE, NARROW)
]


@pytest.fixture(scope="module")
def runs() -> RecordedRuns:
    return record_runs()


@pytest.fixture(scope="module")
def figure(runs: RecordedRuns) -> Interactive:
    return explore_scores(runs)


def set_state(page: Page, width: int, scaled: str, run: int) -> None:
    page.evaluate(
        "state => document.querySelector('ac-scores').set(state)",
        {"width": width, "scaled": scaled, "run": run},
    )


def numbers(page: Page, selector: str, name: str) -> list[float]:
    return [
        float(value)
        for value in page.locator(selector).evaluate_all(
            "(all, name) => all.map(one => one.getAttribute(name))", name
        )
    ]


def fragment(page: Page) -> str:
    page.wait_for_timeout(250)
    return str(page.evaluate("location.hash"))


@pytest.mark.browser
def test_states_show_what_the_library_computes(show: Show, figure: Interactive) -> None:
    page = show(figure)
    for width, scaled, seed in SAMPLE:
        set_state(page, width, scaled, seed)
        rng = np.random.default_rng([seed, width])
        scores = measure_score_variance(rng, width, DRAWS)
        saturation = measure_saturation(rng, width, KEYS, TRIALS)
        on = scaled == "on"
        weights = saturation.scaled if on else saturation.unscaled

        deviation = shown(plain(sqrt(scores.scaled_variance if on else scores.variance)))
        predicted = "1" if on else f"√{width} = {shown(plain(sqrt(width)))}"
        over = int((weights.largest > 0.99).sum())
        terms = (weights.largest * weights.remainder)[weights.largest > 0.99]
        expected = [
            f"Measured standard deviation: {deviation}",
            f"Predicted: {predicted}",
            f"p above 0.99: {over} of 40 trials ({shown(plain(2.5 * over))} %)",
            f"Mean of p(1 − p) in those: {shown(plain(terms.mean(), 2))}"
            if over
            else "None saturated",
            f"Seed {seed} (run {seed} of 20)",
        ]
        text = page.locator("ac-scores").inner_text().splitlines()
        assert expected == [line for line in expected if line in text]

        bars = page.locator(".bars").get_attribute("d")
        assert bars is not None
        tops = [float(top) for top in re.findall(r"V([\d.]+)H", bars)]
        edges = [float(edge) for edge in re.findall(r"H([\d.]+)", bars)]
        counts = scores.counts[::2] + scores.counts[1::2]
        unit = 140 / _top(width)
        assert counts.tolist() == [round((150 - top) / unit) for top in tops]
        reach = 5 if on else 70
        places = scores.edges[2::2] * (1 if on else sqrt(width))
        assert edges == pytest.approx(160 + 150 * np.clip(places / reach, -1, 1), abs=0.0051)

        heights = numbers(page, "rect", "height")
        largest = np.sort(weights.largest)[::-1]
        assert largest.round(3).tolist() == pytest.approx([height / 140 for height in heights])
        assert over == page.locator("rect.over").count()
        expect(page.locator("circle.now")).to_have_count(2)


def _top(width: int) -> float:
    line = record_runs((width,)).runs[0]
    bell = DRAWS * 0.2 / sqrt(2 * np.pi)
    return float(max(bell, *(run.counts.max() for run in line)))


@pytest.mark.browser
def test_dots_are_all_the_runs(show: Show, figure: Interactive, runs: RecordedRuns) -> None:
    page = show(figure)
    set_state(page, 128, "off", 9)
    n = WIDTHS.index(128)
    first, second = numbers(page, "circle", "cy")[:20], numbers(page, "circle", "cy")[20:]
    spread = (86 - np.array(first)) / 76 * 0.2 + 0.9
    assert runs.deviations[n].tolist() == pytest.approx(spread, abs=1e-5)
    assert runs.fractions[n].tolist() == pytest.approx((86 - np.array(second)) / 76)
    now = page.locator("circle").evaluate_all("all => all.map(one => one.matches('.now'))")
    assert [8, 28] == [place for place, here in enumerate(now) if here]


@pytest.mark.browser
def test_the_bell_is_the_normal_density(show: Show, figure: Interactive) -> None:
    page = show(figure)
    for width, scaled, seed in [(64, "off", 1), (512, "off", 1), (1, "on", 1)]:
        set_state(page, width, scaled, seed)
        bell = page.locator(".bell").get_attribute("d")
        assert bell is not None
        x, y = np.array(re.findall(r"([\d.]+) ([\d.]+)", bell), float).T
        reach, sigma = (5, 1) if scaled == "on" else (70, sqrt(width))
        z = (x - 160) / 150 * reach / sigma
        density = np.exp(-(z**2) / 2) / sqrt(2 * np.pi)
        assert y == pytest.approx(150 - 140 * 0.2 * DRAWS * density / _top(width), abs=0.1)


@pytest.mark.browser
def test_one_product_is_said_to_be_no_bell(show: Show, figure: Interactive) -> None:
    page = show(figure, fragment="#scores:width=1")
    expect(page.get_by_text("One product is not a bell yet; sums of many are.")).to_be_visible()


@pytest.mark.browser
def test_the_keyboard_reaches_every_choice(show: Show, figure: Interactive) -> None:
    page = show(figure)
    page.keyboard.press("Tab")
    slider = page.get_by_role("slider", name="Head width")
    expect(slider).to_be_focused()
    assert "solid" == slider.evaluate("e => getComputedStyle(e).outlineStyle")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "128")
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "512")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("switch", name="Divide by √width")).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Seed 3 (run 3 of 20)")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Previous run")).to_be_focused()
    page.keyboard.press("Enter")
    assert "#scores:width=512&scaled=on&run=2" == fragment(page)
    status = page.get_by_role("status")
    expect(status).to_contain_text("Width 512, scaled, seed 2. Measured standard deviation: ")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Seed 20 (run 20 of 20)")).to_be_visible()
    page.get_by_role("button", name="Draw again").press("Enter")
    expect(page.get_by_text("Seed 1 (run 1 of 20)")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Seed 2 (run 2 of 20)")).to_be_visible()


@pytest.mark.browser
def test_a_link_leads_to_a_state(show: Show, figure: Interactive) -> None:
    page = show(figure, fragment="#scores:width=16&scaled=on&run=7")
    expect(page.get_by_text("Seed 7 (run 7 of 20)")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "16")
    expect(page.get_by_role("switch")).to_be_checked()
    page.evaluate("location.hash = '#scores:width=4'")
    expect(page.get_by_text("Predicted: √4 = 2")).to_be_visible()
    expect(page.get_by_text("Seed 1 (run 1 of 20)")).to_be_visible()


@pytest.mark.browser
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_axe_finds_nothing_and_nothing_overflows(
    show: Show,
    violations: Callable[[Page], list[str]],
    figure: Interactive,
    look: dict[str, Any],
) -> None:
    page = show(figure, **look)
    for width, scaled, seed in [(64, "off", 1), (1, "on", 2), (512, "off", 20), (8, "on", 3)]:
        set_state(page, width, scaled, seed)
        assert [] == violations(page)
        root = "document.documentElement"
        assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
    for target in page.locator("button, label, input[type=range]").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24


@pytest.mark.browser
def test_the_pictures_stay_in_place(show: Show, figure: Interactive) -> None:
    page = show(figure)
    places = set()
    for width, scaled, seed in SAMPLE:
        set_state(page, width, scaled, seed)
        places.add(str([svg.bounding_box() for svg in page.locator("ac-scores svg").all()]))
    assert 1 == len(places)


@pytest.mark.browser
def test_without_javascript_the_first_run_stands_there(
    show: Show, figure: Interactive, runs: RecordedRuns
) -> None:
    page = show(figure, javascript=False, size=NARROW)
    first = [line[0] for line in runs.runs]
    expected = [
        [shown(plain(x)) for x in (sqrt(run.scores.d_k), run.deviation, run.scaled_deviation)]
        for run in first
    ] + [
        [str(run.saturation.unscaled.saturated), str(run.saturation.scaled.saturated)]
        for run in first
    ]
    lines = page.locator("ac-scores tbody tr").all()
    assert expected == [line.locator("td").all_inner_texts() for line in lines]
    expect(page.get_by_text("Each run draws 2,000 random queries")).to_be_visible()


def test_all_runs_are_carried(figure: Interactive) -> None:
    data: Any = figure.data
    assert list(SEEDS) == data["seeds"]
    assert list(WIDTHS) == [one["width"] for one in data["widths"]]
    for one in data["widths"]:
        assert {20} == {len(one["counts"])} | {
            len(line)
            for side in ("off", "on")
            for line in one[side].values()
            if line != one[side]["predicted"]
        }


def test_misfits_are_refused(runs: RecordedRuns, figure: Interactive) -> None:
    with pytest.raises(TypeError, match=r"^runs: got list; expected RecordedRuns$"):
        explore_scores([])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^first_width: got 3; expected one of \[1, 2, 4,"):
        explore_scores(runs, first_width=3)
    spoiled = {**figure.data, "bell": "round"}
    with pytest.raises(ValueError, match=r"^data\.bell: got string; expected a list by scores\.js"):
        Interactive("ac-scores", figure.label, spoiled, "", "")
