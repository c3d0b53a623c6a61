"""Four heads on one sentence: what the reader sees is what the layer computes."""

from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any, Literal

import numpy as np
import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Page, expect
from tests.interactives.conftest import NARROW, WIDE, Show

from attention_course.examples import four_heads
from attention_course.interactives import Interactive
from attention_course.interactives._heads import look_through_heads
from attention_course.interactives._interactive import plain, shown

EXAMPLE = four_heads()
WORDS = EXAMPLE.sentence.words
WEIGHTS = EXAMPLE.layer(EXAMPLE.sentence.x).weights
HEADS, N = WEIGHTS.shape[:2]
IT = WORDS.index("it") + 1

# What is in sight, in every state, in one go.
_ALL_STATES = """\
() => {
  const element = document.querySelector("ac-heads");
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const texts = (root, cells) => [...root.querySelectorAll(cells)].map((cell) => cell.textContent);
  const states = [];
  for (const view of ["one", "side", "stack"])
    for (const head of [1, 2, 3, 4])
      for (let word = 1; word <= 10; word++) {
        element.set({ view, head, word });
        const panels = [...element.querySelectorAll(".panel")].filter(seen);
        states.push({
          view, head, word,
          rows: [...element.querySelectorAll(".bars tbody tr")].map((row) => texts(row, "td")),
          caption: element.querySelector(".bars caption").textContent,
          lines: texts(element, ".lines li"),
          titles: panels.map((panel) => panel.querySelector("caption").textContent),
          tables: panels.map((panel) => texts(panel, "tbody td")),
          lit: panels.map((panel) => [...panel.querySelectorAll("tbody tr")]
            .flatMap((row, n) => row.querySelectorAll("td.lit").length === 10 ? [n + 1] : [])),
          layers: [...element.querySelectorAll(".layer")].filter(seen)
            .map((layer) => [layer.querySelector("text").textContent,
              layer.getBoundingClientRect().top, layer.classList.contains("chosen")]),
          asked: [...element.querySelectorAll(".asked")].filter(seen)
            .map((row) => Number(row.getAttribute("y"))),
        });
      }
  return states;
}"""


def heads() -> Interactive:
    return look_through_heads(WORDS, WEIGHTS, EXAMPLE.patterns, head=2, word="it")


def numbers(word: int) -> list[list[str]]:
    """Where a word looks: a row for each word that is asked, a column for each head."""
    return [[shown(plain(x), 4) for x in row] for row in WEIGHTS[:, word - 1].T]


def line(head: int, word: int) -> str:
    row = WEIGHTS[head - 1, word - 1]
    at = ", ".join(f"{WORDS[key]} {row[key]:.2f}" for key in range(N) if row[key] > row.max() / 2)
    if row.min() == row.max():
        at = f"all words alike {row[0]:.2f}"
    return f"head {head}, {EXAMPLE.patterns[head - 1]}: {at}"


@pytest.mark.browser
def test_every_state_shows_the_weights_that_the_layer_computes(show: Show) -> None:
    page = show(heads())
    states: list[dict[str, Any]] = page.evaluate(_ALL_STATES)
    assert 3 * HEADS * N == len(states)
    for state in states:
        view, head, word = state["view"], state["head"], state["word"]
        assert numbers(word) == state["rows"]
        assert f"Where “{WORDS[word - 1]}” looks" == state["caption"]
        assert [line(each, word) for each in range(1, HEADS + 1)] == state["lines"]
        seen = {"one": [head], "side": list(range(1, HEADS + 1)), "stack": []}[view]
        assert [f"Head {n}: {EXAMPLE.patterns[n - 1]}" for n in seen] == state["titles"]
        assert [[shown(plain(x)) for x in WEIGHTS[n - 1].ravel()] for n in seen] == state["tables"]
        assert [[word]] * len(seen) == state["lit"]
        if view == "stack":
            down = sorted(state["layers"], key=lambda layer: layer[1])
            assert [f"head {n}" for n in range(1, HEADS + 1)] == [name for name, *_ in down]
            assert [f"head {head}"] == [name for name, _, chosen in down if chosen]
            assert [(word - 1) * 200 / N] * HEADS == state["asked"]


