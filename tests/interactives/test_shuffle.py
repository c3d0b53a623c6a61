"""The shuffled words, as computed and as a reader meets them."""

import gzip
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from math import gcd
from typing import Any, Literal

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page, expect
from tests.interactives.conftest import NARROW, WIDE, Show
from tests.tools import close, same

from attention_course import scaled_dot_product_attention, sinusoidal_positions
from attention_course.examples import Sentence, dog_bit_man
from attention_course.experiments.word_changes import position_changes, word_changes
from attention_course.experiments.word_order import WordOrder, try_all_orders
from attention_course.interactives import Interactive
from attention_course.interactives._interactive import ASSETS, plain, shown
from attention_course.interactives._shuffle import shuffle_words

SENTENCE = dog_bit_man()
KINDS = {
    "off": try_all_orders(SENTENCE.x),
    "on": try_all_orders(SENTENCE.x, positions=True),
}
ORDERS = ["".join(order) for order in permutations("01234")]
STATES = [(order, positions) for order in ORDERS[::7] for positions in ("off", "on")]
LOOKS: list[dict[str, Any]] = [
    {"home": home, "theme": theme, "size": size}
    for home in ("book", "notebook")
    for theme in ("light", "dark")
    for size in (WIDE, NARROW)
]
FIRST, SECOND = "01234", "04231"


def made() -> Interactive:
    return shuffle_words(SENTENCE, KINDS["off"], KINDS["on"], pair=("dog", "man"))


def attended(order: str, positions: str) -> NDArray[np.float64]:
    rows = SENTENCE.x[[int(word) for word in order]]
    if positions == "on":
        rows = rows + sinusoidal_positions(5, 4)
    return np.asarray(scaled_dot_product_attention(rows, rows, rows).output)


def words_of(order: str) -> list[str]:
    return [SENTENCE.words[int(word)] for word in order]


def seen_words(page: Page) -> list[str]:
    return page.locator("ac-shuffle .word").all_inner_texts()


def seen_cells(page: Page) -> list[str]:
    return page.locator("ac-shuffle .cell").all_inner_texts()


def cells_of(order: str, positions: str) -> list[str]:
    return [shown(plain(x), 3) for x in attended(order, positions).ravel()]


def told(page: Page) -> str:
    return page.locator("ac-shuffle .told").first.inner_text()


def fragment(page: Page) -> str:
    page.wait_for_timeout(250)
    return str(page.evaluate("location.hash"))


def put(page: Page, **state: str) -> None:
    page.evaluate("state => document.querySelector('ac-shuffle').set(state)", state)


def test_a_word_is_followed_to_wherever_it_stands() -> None:
    x = np.random.default_rng(7).normal(size=(3, 4))
    result = try_all_orders(x, positions=True)
    expected = [
        [
            max(
                abs(result.outputs[n][order.index(word)][c] - result.outputs[0][word][c])
                for c in range(4)
            )
            for word in range(3)
        ]
        for n, order in enumerate(permutations(range(3)))
    ]
    close(expected, word_changes(result))
    same(result.changes, word_changes(result).max(axis=1))


def test_what_positions_change_is_known_word_by_word() -> None:
    expected = [
        [
            np.abs(attended(order, "on")[place] - attended(order, "off")[place]).max()
            for place in map(order.index, "01234")
        ]
        for order in ORDERS
    ]
    close(expected, position_changes(KINDS["off"], KINDS["on"]))
    data: Any = made().data
    assert plain([row[1] for row in expected], 3) == data["added"]


def test_the_page_carries_every_order_with_and_without_positions() -> None:
    data: Any = made().data
    assert ORDERS == data["orders"]
    for positions in ("off", "on"):
        for n, order in enumerate(ORDERS):
            assert plain(attended(order, positions)) == data["outputs"][positions][n]
        for name, values in (("totals", KINDS[positions].changes), ("changes", None)):
            expected = word_changes(KINDS[positions]) if values is None else values
            assert plain(expected, 3) == data[name][positions]
    without = {tuple(sorted(map(tuple, outputs))) for outputs in data["outputs"]["off"]}
    assert 1 == len(without)


def test_shuffling_again_and_again_leads_through_every_order() -> None:
    data: Any = made().data
    at, met = 0, set()
    for _ in ORDERS:
        at = data["shuffled"][at]
        met.add(at)
    assert set(range(120)) == met
    assert 1 == gcd(data["shuffled"][0], 120)


def test_words_that_sound_alike_are_told_apart() -> None:
    data: Any = made().data
    assert ["The (1)", "dog", "bit", "the (2)", "man"] == data["names"]


