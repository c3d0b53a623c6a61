"""What the order of the words changes."""

import numpy as np
from tests.figures.pictures import (
    SVG,
    order_changes,
    parsed,
    stand_in_order,
    texts,
    word_order,
)
from tests.tools import normal, refused, untouched

from attention_course._palette import VALUE
from attention_course.examples import dog_bit_man
from attention_course.experiments.word_order import WordOrder, try_all_orders
from attention_course.figures import show_order_changes, show_word_order

PAIR = (("a", "b", "A"), ("b", "a", "A"))


def test_every_output_stands_beside_its_word() -> None:
    first, second = normal(1, 3, 2), normal(2, 3, 2)
    (svg,) = show_word_order(PAIR, {"One": (first, second)}, follow="b").svgs
    for array in (first, second):
        cells = [f"{value:.2f}".replace("-", "−") for value in array.flat]
        assert stand_in_order(cells, texts(svg))


def test_each_word_is_joined_to_itself_and_the_followed_word_most() -> None:
    zero = np.zeros((3, 2))
    (svg,) = show_word_order(PAIR, {"One": (zero, zero)}, follow="b").svgs
    lines = [path.attrib for path in parsed(svg).iter(f"{SVG}path") if path.get("fill") == "none"]
    assert [line["stroke"] for line in lines if line.get("stroke-width") == "1.8"] == [
        f"var(--value, {VALUE.light})"
    ]
    assert [line["stroke"] for line in lines if line.get("stroke-opacity") == "0.3"] == [
        "currentColor",
        "currentColor",
    ]


def test_the_second_of_two_equal_words_is_joined_to_the_second() -> None:
    first = np.array([[1.0], [2.0], [3.0]])
    second = np.array([[2.0], [1.0], [3.0]])
    (label,) = show_word_order(PAIR, {"One": (first, second)}, follow="a").labels
    assert label == "One: “a”: the same output, within 0."


def test_outputs_may_be_lists() -> None:
    lists = show_word_order(PAIR, {"One": ([[1], [2], [3]], [[2], [1], [3]])}, follow="a")
    assert lists.labels == ("One: “a”: the same output, within 0.",)


def test_the_dog_is_the_same_until_there_are_positions() -> None:
    without, with_positions = word_order().labels
    assert "“dog”: the same output, within" in without
    assert "“dog”: another output, by up to 1.11" in with_positions


def test_every_order_has_its_dot() -> None:
    root = parsed(order_changes().svgs[0])
    dots = [element for element in root.iter(f"{SVG}use") if "fill-opacity" in element.attrib]
    assert len(dots) == 2 * 120


def test_an_order_that_changes_nothing_stands_at_zero_and_rounding_is_no_change() -> None:
    record = WordOrder(np.zeros((4, 1), np.int_), np.zeros((4, 1, 1)), np.array([0, 0, 1e-16, 0.5]))
    drawing = show_order_changes({"all": record})
    places = [
        float(element.attrib["x"])
        for element in parsed(drawing.svgs[0]).iter(f"{SVG}use")
        if "fill-opacity" in element.attrib
    ]
    assert len(set(places)) == 3
    assert "1 of 4 orders change an output" in texts(drawing.svgs[0])
    assert drawing.labels[0].endswith("all: 4 orders, largest change 0.5.")


def test_without_mask_and_positions_every_order_is_but_rounding() -> None:
    record = try_all_orders(dog_bit_man().x)
    shown = texts(show_order_changes({"none": record}).svgs[0])
    assert "in all 120 orders nothing but rounding" in shown


def test_the_arrays_are_left_as_they_were() -> None:
    record = try_all_orders(dog_bit_man().x[:3])
    first, second = normal(1, 3, 2), normal(2, 3, 2)
    with untouched(record.orders, record.changes, first, second):
        show_order_changes({"none": record})
        show_word_order(PAIR, {"One": (first, second)}, follow="b")


def test_what_does_not_fit_is_refused() -> None:
    three = normal(1, 3, 2)
    with refused(ValueError, "records", "no condition"):
        show_order_changes({})
    with refused(ValueError, "outputs", "no condition"):
        show_word_order(PAIR, {}, follow="a")
    with refused(ValueError, "sentences", "same words"):
        show_word_order((("a", "b"), ("a", "c")), {"One": (three, three)}, follow="a")
    with refused(ValueError, "follow", "'d'"):
        show_word_order(PAIR, {"One": (three, three)}, follow="d")
    for wrong in (three[:2], three[0], three[:, :0]):
        with refused(ValueError, "outputs['One']", str(wrong.shape)):
            show_word_order(PAIR, {"One": (three, wrong)}, follow="a")
    with refused(ValueError, "outputs['One']", "(3, 2)", "(3, 1)"):
        show_word_order(PAIR, {"One": (three, three[:, :1])}, follow="a")
    with refused(TypeError, "outputs['One']"):
        show_word_order(PAIR, {"One": (three, [["a"], ["b"], ["c"]])}, follow="a")
