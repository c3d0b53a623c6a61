"""The base of the interactives as a reader meets it."""

from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from tests.interactives.conftest import NARROW, WIDE, Show
from tests.interactives.example import TABLES, example

from attention_course.interactives._interactive import plain, shown

pytestmark = pytest.mark.browser

LOOKS: list[dict[str, Any]] = [
    {"home": home, "theme": theme, "size": size}
    for home in ("book", "notebook")
    for theme in ("light", "dark")
    for size in (WIDE, NARROW)
]


def cells(page: Page) -> list[str]:
    return page.locator("ac-example tbody td").all_inner_texts()


def fragment(page: Page) -> str:
    page.wait_for_timeout(250)
    return str(page.evaluate("location.hash"))


def lines(mask: str, step: int) -> list[str]:
    return [shown(plain(x)) for x in TABLES[mask][step - 1].ravel()]


def test_the_script_shows_what_the_fallback_shows(show: Show, tmp_path: Path) -> None:
    without = show(example(tmp_path), javascript=False)
    with_script = show(example(tmp_path))
    assert lines("on", 1) == cells(without) == cells(with_script)
    table = "ac-example table"
    before, after = (p.locator(table).bounding_box() for p in (without, with_script))
    assert before is not None
    assert after is not None
    assert (before["width"], before["height"]) == (after["width"], after["height"])
    assert 0 == with_script.locator(".ac-fallback").count()
    expect(with_script.get_by_text("The cat sat.")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_axe_finds_nothing_and_nothing_overflows(
    show: Show, violations: Callable[[Page], list[str]], tmp_path: Path, look: dict[str, Any]
) -> None:
    page = show(example(tmp_path), **look)
    assert [] == violations(page)
    root = "document.documentElement"
    assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
    for target in page.locator("button, label, input[type=range]").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24


def test_every_control_changes_the_state_by_keyboard_alone(show: Show, tmp_path: Path) -> None:
    page = show(example(tmp_path))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Previous")).to_be_focused()
    page.keyboard.press("ArrowRight")
    assert lines("on", 2) == cells(page)
    page.keyboard.press("End")
    expect(page.get_by_text("Step 3 of 3")).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Control+ArrowRight")
    assert lines("on", 1) == cells(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert lines("on", 2) == cells(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("switch", name="Mask")).to_be_checked()
    page.keyboard.press("Space")
    assert lines("off", 2) == cells(page)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="sat")).to_be_checked()
    expect(page.locator("td.lit")).to_have_count(2)
    expect(page.locator("tbody tr:nth-child(2) .lit")).to_have_count(3)
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    slider = page.get_by_role("slider", name="Width")
    expect(slider).to_have_attribute("aria-valuetext", "8 wide")
    outline = slider.evaluate("e => getComputedStyle(e).outlineStyle")
    assert "solid" == outline
    assert "#example:step=2&mask=off&word=sat&width=8" == fragment(page)
    expect(page.get_by_role("status")).to_have_text("Step 2, mask off: sat")


def test_a_link_leads_to_a_state(show: Show, tmp_path: Path) -> None:
    page = show(example(tmp_path), fragment="#example:step=3&mask=off&width=99&other=1")
    assert lines("off", 3) == cells(page)
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", "4 wide")
    page.evaluate("location.hash = '#example:step=2'")
    expect(page.get_by_text("Step 2 of 3")).to_be_visible()
    assert lines("on", 2) == cells(page)
    page.evaluate("location.hash = '#heading'")
    page.wait_for_timeout(50)
    assert lines("on", 2) == cells(page)
    assert "#heading" == fragment(page)
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Next").click()
    assert "#example:step=3" == fragment(page)
    page.get_by_role("button", name="Previous").press("Home")
    assert "" == fragment(page)


def test_a_link_scrolls_to_its_figure(show: Show, tmp_path: Path) -> None:
    four = [example(tmp_path)] * 4
    page = show(*four, fragment="#example-4:step=2", size=NARROW)
    expect(page.locator("ac-example").nth(3)).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("Step 2 of 3")).to_have_count(1)