@pytest.mark.browser
def test_tints_grow_with_the_root_of_the_weight_in_tables_and_layers(show: Show) -> None:
    page = show(heads())
    cells = ".panel tbody td"
    tints = page.locator(cells).evaluate_all(
        "all => all.map(e => e.style.getPropertyValue('--tint'))"
    )
    marks = page.locator(".plane rect:not(.sheet, .asked)").evaluate_all(
        "all => all.map(e => e.getAttribute('fill-opacity'))"
    )
    expected = 90 * np.sqrt(WEIGHTS.ravel())
    for drawn in (tints, marks):
        np.testing.assert_allclose(
            [float(tint.rstrip("%")) for tint in drawn], expected, rtol=1e-5, strict=True
        )


@pytest.mark.browser
def test_all_can_be_done_by_keyboard_alone(show: Show) -> None:
    page = show(heads())
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="one at a time")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("table", name="Head 3: each verb to its subject")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="it", exact=True)).to_be_focused()
    label = page.locator(".row label").filter(has=page.locator(":focus-visible"))
    assert "solid" == label.evaluate("e => getComputedStyle(e).outlineStyle")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Where “was” looks")).to_be_visible()
    expect(page.get_by_role("status")).to_have_text(
        "“was” looks at it 0.98 in head 1; all words alike 0.10 in head 2; it 0.98 in head 3; "
        "The 0.50, because 0.50 in head 4."
    )
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".panel:visible")).to_have_count(HEADS)
    expect(page.get_by_role("group", name="Head", exact=True)).to_be_hidden()
    expect(page.get_by_role("status")).to_have_text("4 tables side by side.")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("img")).to_have_accessible_name(
        "4 layers of 10 by 10 weights, one a head, head 1 at the top; head 3 is marked."
    )
    expect(page.get_by_role("status")).to_have_text(
        "4 tables stacked, head 1 at the top; head 3 is marked."
    )
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("status")).to_have_text(
        "Head 2: “it” to “animal”. “it” looks at animal 0.98."
    )
    assert "#heads:view=stack" == page.evaluate("location.hash")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text("One table: Head 2: “it” to “animal”.")


@pytest.mark.browser
def test_pointing_at_a_word_or_a_row_shows_where_it_looks(show: Show) -> None:
    page = show(heads())
    for n, word in enumerate(WORDS):
        page.locator(".row label").nth(n).hover()
        expect(page.get_by_text(f"Where “{word}” looks", exact=True)).to_be_visible()
    rows = page.locator(".panel:visible tbody tr")
    rows.nth(1).locator("th").hover()
    expect(page.get_by_text("Where “animal” looks")).to_be_visible()
    rows.nth(3).locator("td").nth(5).hover()
    rows.nth(2).locator("td").nth(5).hover()
    expect(page.get_by_text("Where “animal” looks")).to_be_visible()
    rows.nth(8).locator("td").nth(5).click()
    expect(page.get_by_text("Where “was” looks")).to_be_visible()
    page.locator(".panel:visible thead th").nth(6).hover()
    expect(page.get_by_text("Where “was” looks")).to_be_visible()
    page.get_by_role("radio", name="stacked").check()
    page.locator(".layer").nth(3).locator("text").click()
    expect(page.get_by_role("radio", name="4")).to_be_checked()


@pytest.mark.browser
def test_touching_a_row_shows_where_its_word_looks(show: Show) -> None:
    page = show(heads(), size=NARROW)
    page.locator(".panel:visible tbody th").nth(3).evaluate(
        "th => { th.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'touch' })); }"
    )
    expect(page.get_by_text("Where “it” looks")).to_be_visible()
    page.locator(".panel:visible tbody tr").nth(3).evaluate("row => row.click()")
    expect(page.get_by_text("Where “cross” looks")).to_be_visible()


