"""The stepper of section 6.2 shows what the library computes, in every state."""

import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from itertools import chain, product
from math import prod
from typing import Any, Literal, TypeAlias

import numpy as np
import pytest
from playwright.sync_api import Page, expect
from tests.interactives.conftest import NARROW, WIDE, Show
from tests.tools import normal, refused

from attention_course import attention_steps, causal_mask
from attention_course._dot_product import AttentionSteps
from attention_course.examples import two_tokens
from attention_course.interactives import Interactive
from attention_course.interactives._interactive import plain, shown
from attention_course.interactives._stepper import step_through

State: TypeAlias = dict[str, Any]
Cells: TypeAlias = list[list[int]]

TOKENS = ("token 1", "token 2")
SWITCHES = ("on", "off")
NAMES = ("step", "mask", "scale", "row", "key", "feature")
STATES: list[State] = [
    dict(zip(NAMES, values, strict=True))
    for values in product(range(1, 7), SWITCHES, SWITCHES, (1, 2), (1, 2), (1, 2))
]

READ = """\
(state) => {
  const figure = document.querySelector("ac-stepper");
  if (state) figure.set(state);
  const seen = (e) => e.checkVisibility();
  const tables = [...figure.querySelectorAll("table")].filter(seen);
  const places = (table, name) => [...table.tBodies[0].rows].flatMap((row, i) =>
    [...row.querySelectorAll("td")].flatMap((cell, j) =>
      cell.classList.contains(name) ? [[i, j]] : []));
  const each = (read) => Object.fromEntries(
    tables.map((table) => [table.caption.textContent.split(" (")[0], read(table)]));
  return {
    cells: each((table) => [...table.tBodies[0].rows].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => cell.textContent))),
    lit: each((table) => places(table, "lit")),
    heads: each((table) => [...table.querySelectorAll("th.lit")].map((th) => th.textContent)),
    hatched: each((table) => places(table, "masked")),
    signs: [...figure.querySelectorAll(".ac-sign")].filter(seen).map((e) => e.textContent),
    says: figure.querySelector(".ac-says").textContent,
    lead: figure.querySelector(".ac-lead").textContent,
    sum: figure.querySelector(".ac-sum").textContent.replaceAll("\\u00a0", " "),
  };
}"""


def stepper() -> Interactive:
    example = two_tokens()
    return step_through(example.query, example.key, example.value)


def computed(state: State) -> AttentionSteps:
    example = two_tokens()
    return attention_steps(
        example.query,
        example.key,
        example.value,
        causal_mask(2) if state["mask"] == "on" else None,
        scale=None if state["scale"] == "on" else 1.0,
    )


def tables(state: State) -> dict[str, Any]:
    steps = computed(state)
    scaled = {"scaled" if state["scale"] == "on" else "not scaled": steps.scaled}
    masked = {"masked" if state["mask"] == "on" else "not masked": steps.masked}
    mask = {"mask": causal_mask(2)} if state["mask"] == "on" else {}
    operands = {"query": steps.query, "key": steps.key}
    chosen: dict[str, Any] = (
        operands,
        {**operands, "scores": steps.scores},
        {"scores": steps.scores, **scaled},
        {**scaled, **mask, **masked},
        {**masked, "weights": steps.weights},
        {"weights": steps.weights, "value": steps.value, "output": steps.output},
    )[state["step"] - 1]
    return chosen


def lit(state: State) -> list[Cells]:
    i, j, c = (state[name] - 1 for name in ("row", "key", "feature"))
    row, pair = [[i, 0], [i, 1]], [[i, j]]
    key, column = [[j, 0], [j, 1]], [[0, c], [1, c]]
    masks = 1 if state["mask"] == "on" else 0
    chosen: list[Cells] = (
        [row, key],
        [row, key, pair],
        [pair, pair],
        [pair] * (2 + masks),
        [row, pair],
        [row, column, [[i, c]]],
    )[state["step"] - 1]
    return chosen


def texts(values: Any) -> list[list[str]]:  # noqa: ANN401
    return [[shown(plain(x)) for x in row] for row in values]


def read(page: Page, state: State | None = None) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(READ, state)
    return found