def test_a_single_word_has_a_single_order() -> None:
    one = try_all_orders(np.ones((1, 2)))
    data: Any = shuffle_words(Sentence(("Go",), np.ones((1, 2))), one, one, pair=("Go", "Go")).data
    assert (["0"], [0]) == (data["orders"], data["shuffled"])


def test_the_text_in_words_holds_the_numbers_of_the_records() -> None:
    text = " ".join(made().words)
    dog = np.abs(attended(FIRST, "on")[1] - attended(SECOND, "on")[4]).max()
    assert f"in the two sentences differ by up to {dog:.2f}" in text
    assert f"over all orders the largest change is {KINDS['on'].changes.max():.2f}" in text
    assert "“dog” has one and the same output in “The dog bit the man” and in “The man bit" in text


@pytest.mark.parametrize(
    ("message", "records"),
    [
        (
            "placed: got other orders",
            ("off", replace(KINDS["on"], orders=KINDS["on"].orders[::-1])),
        ),
        ("alone: got other orders", (try_all_orders(SENTENCE.x[:4]), "on")),
        ("placed: got other orders", ("off", try_all_orders(SENTENCE.x[:4]))),
        (
            "placed: got outputs of shape (120, 5, 2); expected those of `alone`, (120, 5, 4)",
            ("off", try_all_orders(SENTENCE.x[:, :2], positions=True)),
        ),
        ("alone: got outputs that change by up to 2.04; expected none", ("on", "off")),
    ],
)
def test_records_that_do_not_fit_are_refused(
    message: str, records: tuple[str | WordOrder, str | WordOrder]
) -> None:
    alone, placed = (KINDS[kind] if isinstance(kind, str) else kind for kind in records)
    with pytest.raises(ValueError, match=f"^{re.escape(message)}"):
        shuffle_words(SENTENCE, alone, placed, pair=("dog", "man"))


def test_a_word_that_is_not_there_cannot_be_followed() -> None:
    with pytest.raises(ValueError, match=r"^pair: got 'cat'; expected a word of 'The dog bit"):
        shuffle_words(SENTENCE, KINDS["off"], KINDS["on"], pair=("dog", "cat"))


def test_data_that_does_not_fit_the_script_is_refused() -> None:
    interactive = made()
    data = {key: value for key, value in interactive.data.items() if key != "totals"}
    with pytest.raises(ValueError, match=r"^data: got no key 'totals'; .* by shuffle\.js$"):
        replace(interactive, data=data)


def test_script_and_data_are_small() -> None:
    assert len(gzip.compress((ASSETS / "shuffle.js").read_bytes())) < 4_500
    assert len(gzip.compress(made().json.encode())) < 60_000


@pytest.mark.browser
def test_without_javascript_the_first_outputs_are_a_table(show: Show) -> None:
    page = show(made(), javascript=False)
    assert cells_of(FIRST, "off") == page.locator("ac-shuffle tbody td").all_inner_texts()
    assert words_of(FIRST) == page.locator("ac-shuffle tbody th").all_inner_texts()
    expect(page.get_by_text("Put the words into another order")).to_be_visible()


@pytest.mark.browser
def test_what_stands_on_the_page_is_what_the_library_computes(show: Show) -> None:
    page = show(made())
    assert len(STATES) > 24
    for order, positions in [(FIRST, "on"), (SECOND, "off"), ("31204", "on"), *STATES]:
        put(page, order=order, positions=positions)
        outputs, start = attended(order, positions), attended(FIRST, positions)
        changes = [
            np.abs(outputs[place] - start[int(word)]).max() for place, word in enumerate(order)
        ]
        assert words_of(order) == seen_words(page)
        assert cells_of(order, positions) == seen_cells(page)
        same = "as at start" if positions == "on" else "no change"
        assert [
            f"change {shown(plain(change, 3))}"
            if change > 1e-12
            else ("start" if order == FIRST else same)
            for change in changes
        ] == page.locator(".change").all_inner_texts()
        if positions == "off":
            expected = "No output has changed" if order != FIRST else "The other orders"
            assert told(page).startswith(expected)
        elif order == FIRST:
            assert told(page).startswith("Positions change “dog” by up to 1.23. With them, other")
        else:
            assert told(page).endswith(f" by up to {shown(plain(max(changes), 3))}.")


