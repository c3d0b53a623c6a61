"""Colours that carry meaning can be read in both themes."""

import re

import pytest

from attention_course._palette import PALETTE, Colour

LIGHT_PAGE, DARK_PAGE = "#ffffff", "#131416"


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    linear = []
    for start in (1, 3, 5):
        c = int(colour[start : start + 2], 16) / 255
        linear.append(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2.2 defines it."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_has_the_largest_contrast() -> None:
    assert 21 == pytest.approx(contrast("#000000", "#ffffff"))


def test_each_role_has_one_colour_of_its_own() -> None:
    assert ["query", "key", "value", "weights", "masked"] == [c.role for c in PALETTE]
    assert 5 == len({c.light for c in PALETTE}) == len({c.dark for c in PALETTE})


@pytest.mark.parametrize("colour", PALETTE, ids=lambda c: c.role)
def test_a_role_is_readable_as_text_on_either_page(colour: Colour) -> None:
    for code in (colour.light, colour.dark):
        assert re.fullmatch(r"#[0-9A-F]{6}", code)
    assert contrast(colour.light, LIGHT_PAGE) >= 4.5
    assert contrast(colour.dark, DARK_PAGE) >= 4.5


@pytest.mark.parametrize(
    ("role", "largest"), [("query", "blue"), ("key", "red"), ("value", "green")]
)
def test_a_role_has_the_hue_that_the_book_names(role: str, largest: str) -> None:
    colour = next(c for c in PALETTE if c.role == role)
    for code in (colour.light, colour.dark):
        channels = {"red": code[1:3], "green": code[3:5], "blue": code[5:7]}
        assert largest == max(channels, key=lambda name: int(channels[name], 16))


def test_weights_are_purple_and_masked_is_grey() -> None:
    colours = {c.role: c for c in PALETTE}
    for code in (colours["weights"].light, colours["weights"].dark):
        assert code[3:5] < code[1:3] < code[5:7]
    for code in (colours["masked"].light, colours["masked"].dark):
        assert code[1:3] == code[3:5] == code[5:7]