@pytest.mark.browser
def test_every_state_shows_what_attention_steps_computes(show: Show) -> None:
    page = show(stepper())
    assert 192 == len(STATES)
    for state in STATES:
        seen = read(page, state)
        expected = tables(state)
        assert {name: texts(values) for name, values in expected.items()} == seen["cells"], state
        assert list(expected) == list(seen["cells"]), state


@pytest.mark.browser
def test_every_state_lights_what_its_arithmetic_uses(show: Show) -> None:
    page = show(stepper())
    for state in STATES:
        seen = read(page, state)
        assert dict(zip(seen["cells"], lit(state), strict=True)) == seen["lit"], state
        i, j, c = (state[name] - 1 for name in ("row", "key", "feature"))
        last = list(seen["heads"])[-1]
        ends = {1: [TOKENS[j]], 6: [str(c + 1), TOKENS[i]]}
        assert ends.get(state["step"], [TOKENS[j], TOKENS[i]]) == seen["heads"][last], state


@pytest.mark.browser
def test_every_state_ends_its_arithmetic_with_the_entry_that_is_lit(show: Show) -> None:
    page = show(stepper())
    for state in STATES:
        seen = read(page, state)
        *_, values = tables(state).values()
        *_, (i, j) = lit(state)[-1]
        if state["step"] > 1:
            result = seen["sum"].replace("stays", "=").replace("≈", "=").rpartition(" = ")[2]
            assert shown(plain(values[i, j])) == result, state
        steps = computed(state)
        hidden = np.argwhere(np.isneginf(steps.masked)).tolist()
        hatching = {"mask", "masked", "weights"}
        for name, cells in seen["hatched"].items():
            assert (hidden if name in hatching else []) == cells, state


LINES: list[tuple[State, str]] = [
    ({"step": 1}, "(3, 3) meets (−3, −3)"),
    ({"step": 2}, "3 · (−3) + 3 · (−3) = −9 − 9 = −18"),
    ({"step": 2, "row": 2}, "1 · (−3) + (−1) · (−3) = −3 + 3 = 0"),
    ({"step": 3}, "−18 ÷ √2 ≈ −12.73"),
    ({"step": 3, "scale": "off"}, "−18 stays −18"),
    ({"step": 4, "key": 2}, "0 + (−∞) = −∞"),
    ({"step": 4, "row": 2, "key": 2}, "1.414 + 0 = 1.414"),
    ({"step": 4, "key": 2, "mask": "off"}, "0 stays 0"),
    ({"step": 5, "row": 2}, "e^0 ÷ (e^0 + e^1.414) ≈ 1 ÷ (1 + 4.113) = 1 ÷ 5.113 ≈ 0.1956"),
    (
        {"step": 5, "key": 2},
        "e^−∞ ÷ (e^−12.73 + e^−∞) ≈ 0 ÷ (3·10⁻⁶ + 0) = 0 ÷ (3·10⁻⁶) = 0",
    ),
    (
        {"step": 5, "key": 2, "mask": "off"},
        "e^0 ÷ (e^−12.73 + e^0) ≈ 1 ÷ (3·10⁻⁶ + 1) = 1 ÷ 1.000003 ≈ 0.999997",
    ),
    ({"step": 6, "row": 2}, "0.1956 · 0 + 0.8044 · 1 = 0 + 0.8044 = 0.8044"),
    (
        {"step": 6, "row": 2, "feature": 2},
        "0.1956 · (−1) + 0.8044 · 2 ≈ −0.1956 + 1.6089 ≈ 1.413",
    ),
    (
        {"step": 6, "row": 2, "feature": 2, "scale": "off"},
        "0.1192 · (−1) + 0.8808 · 2 = −0.1192 + 1.7616 ≈ 1.642",
    ),
    (
        {"step": 6, "feature": 2, "mask": "off"},
        "(3·10⁻⁶) · (−1) + 0.999997 · 2 = −3·10⁻⁶ + 1.999994 ≈ 2",
    ),
    (
        {"step": 5, "key": 2, "mask": "off", "scale": "off"},
        "e^0 ÷ (e^−18 + e^0) ≈ 1 ÷ (1.5·10⁻⁸ + 1) ≈ 1 ÷ 1 = 1",
    ),
    ({"step": 6, "feature": 2}, "1 · (−1) + 0 · 2 = −1 + 0 = −1"),
]


