"""A page as a Jupyter notebook: its code as it is, its prose as plain Markdown, no outputs.

The prose is written anew from the page's resolved document, in which numbers are computed and
references have found their targets. So no syntax of the book's own can be left over.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from docutils import nodes

from _ext.latex import coloured_macros, expand, one_display

_SPECIAL = re.compile(r"[\\`*$<]|(?<!\w)_|_(?!\w)")
_DROPPED = (
    nodes.Invisible,
    nodes.figure,
    nodes.image,
    nodes.raw,
    nodes.system_message,
    nodes.target,
)


def inline(node: nodes.Node) -> str:
    """Write what stands inside a line of text.

    Parameters
    ----------
    node
        A text or an inline element of a resolved document.

    Returns
    -------
    str
        Markdown on one line.
    """
    if isinstance(node, nodes.Text):
        return _SPECIAL.sub(r"\\\g<0>", " ".join(node.astext().split("\n")))
    if isinstance(node, nodes.literal):
        return _code_span(node.astext())
    if isinstance(node, nodes.math):
        return f"${expand(node.astext().strip(), coloured_macros())}$"
    if isinstance(node, _DROPPED) or not isinstance(node, nodes.Element):
        return ""
    before, after = _marks(node)
    return before + inlines(node.children) + after


def inlines(children: Iterable[nodes.Node]) -> str:
    """Write several inline elements one after another."""
    return "".join(inline(child) for child in children)


def _marks(node: nodes.Element) -> tuple[str, str]:
    address = node.get("refuri", "")
    if address.startswith(("https:", "http:")):
        return "[", f"]({address})"
    marks: dict[type[nodes.Element], tuple[str, str]] = {
        nodes.emphasis: ("*", "*"),
        nodes.strong: ("**", "**"),
        nodes.footnote_reference: ("<sup>", "</sup>"),
        nodes.superscript: ("<sup>", "</sup>"),
        nodes.subscript: ("<sub>", "</sub>"),
    }
    return marks.get(type(node), ("", ""))


def _code_span(text: str) -> str:
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    return f"{fence} {text} {fence}" if longest else f"`{text}`"


def blocks(node: nodes.Node) -> list[str]:
    """Write an element that stands on lines of its own.

    Parameters
    ----------
    node
        Any body element of a resolved document; an unknown one gives what it contains.

    Returns
    -------
    list of str
        Markdown blocks, to be parted by blank lines.
    """
    if isinstance(node, _DROPPED):
        return []
    for kind, write in _WRITERS:
        if isinstance(node, kind):
            return write(node)
    if isinstance(node, nodes.Text | nodes.Inline):
        return [inline(node)]
    return blocks_of(node.children)


def blocks_of(children: Iterable[nodes.Node]) -> list[str]:
    """Write several body elements one after another."""
    return [block for child in children for block in blocks(child) if block.strip()]


def _paragraph(node: nodes.Element) -> list[str]:
    return [inlines(node.children).strip()]


def _rubric(node: nodes.Element) -> list[str]:
    return [f"**{inlines(node.children)}**"]


def _display(node: nodes.Element) -> list[str]:
    latex = expand(one_display(node.astext()), coloured_macros())
    number = rf" \tag{{{node['number']}}}" if node.get("number") else ""
    return [f"$$\n{latex}{number}\n$$"]


def _listing(node: nodes.Element) -> list[str]:
    language = node.get("language", "")
    plain = language in {"", "default", "none", "text"}
    return [f"```{'' if plain else language}\n{node.astext().rstrip()}\n```"]


def _quoted(node: nodes.Element) -> list[str]:
    return [_prefixed("\n\n".join(blocks_of(node.children)), "> ", "> ")]


def _admonition(node: nodes.Element) -> list[str]:
    heading = f"**{type(node).__name__.capitalize()}**"
    children = list(node.children)
    if children and isinstance(children[0], nodes.title):
        heading = f"**{inlines(children.pop(0).children)}**"
    return [_prefixed("\n\n".join([heading, *blocks_of(children)]), "> ", "> ")]


def _bullets(node: nodes.Element) -> list[str]:
    return ["\n".join(_item(item, "- ") for item in node.children)]


def _numbers(node: nodes.Element) -> list[str]:
    first = int(node.get("start", 1))
    return ["\n".join(_item(item, f"{n}. ") for n, item in enumerate(node.children, first))]


def _item(node: nodes.Node, mark: str) -> str:
    return _prefixed("\n\n".join(blocks_of(node.children)), mark, " " * len(mark))


def _definitions(node: nodes.Element) -> list[str]:
    items = []
    for item in node.children:
        terms = ", ".join(inlines(t.children) for t in item.children if isinstance(t, nodes.term))
        rest = blocks_of(d for d in item.children if isinstance(d, nodes.definition))
        first, *more = rest or [""]
        items.append(_prefixed("\n\n".join([f"**{terms}**: {first}", *more]), "- ", "  "))
    return ["\n".join(items)]


def _prefixed(text: str, first: str, others: str) -> str:
    lines = text.split("\n")
    marked = (f"{first if place == 0 else others}{line}" for place, line in enumerate(lines))
    return "\n".join(line.rstrip() for line in marked)


def _footnote(node: nodes.Element) -> list[str]:
    label, *rest = node.children
    first, *more = blocks_of(rest) or [""]
    return [f"<sup>{label.astext()}</sup> {first}", *more]


def _table(node: nodes.Element) -> list[str]:
    caption = [f"**{inlines(t.children)}**" for t in node.children if isinstance(t, nodes.title)]
    rows = [[_cell(entry) for entry in row.children] for row in node.findall(nodes.row)]
    if not any(node.findall(nodes.thead)):
        rows.insert(0, [""] * max(map(len, rows), default=0))
    rows.insert(1, [_rule(entry) for entry in next(iter(node.findall(nodes.row))).children])
    return [*caption, "\n".join(f"| {' | '.join(row)} |" for row in rows)]


def _rule(node: nodes.Node) -> str:
    right = isinstance(node, nodes.Element) and "text-right" in node["classes"]
    return "---:" if right else "---"


def _cell(node: nodes.Node) -> str:
    return " ".join(blocks_of(node.children)).replace("\n", " ").replace("|", r"\|")


_WRITERS: tuple[tuple[type[Any], Callable[..., list[str]]], ...] = (
    (nodes.paragraph, _paragraph),
    (nodes.math_block, _display),
    (nodes.literal_block, _listing),
    (nodes.doctest_block, _listing),
    (nodes.Admonition, _admonition),
    (nodes.bullet_list, _bullets),
    (nodes.enumerated_list, _numbers),
    (nodes.definition_list, _definitions),
    (nodes.block_quote, _quoted),
    (nodes.table, _table),
    (nodes.rubric, _rubric),
    (nodes.footnote, _footnote),
)


def _pieces(node: nodes.Node, level: int) -> Iterator[str | int]:
    """Yield Markdown blocks, and the numbers of code cells where they stand."""
    for child in node.children:
        if isinstance(child, nodes.section):
            yield from _pieces(child, level + 1)
        elif isinstance(child, nodes.title):
            yield f"{'#' * level} {inlines(child.children)}"
        elif isinstance(child, nodes.container) and child.get("nb_element") == "cell_code":
            yield int(child["cell_index"])
        else:
            yield from (block for block in blocks(child) if block.strip())


def cells_of(document: nodes.document, code: Mapping[int, str]) -> list[tuple[str, str]]:
    """Part a page into cells.

    Parameters
    ----------
    document
        The page, its references resolved.
    code
        The code of each cell by number. A cell that the page does not show at all is put
        before the next one that it does, as it runs there.

    Returns
    -------
    list of tuple
        ("markdown" or "code", source) in the page's order.
    """
    waiting = dict(code)
    cells: list[tuple[str, str]] = []
    prose: list[str] = []

    def end_prose() -> None:
        if prose:
            cells.append(("markdown", "\n\n".join(prose)))
            prose.clear()

    for piece in _pieces(document, 0):
        if isinstance(piece, str):
            prose.append(piece)
            continue
        end_prose()
        due = [number for number in waiting if number <= piece]
        cells.extend(("code", waiting.pop(number)) for number in due)
    end_prose()
    return cells + [("code", source) for source in waiting.values()]


def as_notebook(
    document: nodes.document, code: Mapping[int, str], install: str
) -> dict[str, object]:
    """Write a page as a notebook of format 4.5.

    Parameters
    ----------
    document
        The page, its references resolved.
    code
        The code of each cell by number.
    install
        The command that installs what the code needs.

    Returns
    -------
    dict
        The notebook, the same at every build: cells are numbered and hold no outputs.
    """
    title = next(iter(document.findall(nodes.title)))
    preface = (
        f"*This notebook was made from the page “{inlines(title.children)}” of the book that "
        f"comes with `attention_course`. Before you run it, install the project from its clone:* "
        f"`{install}`"
    )
    cells = [("markdown", preface), *cells_of(document, code)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "cells": [_as_cell(n, kind, source) for n, (kind, source) in enumerate(cells, 1)],
        "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _as_cell(number: int, kind: str, source: str) -> dict[str, object]:
    cell: dict[str, object] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": source.splitlines(keepends=True),
    }
    return cell | {"execution_count": None, "outputs": []} if kind == "code" else cell


def dumps(notebook: Mapping[str, object]) -> str:
    """Return the file's text, keys in the order in which Jupyter itself saves them."""
    return json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
