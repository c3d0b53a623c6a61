"""What holds for every picture, whatever it shows."""

import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import matplotlib as mpl
import pytest
from tests.figures.pictures import ALL, parsed, texts

from attention_course._palette import PALETTE
from attention_course.figures import InlineSvg

ROOT = Path(__file__).parents[2]
every_picture = pytest.mark.parametrize("name", ALL)


@cache
def picture(name: str) -> InlineSvg:
    return ALL[name]()


def digest(draw: Callable[[str], InlineSvg] = lambda name: ALL[name]()) -> str:
    """Return a hash of all pictures."""
    return sha256("".join(draw(name)._repr_html_() for name in ALL).encode()).hexdigest()


@every_picture
def test_it_is_well_formed_and_described(name: str) -> None:
    drawing = picture(name)
    assert len(drawing.labels) == len(drawing.svgs) > 0
    for svg, label in zip(drawing.svgs, drawing.labels, strict=True):
        root = parsed(svg)
        assert root.attrib["role"] == "img"
        assert root.attrib["aria-label"] == label
        assert label.endswith(".")
        assert not re.search(r"[{}*]", label)
        left, top, width, height = (float(n) for n in root.attrib["viewBox"].split())
        assert (left, top) == (0, 0)
        assert min(width, height) > 0


@every_picture
def test_its_colours_are_the_pages_and_the_palettes(name: str) -> None:
    variables = {f"var(--{colour.role}, {colour.light})" for colour in PALETTE}
    for svg in picture(name).svgs:
        colours = {
            element.attrib[name]
            for element in parsed(svg).iter()
            for name in ("fill", "stroke")
            if name in element.attrib
        }
        named = {colour for colour in colours if not colour.startswith("url(#")}
        assert named <= variables | {"currentColor", "none"}
        assert not re.search(r"(?<!, )#[0-9a-fA-F]{6}\b(?!-)", svg)


@every_picture
def test_it_brings_no_style_sheet_script_prolog_or_date(name: str) -> None:
    for svg in picture(name).svgs:
        assert svg.startswith("<svg ")
        assert not re.search(r"<style|<script|<\?xml|<!--|metadata|xlink|Matplotlib", svg)


@every_picture
def test_its_text_is_text_in_the_pages_font(name: str) -> None:
    for svg in picture(name).svgs:
        assert texts(svg)
        assert "DejaVu" not in svg
        assert "Source Sans 3" in parsed(svg).attrib["style"]
        assert not re.search(r"[{}*$]|  ", "".join(texts(svg)))


def test_no_two_ids_of_a_page_are_alike_and_every_reference_leads_somewhere() -> None:
    page = "".join(picture(name)._repr_html_() for name in ALL)
    ids = re.findall(r' id="([^"]+)"', page)
    referred = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', page))
    assert len(ids) == len(set(ids))
    assert {one or other for one, other in referred} == set(ids)


def test_two_runs_give_the_same_bytes() -> None:
    assert digest(picture) == digest()


def test_a_fresh_process_gives_the_same_bytes_and_takes_no_pyplot() -> None:
    command = (
        "import sys; from tests.figures.test_every_picture import digest;"
        "print(digest(), 'matplotlib.pyplot' in sys.modules)"
    )
    fresh = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert fresh.stdout.split() == [digest(picture), "False"]


def test_the_callers_matplotlib_settings_neither_matter_nor_change() -> None:
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.grid": True}):
        before = dict(mpl.rcParams)
        assert digest(picture) == digest()
        assert before == dict(mpl.rcParams)