@pytest.mark.browser
def test_the_arithmetic_is_that_of_the_book(show: Show) -> None:
    page = show(stepper())
    first = {"step": 1, "mask": "on", "scale": "on", "row": 1, "key": 1, "feature": 1}
    for changes, line in LINES:
        seen = read(page, first | changes)
        assert line == seen["sum"].replace(" to the power of ", "^")


def number_of(text: str) -> Fraction:
    mantissa, _, exponent = text.strip(" ()").replace("−", "-").partition("·10")
    return Fraction(mantissa) * Fraction(10) ** int(
        unicodedata.normalize("NFKC", exponent or "0").replace("−", "-")
    )


def side(text: str) -> Fraction:
    """Work out a product, a quotient or a sum of these as it is written."""
    top, _, bottom = text.partition(" ÷ ")
    if bottom:
        return side(top) / side(bottom)
    total = Fraction()
    for term in re.split(r" \+ (?![^(]*\))", text.replace(" − ", " + −")):
        inner = term.strip("()") if " + " in term else term
        if inner != term:
            total += side(inner)
        else:
            total += prod(map(number_of, term.split(" · ")))
    return total


@pytest.mark.parametrize("step", [2, 5, 6])
def test_sides_that_are_written_as_equal_are_equal(step: int) -> None:
    data: Any = plain(stepper().data)
    checked = 0
    for mask, scale in product(SWITCHES, SWITCHES):
        for line in chain.from_iterable(data["variants"][mask][scale]["lines"][step - 1]):
            text = "".join("^" + part if role == "sup" else part for role, part in line)
            sides = re.split(r" ([=≈]) ", text)
            for left, sign, right in zip(sides[::2], sides[1::2], sides[2::2], strict=False):
                if "e" not in left:
                    assert (sign == "=") == (side(left) == side(right)), text
                    checked += 1
    assert checked >= 24


@pytest.mark.browser
def test_a_step_that_is_left_out_says_so(show: Show) -> None:
    page = show(stepper())
    on, off = ({"step": 3, "scale": switch} for switch in SWITCHES)
    assert ["÷ √2 →"] == read(page, on)["signs"]
    seen = read(page, off)
    assert ["left out →"] == seen["signs"]
    assert "The scaling is left out: every score stays as it is." == seen["says"]
    assert ["+", "="] == read(page, {"step": 4})["signs"]
    seen = read(page, {"step": 4, "mask": "off"})
    assert ["left out →"] == seen["signs"]
    assert "The mask is left out: every token may look everywhere." == seen["says"]
    assert ["softmax →"] == read(page, {"step": 5})["signs"]


