import re
from pathlib import Path

import pytest

from _ext.palette_css import stylesheet
from attention_course._palette import PALETTE, Colour

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("colour", PALETTE, ids=lambda colour: colour.role)
def test_each_role_has_a_colour_for_both_themes_and_a_class(colour: Colour) -> None:
    css = stylesheet()
    assert css.count(f"--{colour.role}: {colour.light};") == 1
    assert css.count(f"--{colour.role}: {colour.dark};") == 2
    assert f".role-{colour.role} {{ color: var(--{colour.role}); }}" in css


def test_masked_cells_are_hatched() -> None:
    assert re.search(r"\.masked \{\s+background-image: repeating-linear-gradient", stylesheet())


def test_no_other_file_of_the_book_types_a_colour_of_the_palette() -> None:
    colours = {value.lower() for c in PALETTE for value in (c.light, c.dark)}
    files = [
        path for path in DOCS.rglob("*") if path.suffix in {".css", ".js", ".html", ".py", ".svg"}
    ]
    assert files
    typed = [
        path.name
        for path in files
        if any(colour in path.read_text(encoding="utf-8").lower() for colour in colours)
    ]
    assert typed == []