@pytest.mark.browser
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_axe_finds_nothing_and_nothing_overflows(
    show: Show, violations: Callable[[Page], list[str]], look: dict[str, Any]
) -> None:
    page = show(made(), **look)
    for order, positions, compare in (
        (FIRST, "off", "off"),
        (SECOND, "off", "on"),
        ("31420", "on", "on"),
        ("31204", "on", "off"),
        (FIRST, "on", "off"),
    ):
        put(page, order=order, positions=positions, compare=compare)
        page.wait_for_timeout(200)
        assert [] == violations(page)
        root = "document.documentElement"
        assert page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth")
        inside = "e => e.scrollWidth <= e.clientWidth"
        for card in page.locator(".card").all():
            assert card.evaluate(inside)
        for target in page.locator("ac-shuffle :is(button, label, .word)").all():
            box = target.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 24


@pytest.mark.browser
def test_the_keyboard_alone_leads_from_one_sentence_to_the_other(show: Show) -> None:
    page = show(made())
    expect(page.get_by_role("status")).to_contain_text("“The dog bit the man”.")
    later = page.get_by_role("button", name="Move dog later")
    while not later.evaluate("e => e === document.activeElement"):
        page.keyboard.press("Tab")
    assert "solid" == later.evaluate("e => getComputedStyle(e).outlineStyle")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("status")).to_have_text(
        re.compile(
            r"^dog moved to place 3 of 5\. “The bit dog the man”\. No output has changed: by "
        )
    )
    expect(later).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Control+ArrowLeft")
    expect(later).to_be_focused()
    expect(later).to_have_attribute("aria-disabled", "true")
    assert words_of("02341") == seen_words(page)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Move man later")).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert ["The", "man", "bit", "the", "dog"] == seen_words(page)
    assert cells_of(SECOND, "off") == seen_cells(page)
    assert "#shuffle:order=04231" == fragment(page)
    switch = page.get_by_role("switch", name="Add positions")
    while not switch.evaluate("e => e === document.activeElement"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    assert cells_of(SECOND, "on") == seen_cells(page)
    dog = shown(plain(np.abs(attended(SECOND, "on")[4] - attended(SECOND, "off")[4]).max(), 3))
    expect(page.get_by_role("status")).to_have_text(
        f"Positions are now in every output; they change dog by up to {dog}. "
        "“The man bit the dog”. With positions, outputs differ from those of "
        "“The dog bit the man” by up to 1.11."
    )
    assert "#shuffle:order=04231&positions=on" == fragment(page)


@pytest.mark.browser
def test_up_and_down_move_a_word_where_the_cards_are_a_column(show: Show) -> None:
    page = show(made(), size=NARROW)
    page.get_by_role("button", name="Move bit later").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert words_of("01324") == seen_words(page)


@pytest.mark.browser
def test_one_button_compares_dog_in_both_sentences(show: Show) -> None:
    page = show(made())
    compare = page.get_by_role("button", name="Compare “dog” in both")
    expect(page.locator(".comparison")).to_be_hidden()
    compare.click()
    expect(compare).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status")).to_contain_text("“dog” has the same output in both")
    for positions, said in (
        ("off", "Without positions, “dog” has the same output in both, within "),
        ("on", "With positions, “dog” has two outputs. They differ by up to 1.11."),
    ):
        put(page, positions=positions)
        both = [attended(FIRST, positions)[1], attended(SECOND, positions)[4]]
        assert [shown(plain(x), 3) for x in np.ravel(both)] == page.locator(
            ".comparison td"
        ).all_inner_texts()
        assert page.locator(".comparison .told").inner_text().startswith(said)
    assert "#shuffle:positions=on&compare=on" == fragment(page)
    compare.click()
    expect(page.locator(".comparison")).to_be_hidden()


@pytest.mark.browser
def test_buttons_lead_to_the_sentences_through_the_orders_and_back(show: Show) -> None:
    interactive = made()
    data: Any = interactive.data
    page = show(interactive, fragment="#shuffle:positions=on&compare=on")
    page.get_by_role("button", name="The man bit the dog").click()
    assert words_of(SECOND) == seen_words(page)
    page.get_by_role("button", name="The dog bit the man").click()
    assert words_of(FIRST) == seen_words(page)
    at = 0
    for _ in range(3):
        page.get_by_role("button", name="Shuffle").click()
        at = data["shuffled"][at]
        assert words_of(ORDERS[at]) == seen_words(page)
        assert cells_of(ORDERS[at], "on") == seen_cells(page)
    page.get_by_role("button", name="Back to the start").click()
    assert cells_of(FIRST, "off") == seen_cells(page)
    assert "" == fragment(page)


@pytest.mark.browser
def test_a_link_leads_to_an_order(show: Show) -> None:
    page = show(made(), fragment="#shuffle:order=43210&positions=on")
    assert words_of("43210") == seen_words(page)
    assert cells_of("43210", "on") == seen_cells(page)
    page.evaluate("location.hash = '#shuffle:order=99999'")
    page.wait_for_function("document.querySelector('ac-shuffle').state.positions === 'off'")
    assert words_of(FIRST) == seen_words(page)


def middle(page: Page, word: str) -> tuple[float, float]:
    box = page.locator(".card", has=page.get_by_text(word, exact=True)).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + 20


@pytest.mark.browser
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["row", "column"])
def test_a_word_is_dragged_with_the_mouse(show: Show, size: tuple[int, int]) -> None:
    page = show(made(), size=size)
    page.locator(".cards").scroll_into_view_if_needed()
    page.wait_for_timeout(100)
    start, end = middle(page, "dog"), middle(page, "man")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    assert words_of("02341") == seen_words(page)
    expect(page.locator(".held")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".held")).to_have_count(0)
    page.wait_for_timeout(250)
    assert cells_of("02341", "off") == seen_cells(page)
    page.mouse.move(*start)
    assert words_of("02341") == seen_words(page)
    expect(page.get_by_role("status")).to_contain_text("dog moved to place 5 of 5.")
    assert end == pytest.approx(middle(page, "dog"))