@pytest.mark.browser
def test_a_link_leads_to_a_state(show: Show) -> None:
    page = show(heads(), fragment="#heads:view=stack&head=4&word=2")
    expect(page.get_by_role("radio", name="stacked")).to_be_checked()
    expect(page.get_by_role("radio", name="4")).to_be_checked()
    expect(page.get_by_text("Where “animal” looks")).to_be_visible()


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
    page = show(heads(), home=home, theme=theme, size=size)
    root = "document.documentElement"
    for view in ("one", "side", "stack"):
        page.evaluate("view => document.querySelector('ac-heads').set({ view })", view)
        page.wait_for_timeout(300)
        assert [] == violations(page)
        assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
        for scroller in page.locator(".ac-scroll:visible").all():
            assert scroller.evaluate("e => e.scrollWidth <= e.clientWidth + 1")
        for target in page.locator("ac-heads label:visible").all():
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 24


@pytest.mark.browser
def test_side_by_side_there_are_two_in_a_row_and_on_a_phone_one(show: Show) -> None:
    for size, in_a_row in ((WIDE, 2), (NARROW, 1)):
        page = show(heads(), size=size, fragment="#heads:view=side")
        page.locator("article").evaluate("e => { e.style.maxWidth = '41rem'; }")
        lefts = [panel.bounding_box() for panel in page.locator(".panel").all()]
        assert in_a_row == len({box and box["x"] for box in lefts})


@pytest.mark.browser
def test_without_javascript_the_first_table_is_there(show: Show) -> None:
    page = show(heads(), javascript=False)
    expect(page.get_by_role("table")).to_have_count(1)
    expect(page.get_by_text("Head 2: “it” to “animal”")).to_be_visible()
    expected = [shown(plain(x), 4) for x in WEIGHTS[1].ravel()]
    assert "0.0024" in expected
    assert expected == page.locator("tbody td").all_inner_texts()


def test_the_first_state_says_where_its_word_looks() -> None:
    soup = BeautifulSoup(heads()._repr_html_(), "html.parser")
    assert [line(head, IT) for head in range(1, HEADS + 1)] == [
        li.text for li in soup.select(".ac-fallback li")
    ]
    words = soup.select(".ac-words p")[-1].text
    assert "“it” looks at: in head 1, the previous word, because 0.98; in head 2" in words


def test_it_is_told_that_the_matrices_were_set_by_hand() -> None:
    told = "These weights come from matrices set by hand, after patterns found in trained models."
    assert told in heads().words[0]
    others = look_through_heads(WORDS, WEIGHTS, EXAMPLE.patterns, by_hand=False)
    assert told not in others.words[0]


def test_the_first_word_and_head_are_met_first_if_none_is_named() -> None:
    made = look_through_heads(WORDS, WEIGHTS, EXAMPLE.patterns)
    assert {"head": 1, "word": 1} == made.data["first"]


def test_words_are_text_and_not_html() -> None:
    evil = "<b>&"
    made = look_through_heads((evil, "b"), np.eye(2)[None], (evil,))
    assert evil not in made.fallback_html
    assert escape(evil) in made.fallback_html


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"weights": WEIGHTS[:3]}, r"weights: got shape \(3, 10, 10\); expected .* \(4, 10, 10\)"),
        ({"weights": WEIGHTS[:0], "patterns": ()}, r"weights: got shape \(0, 10, 10\)"),
        (
            {"weights": WEIGHTS - 1},
            r"weights: got -.* at weights\[0, 0, 0\]; expected numbers from",
        ),
        ({"weights": WEIGHTS * 2}, r"weights: got 1.95.* at weights\[0, 0, 0\]"),
        ({"head": 5}, "head: got 5; expected 1 to 4"),
        ({"word": "dog"}, "word: got 'dog'; expected one of The, animal, didn't"),
    ],
)
def test_what_does_not_fit_is_refused(change: dict[str, Any], told: str) -> None:
    given: dict[str, Any] = {"weights": WEIGHTS, "patterns": EXAMPLE.patterns} | change
    with pytest.raises(ValueError, match=f"^{told}"):
        look_through_heads(WORDS, **given)


def test_data_that_does_not_fit_the_script_is_refused() -> None:
    made = heads()
    with pytest.raises(
        ValueError, match=r"data.weights\[0\]: got number; expected a list by heads.js"
    ):
        replace(made, data={**made.data, "weights": [1]})
