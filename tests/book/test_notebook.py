import re
from typing import Any

import nbformat
import pytest
from docutils import nodes
from docutils.core import publish_doctree

from _ext.notebook import as_notebook, blocks, cells_of, dumps, inlines
from attention_course._palette import QUERY

PAGE = r"""
Title
=====

A *word*, **two**, ``code``, 2 * 3 < 7_000, :math:`x^2` and `a link <https://example.org>`__.

.. math::

   a &= b \\
     &= c

.. note::

   Mind the *gap*.

   - one
   - two

     with more

.. admonition:: In words

   Take :sup:`2` of them.

1. first
2. second

term
   its meaning

.. table::

   ===== =====
   name  value
   ===== =====
   a|b   1
   ===== =====

.. figure:: picture.png

   A caption.

.. code-block:: python

   x = 1

   Quoted words.

Part
----

The end [1]_.

.. [1] A note.
"""


@pytest.fixture
def page() -> nodes.document:
    return publish_doctree(PAGE, settings_overrides={"report_level": 4, "syntax_highlight": "none"})


def _cell(number: int) -> nodes.container:
    return nodes.container(nb_element="cell_code", cell_index=number)


def _source(node: nodes.Element) -> str:
    return "\n\n".join(blocks(node))


def _only(document: nodes.document, kind: type[nodes.Element]) -> nodes.Element:
    return next(iter(document.findall(kind)))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (
            nodes.paragraph,
            r"A *word*, **two**, `code`, 2 \* 3 \< 7_000, $x^2$ and [a link](https://example.org).",
        ),
        (nodes.math_block, "$$\n\\begin{aligned}a &= b \\\\\n  &= c\\end{aligned}\n$$"),
        (nodes.note, "> **Note**\n>\n> Mind the *gap*.\n>\n> - one\n> - two\n>\n>   with more"),
        (nodes.admonition, "> **In words**\n>\n> Take <sup>2</sup> of them."),
        (nodes.enumerated_list, "1. first\n2. second"),
        (nodes.definition_list, "- **term**: its meaning"),
        (nodes.table, "| name | value |\n| --- | --- |\n| a\\|b | 1 |"),
        (nodes.figure, ""),
        (nodes.footnote, "<sup>1</sup> A note."),
    ],
)
def test_each_element_becomes_plain_markdown(
    page: nodes.document, kind: type[nodes.Element], expected: str
) -> None:
    assert _source(_only(page, kind)) == expected


def test_formulas_name_their_colours_as_a_notebook_has_no_classes() -> None:
    formula = nodes.math(r"\Q^\T", r"\Q^\T")
    assert inlines([formula]) == rf"$\textcolor{{{QUERY.light}}}{{Q}}^\top$"


def test_a_listing_keeps_its_language() -> None:
    listing = nodes.literal_block("x = 1\n", "x = 1\n", language="python")
    assert _source(listing) == "```python\nx = 1\n```"


def test_code_that_holds_backticks_is_fenced_by_more() -> None:
    assert inlines([nodes.literal("a ` b", "a ` b")]) == "`` a ` b ``"


def test_the_number_of_an_equation_is_its_tag() -> None:
    assert _source(nodes.math_block("a", "a", number=3)) == "$$\na \\tag{3}\n$$"


def test_a_right_aligned_column_stays_so() -> None:
    entry = nodes.entry("", nodes.paragraph("", "1"), classes=["text-right"])
    table = nodes.table("", nodes.tgroup("", nodes.tbody("", nodes.row("", entry))))
    assert _source(table) == "|  |\n| ---: |\n| 1 |"


def test_code_stands_where_the_page_has_it(page: nodes.document) -> None:
    page.insert(2, _cell(1))
    page.append(_cell(4))
    kinds = [kind for kind, _ in cells_of(page, {1: "x = 1", 4: "x"})]
    assert kinds == ["markdown", "code", "markdown", "code"]


def test_a_cell_that_the_page_hides_runs_before_the_next(page: nodes.document) -> None:
    page.append(_cell(4))
    cells = cells_of(page, {1: "hidden = 1", 4: "hidden", 6: "last"})
    assert [source for kind, source in cells if kind == "code"] == ["hidden = 1", "hidden", "last"]


def test_the_notebook_is_valid_and_has_no_outputs(page: nodes.document) -> None:
    page.append(_cell(0))
    text = dumps(as_notebook(page, {0: "x = 1\nx"}, "pip install it"))
    read: Any = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(read)
    assert [cell["id"] for cell in read.cells] == ["cell-1", "cell-2", "cell-3"]
    assert "`pip install it`" in read.cells[0].source
    assert read.cells[2].outputs == []


def test_the_notebook_is_the_same_at_every_build(page: nodes.document) -> None:
    page.append(_cell(0))
    first, second = (dumps(as_notebook(page, {0: "x = 1"}, "pip")) for _ in range(2))
    assert first == second


def test_no_syntax_of_the_books_own_is_left(page: nodes.document) -> None:
    text = "\n".join(source for _, source in cells_of(page, {}))
    assert not re.search(r"\{[\w:]+\}`|^:::|```\{|\\(?:Q|K|T)\b|:math:", text, re.MULTILINE)
