"""From a figure to a picture in the page."""

import pytest
from matplotlib.figure import Figure
from tests.figures.pictures import SVG, parsed, texts
from tests.tools import refused

from attention_course._palette import QUERY
from attention_course.figures import InlineSvg
from attention_course.figures._inline import drawing_style, inline_svg


def written(*lines: str, colour: str = "black") -> Figure:
    with drawing_style():
        figure = Figure(figsize=(5, 2))
        for line in lines:
            figure.text(0.1, 0.5, line, color=colour)
    return figure


def test_one_picture_stands_alone_in_its_figure() -> None:
    html = inline_svg((written("a"), "One letter."))._repr_html_()
    assert html.startswith('<figure class="drawing">\n<svg ')
    assert html.endswith("</svg>\n</figure>")


def test_several_pictures_stand_beside_each_other_where_there_is_room() -> None:
    drawing = inline_svg((written("a"), "One."), (written("b"), "Two."), caption="a < b")
    html = drawing._repr_html_()
    assert "display:grid" in html
    assert f"minmax(min(100%,{drawing.narrowest}px),1fr)" in html
    assert html.count("<svg ") == 2
    assert html.endswith("<figcaption>a &lt; b</figcaption></figure>")


def test_where_no_picture_can_be_shown_its_description_is_printed() -> None:
    drawing = inline_svg((written("a"), "One letter."), caption="A letter")
    assert repr(drawing) == "InlineSvg(labels=('One letter.',), caption='A letter')"


def test_a_description_and_a_text_may_hold_any_character() -> None:
    label = """"a" & <b> 'c'"""
    drawing = inline_svg((written("x < y & $z$"), label))
    assert parsed(drawing.svgs[0]).attrib["aria-label"] == label
    assert texts(drawing.svgs[0]) == ["x < y & $z$"]


def test_marked_text_becomes_italics_subscripts_and_superscripts_in_line() -> None:
    (svg,) = inline_svg((written("*d*_{k} = 10^{−6}, x_{12}^{T}*y*"), "A width.")).svgs
    (text,) = parsed(svg).iter(f"{SVG}text")
    spans = list(text)
    assert "".join(text.itertext()) == "dk = 10−6, x12Ty"
    assert text.text is None
    assert [span.text for span in spans] == ["d", "k", " = 10", "−6", ", x", "12", "T", "y"]
    italic = [span.text for span in spans if span.get("font-style") == "italic"]
    assert italic == ["d", "k", "y"]
    assert sum(float(span.get("dy", 0)) for span in spans) == pytest.approx(0, abs=0.02)


def test_text_before_and_after_a_mark_on_its_line_needs_no_span() -> None:
    (svg,) = inline_svg((written("width *d* of it"), "A width.")).svgs
    (text,) = parsed(svg).iter(f"{SVG}text")
    assert (text.text, [span.tail for span in text]) == ("width ", [" of it"])


def test_marks_are_read_out_plainly() -> None:
    drawing = inline_svg((written("a"), "*N* is 10^{6}, *d*_{k} is 2."))
    assert drawing.labels == ("N is 10^6, d_k is 2.",)


def test_a_role_has_the_pages_colour_with_the_palettes_to_fall_back_on() -> None:
    (svg,) = inline_svg((written("q", colour=QUERY.light), "A letter.")).svgs
    assert f'fill="var(--query, {QUERY.light})"' in svg


def test_a_colour_without_meaning_is_refused() -> None:
    with refused(ValueError, "figure", "#ff0000", "palette"):
        inline_svg((written("a", colour="red"), "A letter."))


def test_pictures_with_the_same_content_and_other_descriptions_share_no_id() -> None:
    def hatched() -> Figure:
        figure = Figure()
        figure.add_subplot().bar([1], [1], hatch="/", facecolor="none", edgecolor="black")
        return figure

    one, two = (inline_svg((hatched(), label)).svgs[0] for label in ("One.", "Two."))
    ids = [{element.get("id") for element in parsed(svg).iter()} - {None} for svg in (one, two)]
    assert all(ids)
    assert not set.intersection(*ids)


def test_a_drawing_cannot_be_changed() -> None:
    drawing = InlineSvg(("<svg/>",), ("Nothing.",), 1)
    with pytest.raises(AttributeError):
        drawing.caption = "no"  # type: ignore[misc]