def test_two_figures_of_a_page_keep_apart(show: Show, tmp_path: Path) -> None:
    page = show(example(tmp_path), example(tmp_path), fragment="#other:kept=1")
    second = page.locator("ac-example").nth(1)
    second.get_by_role("switch").click()
    assert "#other:kept=1;example-2:mask=off" == fragment(page)
    page.locator("ac-example").first.get_by_role("radio", name="sat").check()
    assert "#other:kept=1;example-2:mask=off;example:word=sat" == fragment(page)
    expect(second.get_by_role("radio", name="cat")).to_be_checked()
    expect(page.get_by_role("switch").first).to_be_checked()


def test_running_the_script_again_is_harmless(show: Show, tmp_path: Path) -> None:
    page = show(example(tmp_path), home="notebook")
    page.evaluate(
        """html => {
          const box = document.createElement("div");
          document.body.append(box);
          box.innerHTML = html;
          for (const old of box.querySelectorAll("script")) {
            const script = document.createElement("script");
            for (const { name, value } of old.attributes) script.setAttribute(name, value);
            script.textContent = old.textContent;
            old.replaceWith(script);
          }
        }""",
        example(tmp_path)._repr_html_(),
    )
    expect(page.get_by_role("switch")).to_have_count(2)
    page.get_by_role("switch").nth(1).click()
    assert [*lines("on", 1), *lines("off", 1)] == cells(page)
    page.evaluate("document.body.prepend(document.querySelectorAll('ac-example')[1])")
    page.evaluate("location.hash = '#example-2:step=3'")
    expect(page.get_by_text("Step 3 of 3")).to_have_count(1)


def test_a_state_that_does_not_exist_is_an_error(show: Show, tmp_path: Path) -> None:
    page = show(example(tmp_path))
    told = page.evaluate(
        """() => {
          const element = document.querySelector("ac-example");
          try { element.set({ step: 9 }); } catch (error) { return String(error); }
        }"""
    )
    assert "RangeError: example: step cannot be 9" == told


def test_numbers_are_written_as_python_writes_them(show: Show, tmp_path: Path) -> None:
    page = show(example(tmp_path))
    rng = np.random.default_rng(7)
    sizes = 10.0 ** rng.uniform(-9, 9, 2000)
    ties = rng.integers(-9999, 9999, 500) / 16
    near_one = 1 - 10.0 ** rng.uniform(-9, -2, 200)
    some = [0.0, -inf, inf, 9.99e-6, 9.9996, 1e5, 1e6, 0.125, 0.375]
    values = [plain(x) for x in [*some, *sizes, *-sizes[:300], *ties, *near_one]]
    for places in (None, 0, 2, 4):
        written = page.evaluate(
            "([values, places]) => values.map(x => AttentionFigure.shown(x, places ?? undefined))",
            [values, places],
        )
        assert [shown(x, places) for x in values] == written


def test_the_palette_follows_the_page_not_the_system(show: Show, tmp_path: Path) -> None:
    page = show(example(tmp_path), home="notebook", theme="dark")
    colour = "e => getComputedStyle(e).color"
    # This page is white whatever the system prefers.
    assert "rgb(11, 95, 165)" == page.locator("th.role-query").first.evaluate(colour)


def test_a_link_on_the_page_comes_to_the_figure_and_back_leads_to_the_first_state(
    show: Show, tmp_path: Path
) -> None:
    page = show(example(tmp_path), example(tmp_path), size=NARROW)
    page.evaluate("document.body.style.paddingTop = '3000px'")
    page.evaluate("location.hash = '#example-2:step=3;example:step=2'")
    second, first = page.locator("ac-example").nth(1), page.locator("ac-example").nth(0)
    expect(second).to_be_in_viewport()
    assert 3 == second.evaluate("e => e.state.step")
    assert 2 == first.evaluate("e => e.state.step")
    page.go_back()
    page.wait_for_function("document.querySelector('ac-example').state.step === 1")


def test_a_reload_leaves_the_reader_where_they_were(show: Show, tmp_path: Path) -> None:
    page = show(example(tmp_path), fragment="#example:step=2", size=NARROW)
    page.evaluate(
        "document.body.insertAdjacentHTML('afterbegin', '<p style=\"height: 3000px\">Far</p>')"
    )
    moved = "Element.prototype.scrollIntoView = () => { window.moved = true; }"
    page.add_init_script(moved)
    page.reload()
    page.wait_for_function("document.querySelector('ac-example').state?.step === 2")
    assert not page.evaluate("window.moved === true")
