"""The five steps of one attention, and variants of it."""

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.figures.pictures import SVG, corners, hatched, parsed, stand_in_order, texts
from tests.tools import normal, refused, untouched

from attention_course import AttentionSteps, attention_steps, causal_mask
from attention_course._numbers import number
from attention_course._palette import KEY, QUERY, VALUE, WEIGHTS
from attention_course.examples import two_tokens
from attention_course.figures import compare_steps, show_steps


def book_steps() -> AttentionSteps:
    tokens = two_tokens()
    return attention_steps(tokens.query, tokens.key, tokens.value, causal_mask(2))


def cells(array: NDArray[np.floating]) -> list[str]:
    """Return the entries as they are read off the picture."""
    return [number(float(v)).replace("^{", "").replace("}", "") for v in array.flat]


def test_every_number_of_the_record_stands_in_its_step() -> None:
    steps = book_steps()
    shown = [texts(svg) for svg in show_steps(steps).svgs]
    mask = causal_mask(2)
    for step, arrays in enumerate(
        (
            (steps.query, steps.key, steps.scores),
            (steps.scores, steps.scaled),
            (steps.scaled, mask, steps.masked),
            (steps.masked, steps.weights),
            (steps.weights, steps.value, steps.output),
        )
    ):
        assert all(stand_in_order(cells(array), shown[step]) for array in arrays), step


def test_the_followed_entry_is_worked_out_below_each_step() -> None:
    sums = [texts(svg)[-1] for svg in show_steps(book_steps()).svgs]
    assert sums == [
        "1 · 1 + (−1) · (−1) = 2",
        "2 ÷ √2 = 1.414",
        "1.414 + 0 = 1.414",
        "e1.414 ÷ (e0 + e1.414) = 0.8044",
        "0.1956 · (−1) + 0.8044 · 2 = 1.413",
    ]


def test_a_masked_entry_can_be_followed() -> None:
    sums = [texts(svg)[-1] for svg in show_steps(book_steps(), follow=(0, 1)).svgs]
    assert sums[2] == "0 + (−∞) = −∞"
    assert sums[3] == "e−∞ ÷ (e−12.73 + e−∞) = 0"


def test_a_long_sum_is_shortened() -> None:
    steps = attention_steps(normal(1, 2, 5), normal(2, 5, 5), normal(3, 5, 1))
    assert texts(show_steps(steps).svgs[0])[-1].count("·") == 3
    assert " + … + " in texts(show_steps(steps).svgs[0])[-1]


@pytest.mark.parametrize(("scale", "told"), [(None, "÷ √2"), (1.0, "× 1"), (0.25, "× 0.25")])
def test_the_scale_is_told_as_it_was(scale: float | None, told: str) -> None:
    tokens = two_tokens()
    steps = attention_steps(tokens.query, tokens.key, tokens.value, scale=scale)
    assert told in texts(show_steps(steps).svgs[1])


def test_the_outlined_cells_are_those_that_make_the_followed_entry() -> None:
    def outlined(svg: str, colour: str) -> list[tuple[float, float, float, float]]:
        stroke = f"({colour})" if colour == "currentColor" else colour
        return [
            corners(path)
            for path in parsed(svg).iter(f"{SVG}path")
            if stroke in f"({path.get('stroke')})" and path.get("stroke-width") == "1.6"
        ]

    first, *_, softmax, last = show_steps(book_steps()).svgs
    assert [len(outlined(first, c)) for c in (QUERY.light, KEY.light, "currentColor")] == [2, 2, 1]
    assert [len(outlined(softmax, c)) for c in ("currentColor", WEIGHTS.light)] == [2, 1]
    assert [len(outlined(last, c)) for c in (WEIGHTS.light, VALUE.light)] == [2, 3]


def test_hidden_cells_and_no_others_are_hatched() -> None:
    for svg, expected in zip(show_steps(book_steps()).svgs, (0, 0, 2, 1, 0), strict=True):
        boxes = hatched(svg)
        marks = [
            (float(text.attrib["x"]), float(text.attrib["y"]))
            for text in parsed(svg).iter(f"{SVG}text")
            if text.text == "−∞"
        ]
        assert len(boxes) == len(marks) == expected
        for x, y in marks:
            assert any(left < x < right and top < y < low for left, top, right, low in boxes)


def test_a_weights_cell_is_tinted_by_its_weight() -> None:
    steps = book_steps()
    tints = [
        float(path.attrib["fill-opacity"])
        for path in parsed(show_steps(steps).svgs[3]).iter(f"{SVG}path")
        if "weights" in path.get("fill", "") and path.get("fill-opacity") != "1"
    ]
    expected = [0.45 * weight for weight in steps.weights.flat if weight]
    assert tints == pytest.approx(expected, abs=0.01)


def test_tokens_label_queries_and_keys() -> None:
    (first, *_) = show_steps(book_steps(), ("red", "blue")).svgs
    assert texts(first).count("red") == 3


def test_cross_attention_is_numbered_from_one() -> None:
    steps = attention_steps(normal(1, 1, 2), normal(2, 3, 2), normal(3, 3, 4))
    (first, *_) = show_steps(steps).svgs
    assert stand_in_order(["1", "2", "3"], texts(first))


def test_variants_stand_under_each_other_with_their_numbers() -> None:
    tokens = two_tokens()
    free = attention_steps(tokens.query, tokens.key, tokens.value)
    drawing = compare_steps({"causal": book_steps(), "free": free})
    (shown,) = map(texts, drawing.svgs)
    for steps in (book_steps(), free):
        for array in (steps.masked, steps.weights, steps.output):
            assert stand_in_order(cells(array), shown)
    assert "0.999997" in shown
    assert len(hatched(drawing.svgs[0])) == 1
    assert "free: weights 3·10^−6, 0.999997" in drawing.labels[0]


def test_the_record_is_left_as_it_was() -> None:
    steps = book_steps()
    with untouched(steps.query, steps.scaled, steps.masked, steps.weights, steps.output):
        show_steps(steps)
        compare_steps({"one": steps})


def test_what_does_not_fit_is_refused() -> None:
    batched = attention_steps(normal(1, 2, 3, 2), normal(2, 2, 3, 2), normal(3, 2, 3, 2))
    empty = attention_steps(normal(1, 0, 2), normal(2, 3, 2), normal(3, 3, 2))
    for steps in (batched, empty):
        with refused(ValueError, "steps", str(steps.scores.shape)):
            show_steps(steps)
    with refused(ValueError, "variants['all']", "(2, 3, 3)"):
        compare_steps({"all": batched})
    capped = attention_steps(normal(1, 2, 2), normal(2, 2, 2), normal(3, 2, 2), soft_cap=1.0)
    with refused(ValueError, "steps", "soft cap"):
        show_steps(capped)
    with refused(ValueError, "variants['capped']", "soft cap"):
        compare_steps({"capped": capped})
    with refused(ValueError, "variants", "no entry"):
        compare_steps({})
    with refused(ValueError, "tokens", "3 labels"):
        show_steps(book_steps(), ("a", "b", "c"))
    with refused(ValueError, "tokens", "1 labels"):
        compare_steps({"one": book_steps()}, ("a",))
    for follow in ((2, 0), (0, -3)):
        with refused(ValueError, "follow", str(follow)):
            show_steps(book_steps(), follow=follow)