@pytest.mark.browser
def test_escape_puts_a_dragged_word_back(show: Show) -> None:
    page = show(made())
    page.locator(".cards").scroll_into_view_if_needed()
    put(page, order="02134")
    page.wait_for_timeout(250)
    start, end = middle(page, "dog"), middle(page, "man")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=8)
    assert words_of("02341") == seen_words(page)
    page.keyboard.press("Shift")
    expect(page.locator(".held")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".held")).to_have_count(0)
    assert words_of("02134") == seen_words(page)
    page.mouse.move(*start, steps=4)
    page.mouse.up()
    page.keyboard.press("Escape")
    assert words_of("02134") == seen_words(page)
    assert "#shuffle:order=02134" == fragment(page)


@pytest.mark.browser
def test_switching_positions_on_says_what_they_change(show: Show) -> None:
    page = show(made())
    assert ["start"] * 5 == page.locator(".change").all_inner_texts()
    page.get_by_role("switch", name="Add positions").click()
    expect(page.get_by_role("status")).to_have_text(
        "Positions are now in every output. “The dog bit the man”. Positions change “dog” by up to "
        "1.23. With them, other orders are compared with this one."
    )
    page.get_by_role("switch", name="Add positions").click()
    expect(page.get_by_role("status")).to_contain_text("Positions off. “The dog bit the man”.")


@pytest.mark.browser
def test_a_finger_on_the_word_drags_it_and_elsewhere_scrolls(show: Show) -> None:
    page = show(made(), size=(390, 500))
    page.emulate_media(reduced_motion="reduce")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(start: tuple[float, float], dy: float, last: str) -> None:
        for type_, at in (("Start", 0), ("Move", 0.3), ("Move", 0.7), ("Move", 1)):
            point = {"x": start[0], "y": start[1] + at * dy}
            session.send(
                "Input.dispatchTouchEvent", {"type": f"touch{type_}", "touchPoints": [point]}
            )
        session.send("Input.dispatchTouchEvent", {"type": f"touch{last}", "touchPoints": []})
        page.wait_for_timeout(100)

    boxes = [page.locator(f".card[data-word='{n}'] .word").bounding_box() for n in (1, 2)]
    dog, bit = ((box["x"] + 9, box["y"] + 9) for box in boxes if box)
    step = bit[1] - dog[1]
    touch(dog, step, "End")
    assert words_of("02134") == seen_words(page)
    touch(dog, step, "Cancel")
    assert words_of("02134") == seen_words(page)
    expect(page.locator(".held")).to_have_count(0)
    assert 0 == page.evaluate("scrollY")
    touch((dog[0] + 20, dog[1] + 35), -step, "End")
    assert words_of("02134") == seen_words(page)
    assert page.evaluate("scrollY") > 0


@pytest.mark.browser
@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_cards_slide_only_for_those_who_want_motion(
    show: Show, motion: Literal["reduce", "no-preference"]
) -> None:
    page = show(made())
    page.emulate_media(reduced_motion=motion)
    put(page, order=SECOND)
    running = page.evaluate("document.getAnimations().length > 0")
    assert (motion == "no-preference") == running
