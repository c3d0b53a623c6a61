"""The role ``{value}``: a number in the text, computed by the page's own code.

What is written between the backticks is what would stand between the braces of an f-string:
``{value}`steps.scores[0, 0]:.2f```. It is evaluated where it stands, after the cells above it.
"""

import ast
import re
from typing import TYPE_CHECKING, Protocol

from docutils import nodes
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxRole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from docutils.nodes import Node, system_message
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

_MINUS = "\N{MINUS SIGN}"
_NUMBER_SIGN = re.compile(r"(?<![\w.)\]])-(?=[\d.]|inf\b)")
_INFINITY = re.compile(r"\binf\b")
_EXPONENT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]\d+)")


class ValueRoleError(SphinxError):
    """An expression in the text of a page could not be evaluated."""

    category = "Value error"


class Kernel(Protocol):
    """What this role needs of the running kernel."""

    def eval_variable(self, name: str) -> "Sequence[Mapping[str, object]]":
        """Evaluate an expression and return its outputs."""


class computed(nodes.inline):  # noqa: N801 - docutils names a node as its element
    """A computed text; ``expression`` says from what."""


def evaluate(kernel: Kernel, expression: str) -> str:
    """Format an expression in a kernel as an f-string would.

    Parameters
    ----------
    kernel
        Where the page's cells have run.
    expression
        What would stand between the braces of an f-string.

    Returns
    -------
    str
        The formatted text.

    Raises
    ------
    ValueError
        If the expression fails or yields anything but one text.
    """
    outputs = list(kernel.eval_variable(f"f'''{{ {expression}}}'''"))
    for output in outputs:
        if output.get("output_type") == "error":
            raise ValueError(f"{output.get('ename')}: {output.get('evalue')}")
    match outputs:
        case [{"output_type": "execute_result", "data": {"text/plain": str(text)}}]:
            return str(ast.literal_eval(text))
    raise ValueError(f"expected one text, got {outputs!r}")


def typeset(text: str) -> "list[Node]":
    """Set a formatted number as print does: real minus, ∞, and powers of ten.

    Parameters
    ----------
    text
        What Python's formatting gave, such as ``-1.2e-05``.

    Returns
    -------
    list of Node
        Text, and a superscript for each exponent.
    """
    text = _INFINITY.sub("∞", _NUMBER_SIGN.sub(_MINUS, text))
    parts: list[Node] = []
    end = 0
    for match in _EXPONENT.finditer(text):
        exponent = str(int(match[2])).replace("-", _MINUS)
        parts.append(nodes.Text(f"{text[end : match.start()]}{match[1]}\u00a0×\u00a010"))
        parts.append(nodes.superscript("", exponent))
        end = match.end()
    if end < len(text):
        parts.append(nodes.Text(text[end:]))
    return parts


class ValueRole(SphinxRole):
    """Replace an expression by its formatted value."""

    def run(self) -> "tuple[list[Node], list[system_message]]":
        """Evaluate in the kernel of the page that is being read."""
        expression = self.text.strip()
        try:
            kernel = self._kernel()
            if getattr(kernel, "_cell_error", None):
                # The build stops for the cell that failed: its error is the one to be told.
                return [], []
            text = evaluate(kernel, expression)
        except Exception as error:
            source, line = self.get_source_info()
            where = f"{source}:{line}"
            raise ValueRoleError(f"{where}: {{value}}`{expression}`: {error}") from error
        return [computed(text, "", *typeset(text), expression=expression)], []

    def _kernel(self) -> Kernel:
        try:
            kernel: Kernel = self.inliner.document["nb_renderer"].renderer.nb_client
        except KeyError:
            message = "this page runs no code (its front matter lacks `file_format: mystnb`)"
            raise ValueError(message) from None
        return kernel


def visit_computed(translator: "HTML5Translator", node: computed) -> None:
    """Open the span; its title tells what was computed."""
    title = f"computed: {node['expression']}"
    translator.body.append(translator.starttag(node, "span", "", CLASS="computed", title=title))


def depart_computed(translator: "HTML5Translator", _node: computed) -> None:
    """Close the span."""
    translator.body.append("</span>")


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register the role and its node."""
    app.add_node(computed, html=(visit_computed, depart_computed))
    app.add_role("value", ValueRole())
    return {"parallel_read_safe": True, "parallel_write_safe": True}
