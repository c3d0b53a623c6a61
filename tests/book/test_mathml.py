import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from docutils import nodes
from sphinx.testing.util import SphinxTestApp

from _ext.latex import LETTERS, OPERATORS
from _ext.mathml import FormulaError, to_mathml
from attention_course._palette import PALETTE


def _parsed(latex: str, *, display: bool = False) -> ET.Element:
    markup = to_mathml(latex, display=display).replace("&ApplyFunction;", "\u2061")
    return ET.fromstring(markup)  # noqa: S314 - our own markup


@pytest.mark.parametrize("role", [colour.role for colour in PALETTE])
def test_a_part_with_a_role_gets_a_class_and_no_colour(role: str) -> None:
    markup = to_mathml(rf"\{role}{{x_i}} + y", display=False)
    assert markup.count(f'class="role-{role}"') == 1
    assert "color:" not in markup


@pytest.mark.parametrize("name", sorted(OPERATORS | LETTERS))
def test_each_macro_of_the_book_converts(name: str) -> None:
    assert _parsed(rf"x^{{\{name}}} = \{name}").tag == "math"


def test_a_letter_keeps_its_colour_under_a_transpose() -> None:
    msup = _parsed(r"\K^\T").find(".//msup")
    assert msup is not None
    assert [child.get("class") for child in msup] == ["role-key", None]


def test_the_annotation_is_latex_that_can_be_pasted_elsewhere() -> None:
    note = _parsed(r"\softmax(\Q\K^\T) < 1").find(".//annotation")
    assert note is not None
    assert note.text == r"\operatorname{softmax}({Q}{K}^\top) < 1"


def test_a_display_formula_says_so() -> None:
    assert _parsed("a = b", display=True).get("display") == "block"


@pytest.mark.parametrize(
    ("latex", "told"),
    [
        (r"\foo{x}", r"\foo"),
        (r"\frac{1", r"\frac{1"),
        (r"\textcolor{red}{x}", "role"),
        (r"\color{red} x", "role"),
    ],
)
def test_a_faulty_formula_is_named(latex: str, told: str) -> None:
    with pytest.raises(FormulaError, match=re.escape(told)):
        to_mathml(latex, display=False)


def _build(folder: Path, page: str) -> str:
    (folder / "conf.py").write_text(
        'extensions = ["_ext.mathml"]\nhtml_math_renderer = "mathml"\nnitpicky = True\n'
    )
    (folder / "index.rst").write_text(f"Page\n====\n\n{page}\n", encoding="utf-8")
    app = SphinxTestApp("html", srcdir=folder, warningiserror=True)
    try:
        app.build()
        return (app.outdir / "index.html").read_text(encoding="utf-8")
    finally:
        app.cleanup()


def test_equations_are_numbered_and_can_be_referred_to(tmp_path: Path) -> None:
    html = _build(tmp_path, ".. math:: a = b\n   :label: first\n\nSee :eq:`first`.")
    assert html.count('id="equation-first"') == 1
    assert '<span class="eqno">(1)' in html
    assert 'href="#equation-first"' in html


def test_marks_that_touch_a_formula_stay_on_its_line(tmp_path: Path) -> None:
    html = _build(tmp_path, "The width (:math:`d_k`), and :math:`x` alone.")
    text = re.sub(r"<math>.*?</math>", "∎", html, flags=re.DOTALL)
    assert '<span class="unbroken">(∎),</span> and ∎ alone.' in text


def test_an_error_names_the_page_and_the_formula(tmp_path: Path) -> None:
    with pytest.raises(FormulaError, match=r"index\.rst:\d: .*\\foo"):
        _build(tmp_path, r"Faulty: :math:`\foo`")


def test_a_numbered_environment_without_a_name_is_refused() -> None:
    from _ext.mathml import visit_display  # noqa: PLC0415 - beside its only use

    node = nodes.math_block("a", "a", classes=["amsmath"], label="a1b2", number=1)
    with pytest.raises(FormulaError, match="needs a name"):
        visit_display(None, node)  # type: ignore[arg-type]
