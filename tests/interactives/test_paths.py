"""The path of one head: its slice is the one that the layer gives it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Page, expect
from tests.interactives.conftest import NARROW, WIDE, Show

from attention_course import MultiHeadAttention, scaled_dot_product_attention, split_heads
from attention_course.interactives import Interactive
from attention_course.interactives._paths import follow_head

HEADS, MODEL = 8, 512
PATTERNS = ("the previous word", "a pronoun’s noun", "a verb’s subject")
SLICES = split_heads(np.arange(MODEL)[None], HEADS)[:, 0]
WIDTH = SLICES.shape[1]
ROLES = ("query", "key", "value")


def paths() -> Interactive:
    return follow_head(HEADS, MODEL, PATTERNS)


def rows(head: int) -> list[list[str]]:
    """What the table says, from the slice that the library cuts."""
    first, last = int(SLICES[head - 1].min()) + 1, int(SLICES[head - 1].max()) + 1
    own = f"{first} to {last}"
    i = str(head)
    return [
        ["X", "N × 512", "all is read"],
        [f"W{i}Q, W{i}K, W{i}V", f"{MODEL} × {WIDTH}", "its own"],
        [f"Q{i}, K{i}, V{i}", f"N × {WIDTH}", "its own"],
        ["weights", "N × N", "its own"],
        [f"head{i}", f"N × {WIDTH}", "its own"],
        ["joined", f"N × {MODEL}", f"features {own}"],
        [
            "WO",
            f"{MODEL} × {MODEL}",
            f"rows {own} ({WIDTH}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}{MODEL})",
        ],
        ["MultiHead(X)", f"N × {MODEL}", "adds to all"],
    ]


def table(page: Page) -> list[list[str]]:
    return [
        row.locator("th, td").all_text_contents() for row in page.locator("ac-paths tbody tr").all()
    ]


@pytest.mark.browser
def test_every_head_has_the_features_that_splitting_gives_it(show: Show) -> None:
    page = show(paths())
    for head in range(1, HEADS + 1):
        page.get_by_role("radio", name=str(head)).check()
        assert rows(head) == table(page)
        own = rows(head)[5][2].removeprefix("features ")
        drawn = page.locator("ac-paths svg text").all_text_contents()
        labels = [f"W{head}{name}" for name in "QKV"] + [f"{name}{head}" for name in "QKV"]
        assert [] == [label for label in labels if label not in drawn]
        assert 1 == drawn.count(f"features {own}") == drawn.count(f"rows {own}")
        assert 3 == drawn.count("512 × 64")
        assert 4 == drawn.count("N × 64")
        assert 1 == drawn.count("512 × 512") == drawn.count("(64 × 512)") == drawn.count("N × N")
        assert f"softmax(Q{head}K{head}T ÷ √64)" in drawn
        chosen = page.locator(".lane.chosen")
        expect(chosen).to_have_attribute("data-head", str(head))
        bands = page.locator("rect.strong, rect.box.faint")
        assert HEADS == bands.count()
        assert "strong" in (bands.nth(head - 1).get_attribute("class") or "")


def test_the_result_is_the_sum_of_what_each_slice_carries_through_its_rows() -> None:
    rng = np.random.default_rng(13)
    layer = MultiHeadAttention.from_rng(rng, MODEL, HEADS)
    x = rng.standard_normal((3, MODEL))
    data: Any = paths().data
    w_output = next(each for each in data["stations"] if each["name"] == "W^O")
    assert " × ".join(map(str, layer.w_output.shape)) == w_output["shape"]
    total = np.zeros((3, MODEL))
    for head in data["heads"]:
        first, last = map(int, head["features"].split(" to "))
        own = slice(first - 1, last)
        assert " × ".join(map(str, layer.w_output[own].shape)) == data["rows"]
        query, key, value = (x @ w[:, own] for w in (layer.w_query, layer.w_key, layer.w_value))
        total += scaled_dot_product_attention(query, key, value).output @ layer.w_output[own]
    np.testing.assert_allclose(total, layer(x).output, rtol=1e-10, atol=1e-10)


@pytest.mark.browser
def test_heads_are_chosen_by_keyboard_alone_and_what_changed_is_told(show: Show) -> None:
    page = show(paths())
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="1")).to_be_focused()
    label = page.locator("label").filter(has=page.locator(":focus-visible"))
    assert "solid" == label.evaluate("e => getComputedStyle(e).outlineStyle")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text(
        "Head 2: a pronoun’s noun. A pattern seen in trained models; no one put it there. "
        "Its part of the joined vector: features 65 to 128; through the same rows of W O."
    )
    expect(page.get_by_role("img")).to_have_accessible_name(
        "The path of head 2 from X to MultiHead(X). The table says the same."
    )
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".pattern")).to_have_text(
        "Head 4: no pattern named. What a head looks for is learned; no one put it there."
    )
    page.keyboard.press("ArrowLeft")
    assert rows(3) == table(page)
    expect(page.get_by_role("status")).to_contain_text("Head 3: a verb’s subject.")
    assert "#paths:head=3" == page.evaluate("location.hash")


@pytest.mark.browser
def test_a_head_is_chosen_by_pressing_its_lane(show: Show) -> None:
    page = show(paths())
    page.locator("[data-head='6'] text").click()
    expect(page.get_by_role("radio", name="6")).to_be_checked()
    page.locator("ac-paths svg").click(position={"x": 3, "y": 200})
    assert rows(6) == table(page)


@pytest.mark.browser
def test_a_link_leads_to_a_head(show: Show) -> None:
    page = show(paths(), fragment="#paths:head=8")
    assert rows(8) == table(page)
    name, shape, part = table(page)[6]
    assert ("WO", "512 × 512") == (name, shape)
    assert "rows 449 to 512 (64 × 512)" == part.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.browser
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("home", ["book", "notebook"])
def test_axe_finds_nothing_and_nothing_overflows(
    show: Show,
    violations: Callable[[Page], list[str]],
    home: Literal["book", "notebook"],
    theme: Literal["light", "dark"],
    size: tuple[int, int],
) -> None:
    page = show(paths(), home=home, theme=theme, size=size)
    root = "document.documentElement"
    for head in range(1, HEADS + 1):
        page.evaluate("head => document.querySelector('ac-paths').set({ head })", head)
        if head in {1, 5, 8}:
            assert [] == violations(page)
        assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
        scroller = page.locator(".ac-scroll")
        assert scroller.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
        assert page.locator("ac-paths svg").evaluate(
            """svg => {
              const { width, height } = svg.viewBox.baseVal;
              return [...svg.querySelectorAll("text")].every((text) => {
                const box = text.getBBox();
                return box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height;
              });
            }"""
        )
    for target in page.locator("ac-paths label").all():
        box = target.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24


@pytest.mark.browser
def test_the_table_is_the_same_without_javascript(show: Show) -> None:
    page = show(paths(), javascript=False)
    assert rows(1) == table(page)
    expect(page.get_by_text("The path of head 1")).to_be_visible()
    html = page.locator("tbody th").evaluate_all("all => all.map(e => e.innerHTML)")
    with_script = show(paths()).locator("tbody th")
    assert html == with_script.evaluate_all("all => all.map(e => e.innerHTML)")


@pytest.mark.browser
def test_other_sizes_have_slices_of_their_own(show: Show) -> None:
    page = show(follow_head(12, 36))
    page.get_by_role("radio", name="12").check()
    assert ["joined", "N × 36", "features 34 to 36"] == table(page)[5]
    expect(page.locator(".lane")).to_have_count(12)


def test_colour_says_what_is_query_key_and_value() -> None:
    soup = BeautifulSoup(paths().fallback_html, "html.parser")
    roles = {span.text: span["class"][-1] for span in soup.select("th span")}
    expected = {
        **{f"W1{name}": f"role-{role}" for name, role in zip("QKV", ROLES, strict=True)},
        **{f"{name}1": f"role-{role}" for name, role in zip("QKV", ROLES, strict=True)},
        "weights": "role-weights",
        "head1": "role-value",
        "joined": "role-value",
    }
    assert expected == roles


def test_labels_are_told_in_words_if_there_are_any() -> None:
    assert (
        paths()
        .words[-1]
        .endswith(
            "The labels here are: head 1, the previous word; head 2, a pronoun’s noun; "
            "head 3, a verb’s subject."
        )
    )
    assert follow_head().words[-1].endswith("it is learned.")


@pytest.mark.parametrize(
    ("error", "change", "told"),
    [
        (TypeError, {"n_heads": 1.5}, "n_heads"),
        (ValueError, {"n_heads": 0}, "n_heads"),
        (ValueError, {"d_model": 0}, "d_model"),
        (ValueError, {"n_heads": 7}, "d_model: got 512; expected a multiple of n_heads = 7"),
        (ValueError, {"patterns": ["a"] * 9}, "patterns: got 9; expected at most n_heads = 8"),
    ],
)
def test_sizes_that_do_not_fit_are_refused(
    error: type[Exception], change: dict[str, Any], told: str
) -> None:
    with pytest.raises(error, match=f"^{told}"):
        follow_head(**change)


def test_data_that_does_not_fit_the_script_is_refused() -> None:
    made = paths()
    with pytest.raises(ValueError, match=r"data: got no key 'root'; expected .* by paths.js"):
        replace(made, data={key: made.data[key] for key in ("stations", "heads", "rows")})
