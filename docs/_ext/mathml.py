"""Formulas as MathML, written at build time: no script, nothing to download but a font.

A formula that cannot be converted stops the build and is named with its page. The macros a
page may use are listed in `_ext.latex`.
"""

import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING

from docutils import nodes
from math_core import LatexError, LatexToMathML
from sphinx.errors import SphinxError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.math import get_node_equation_number

from _ext.latex import LETTERS, OPERATORS, expand, one_display, plain_macros
from attention_course._palette import PALETTE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

# The converter knows colours, not classes: each role borrows a colour name no page may write.
_STAND_INS = dict(
    zip(
        (colour.role for colour in PALETTE),
        ("Apricot", "Mulberry", "Dandelion", "Periwinkle", "Salmon"),
        strict=True,
    )
)
_OPENING = re.compile(r"<math([^>]*)>")
_COLOURED = re.compile(r'style="color:(#[0-9A-F]{6});"')
_BEFORE = re.compile(r"[(\[“‘]+$")
_AFTER = re.compile(r"^[.,;:!?)\]’”%]+")
_TYPED_COLOUR = re.compile(r"\\(?:text)?color\b|\\colorbox\b")


class FormulaError(SphinxError):
    """A formula of a page cannot be converted."""

    category = "Formula error"


@cache
def _converter() -> LatexToMathML:
    roles = {role: rf"\textcolor{{{name}}}{{#1}}" for role, name in _STAND_INS.items()}
    return LatexToMathML(macros=OPERATORS | LETTERS | roles, fancy_error=False)


@cache
def _role_of_colour() -> dict[str, str]:
    convert = _converter().convert_with_local_state
    roles = {}
    for role in _STAND_INS:
        match = _COLOURED.search(convert(rf"\{role}{{x}}", displaystyle=False))
        assert match is not None, f"math-core no longer colours by style: {role}"  # noqa: S101
        roles[match[1]] = role
    return roles


def to_mathml(latex: str, *, display: bool) -> str:
    r"""Convert a formula; parts with a role carry the class ``role-…`` instead of a colour.

    Parameters
    ----------
    latex
        The formula, without dollar signs; may use the macros of `_ext.latex`.
    display
        True for a formula on a line of its own.

    Returns
    -------
    str
        One ``<math>`` element that carries the plain LaTeX as its annotation.

    Raises
    ------
    FormulaError
        If the formula is not valid, or names a colour instead of a role.
    """
    latex = one_display(latex) if display else latex.strip()
    if _TYPED_COLOUR.search(latex):
        raise FormulaError(rf"colour means a role here: write \query{{…}} or the like in: {latex}")
    try:
        markup = _converter().convert_with_local_state(latex, displaystyle=display)
    except LatexError as error:
        raise FormulaError(f"{error} In: {latex}") from None
    roles = _role_of_colour()
    markup = _COLOURED.sub(lambda colour: f'class="role-{roles[colour[1]]}"', markup)
    return _annotated(markup, expand(latex, plain_macros()))


def _annotated(markup: str, latex: str) -> str:
    opening = _OPENING.match(markup)
    assert opening is not None, "math-core writes one math element"  # noqa: S101
    body = markup[opening.end() : -len("</math>")]
    note = f'<annotation encoding="application/x-tex">{escape(latex, quote=False)}</annotation>'
    return f"{opening[0]}<semantics><mrow>{body}</mrow>{note}</semantics></math>"


def _converted(translator: "HTML5Translator", node: nodes.Element, *, display: bool) -> str:
    try:
        return to_mathml(node.astext(), display=display)
    except FormulaError as error:
        raise FormulaError(f"{_where(translator, node)}: {error}") from None


def _where(translator: "HTML5Translator", node: nodes.Element) -> str:
    """Name the line of a formula, or of what holds it: reStructuredText counts only blocks."""
    holder: nodes.Element | None = node
    while holder is not None:
        if holder.source and holder.line:
            return f"{holder.source}:{holder.line}"
        holder = holder.parent
    return translator.builder.current_docname


def visit_inline(translator: "HTML5Translator", node: nodes.math) -> None:
    """Write a formula that stands in a line of text."""
    translator.body.append(_converted(translator, node, display=False))
    raise nodes.SkipNode


def visit_display(translator: "HTML5Translator", node: nodes.math_block) -> None:
    """Write a formula on a line of its own, beside its number if it has one."""
    if "amsmath" in node["classes"] and node.get("label"):
        # MyST would give it a random anchor, and two builds would differ.
        raise FormulaError(
            f"{node.source}:{node.line}: a numbered environment needs a name of its own: "
            "write $$ … $$ (name), or use the starred environment."
        )
    body = translator.body
    body.append(
        '<div class="math">' if _wrapped(node) else translator.starttag(node, "div", CLASS="math")
    )
    body.append(f'<div class="formula">{_converted(translator, node, display=True)}</div>')
    if node["number"]:
        number = get_node_equation_number(translator, node)
        body.append(f'<span class="eqno">({number})')
        translator.add_permalink_ref(node, "Link to this equation")
        body.append("</span>")
    body.append("</div>\n")
    raise nodes.SkipNode


def _wrapped(node: nodes.Element) -> bool:
    """Tell whether the theme has wrapped the formula; its wrapper then carries the anchor."""
    return isinstance(node.parent, nodes.container) and node.parent["ids"] == node["ids"]


class KeepPunctuation(SphinxPostTransform):
    """Keep a formula on one line with the marks that touch it; browsers would part them."""

    default_priority = 600
    formats = ("html",)

    def run(self, **_: object) -> None:
        """Wrap each formula that touches a bracket, a comma or the like."""
        for formula in list(self.document.findall(nodes.math)):
            parent = formula.parent
            place = parent.index(formula)
            before = _touching(parent, place - 1, _BEFORE) if place else ""
            after = _touching(parent, place + 1, _AFTER)
            if before or after:
                group = (nodes.Text(before), formula, nodes.Text(after))
                parent[place] = nodes.inline("", "", *group, classes=["unbroken"])


def _touching(parent: nodes.Element, place: int, marks: re.Pattern[str]) -> str:
    """Take the marks that touch a formula out of the text beside it."""
    text = parent[place] if place < len(parent) else None
    if not isinstance(text, nodes.Text) or not (found := marks.search(text)):
        return ""
    parent[place] = nodes.Text(text[: found.start()] + text[found.end() :])
    return found[0]


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register the renderer under the name ``mathml``."""
    app.add_post_transform(KeepPunctuation)
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