@pytest.mark.browser
def test_the_whole_figure_is_worked_by_keyboard_alone(show: Show) -> None:
    page = show(stepper())
    live = page.get_by_role("status")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Previous")).to_be_focused()
    assert "solid" == page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    for step in range(2, 7):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_text(f"Step {step} of 6")).to_be_visible()
    expect(page.get_by_role("button", name="Next")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect(page.get_by_text("Step 1 of 6")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(live).to_contain_text("Step 5, softmax; scaling on, mask on.")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("switch", name="Scaling")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.get_by_role("switch", name="Mask")).not_to_be_checked()
    expect(live).to_contain_text("scaling off, mask off.")
    page.keyboard.press("Tab")
    expect(page.get_by_role("radio", name="Softmax")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    state = {"step": 5, "mask": "off", "scale": "off", "row": 2, "key": 2, "feature": 1}
    weight = shown(plain(computed(state).weights[1, 1]))
    expect(live).to_have_text(
        "Query of token 2, key of token 2: e to the power of 2 ÷ (e to the power of 0 + "
        f"e to the power of 2) ≈ 7.389 ÷ (1 + 7.389) = 7.389 ÷ 8.389 ≈ {weight}"
    )
    assert "#stepper:step=5&mask=off&scale=off&row=2&key=2" == page.evaluate("location.hash")
    page.get_by_role("radio", name="Softmax").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 6 of 6")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="2", exact=True)).to_be_checked()
    expect(page.get_by_role("group", name="Key", exact=True)).to_have_count(0)


@pytest.mark.browser
def test_a_link_leads_to_a_state(show: Show) -> None:
    page = show(stepper(), fragment="#stepper:step=4&mask=off&row=2&key=2&feature=9")
    expect(page.get_by_role("switch", name="Mask")).not_to_be_checked()
    expect(page.get_by_role("switch", name="Scaling")).to_be_checked()
    state = {"step": 4, "mask": "off", "scale": "on", "row": 2, "key": 2, "feature": 1}
    seen = read(page)
    assert {name: texts(values) for name, values in tables(state).items()} == seen["cells"]
    assert "1.414 stays 1.414" == seen["sum"]


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_axe_finds_nothing_and_nothing_overflows(
    show: Show,
    violations: Callable[[Page], list[str]],
    theme: Literal["light", "dark"],
    size: tuple[int, int],
) -> None:
    page = show(stepper(), theme=theme, size=size)
    root = "document.documentElement"
    for step, switch in product(range(1, 7), SWITCHES):
        read(page, {"step": step, "mask": switch, "scale": switch})
        assert [] == violations(page)
        assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
        for target in page.locator("button, label").all():
            if target.is_visible():
                box = target.bounding_box()
                assert box is not None
                assert min(box["width"], box["height"]) >= 24


@pytest.mark.browser
def test_without_javascript_the_first_state_is_there(show: Show) -> None:
    without = show(stepper(), javascript=False)
    first = show(stepper())
    assert first.locator("td:visible").all_inner_texts() == without.locator("td").all_inner_texts()
    captions = ["query (2 × 2)", "key (2 × 2)"]
    assert captions == without.locator("caption").all_inner_texts()
    expect(without.get_by_text("Six steps lead from queries and keys")).to_be_visible()


@pytest.mark.browser
def test_it_shows_more_tokens_and_other_widths(show: Show) -> None:
    query, key, value = normal(0, 3, 4), normal(1, 3, 4), normal(2, 3, 1)
    page = show(step_through(query, key, value, ("a", "b", "c")), home="notebook")
    steps = attention_steps(query, key, value, causal_mask(3))
    seen = read(page, {"step": 6, "row": 3})
    assert texts(steps.weights) == seen["cells"]["weights"]
    assert texts(steps.output) == seen["cells"]["output"]
    assert (
        "Every score is divided by the root of the key width, √4 = 2."
        == (read(page, {"step": 3})["says"])
    )


def test_the_words_hold_the_numbers_of_the_book() -> None:
    words = " ".join(stepper().words)
    for numbers in ("(0, 2)", "(0, 1.414)", "(0.1956, 0.8044)", "(0.8044, 1.413)", "(0, −1)"):
        assert numbers in words
    assert "(3·10⁻⁶, 0.999997)" in words


def test_powers_out_of_range_are_not_written_out() -> None:
    data = plain(step_through([[1000.0]], [[1.0]], [[2.0]], ["only"]).data)
    assert isinstance(data, dict)
    variants: Any = data["variants"]
    parts = variants["on"]["on"]["lines"][4][0][0]
    assert "e1000 ÷ (e1000) = 1" == "".join(text for _, text in parts)


@pytest.mark.parametrize("tokens", [("one",), ("one", "two", "three"), ()])
def test_there_must_be_a_label_for_each_token(tokens: tuple[str, ...]) -> None:
    with refused(ValueError, "tokens", f"got {len(tokens)} labels", "2 queries"):
        step_through(np.eye(2), np.eye(2), np.eye(2), tokens)


def test_there_must_be_something_to_follow() -> None:
    with refused(ValueError, "value", "(2, 0)"):
        step_through(np.eye(2), np.eye(2), np.empty((2, 0)))


def test_data_of_another_shape_is_refused() -> None:
    data = dict(stepper().data)
    del data["variants"]
    with refused(ValueError, "data", "no key 'variants'", "stepper.js"):
        Interactive("ac-stepper", "Label", data, "", "Words.")
