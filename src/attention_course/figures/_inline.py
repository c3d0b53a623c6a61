"""Matplotlib figures as SVG inside a page: in its colours, in its font, and alike on every run."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from io import StringIO
from math import ceil, floor
from xml.etree import ElementTree as ET

from matplotlib import style
from matplotlib.figure import Figure

from attention_course._palette import PALETTE

_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_ROOT_STYLE = (
    "display:block;width:100%;height:auto;margin-inline:auto;min-width:{narrowest}px;max-width:{widest}px;"
    "font-family:'Source Sans 3',system-ui,sans-serif;font-variant-numeric:tabular-nums;"
    "stroke-linejoin:round"
)
_GROWTH, _SHRINKAGE, _BESIDE = 1.12, 0.72, 0.94

_COLOURS = {"#000000": "currentColor", "none": "none"} | {
    colour.light.lower(): f"var(--{colour.role}, {colour.light})" for colour in PALETTE
}
_COLOURED = ("fill", "stroke")
_KEPT = {
    *_COLOURED,
    "fill-opacity",
    "stroke-opacity",
    "opacity",
    "stroke-width",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "text-anchor",
}
_DEFAULTS = {("stroke-linecap", "butt"), ("stroke-dashoffset", "0"), ("text-anchor", "start")}
_NUMBER = re.compile(r"-?\d+\.\d+")
# Matplotlib before 3.10 wrote all of a font into one declaration.
_FONT_SIZE = re.compile(r"\bfont(?:-size)?:[^;]*?([\d.]+)px")
_BOLD = re.compile(r"\bfont(?:-weight)?: *(?:bold|700)")
_REFERENCE = re.compile(r"#([\w.-]+)")
_MARKUP = re.compile(r"\*([^*]+)\*|([_^])\{([^}]*)\}")
_SHIFT = {"_": 0.22, "^": -0.38}
_SMALL = 0.72
_ITALIC = {
    "font-style": "italic",
    "font-weight": "400",
    "font-family": "'Source Serif 4',serif",
}


@contextmanager
def drawing_style() -> Iterator[None]:
    """Draw with the book's sizes and nothing of the caller's own Matplotlib settings."""
    settings = {
        "svg.fonttype": "none",
        "text.parse_math": False,
        "svg.hashsalt": "attention-course",
        "hatch.linewidth": 0.8,
        "font.size": 12.5,
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.labelsize": 12.5,
        "axes.titlesize": 13,
        "axes.titlelocation": "left",
        "axes.titleweight": "bold",
        "xtick.labelsize": 11.5,
        "ytick.labelsize": 11.5,
        "lines.linewidth": 1.8,
        "lines.solid_capstyle": "round",
    }
    with style.context(["default", settings]):
        yield


@dataclass(frozen=True)
class InlineSvg:
    """A drawing that a notebook or a page shows: one SVG, or several that wrap like words.

    Attributes
    ----------
    svgs
        The pictures, each with its own description in ``aria-label``.
    labels
        The same descriptions; they are what is printed where no picture can be shown.
    narrowest
        The width in pixels below which the pictures go under each other.
    caption
        What stands below, if anything.
    """

    svgs: tuple[str, ...] = field(repr=False)
    labels: tuple[str, ...]
    narrowest: int = field(repr=False)
    caption: str | None = None

    def _repr_html_(self) -> str:
        caption = f"<figcaption>{escape(self.caption)}</figcaption>" if self.caption else ""
        pictures = "\n".join(self.svgs)
        if len(self.svgs) > 1:
            columns = f"repeat(auto-fit,minmax(min(100%,{self.narrowest}px),1fr))"
            pictures = (
                f'<div style="display:grid;grid-template-columns:{columns};gap:1.1rem 1rem">\n'
                f"{pictures}\n</div>"
            )
        return f'<figure class="drawing">\n{pictures}\n{caption}</figure>'


def inline_svg(*panels: tuple[Figure, str], caption: str | None = None) -> InlineSvg:
    """Make figures, each with its description, part of a page.

    Black becomes the colour of the page's text and the palette's colours become its CSS variables,
    so the drawing is right on a light and on a dark page. In a text, ``*N*`` is set in italics,
    ``_{k}`` and ``^{2}`` as a subscript and a superscript.

    Parameters
    ----------
    panels
        Pairs of a figure and one or two sentences that say what it shows.
    caption
        What stands below the drawing.

    Returns
    -------
    InlineSvg
        The same bytes for the same figures, whenever and wherever they are drawn.

    Raises
    ------
    ValueError
        If a figure uses a colour that is neither black nor in the palette.
    """
    labels = tuple(
        _MARKUP.sub(lambda mark: mark[1] or f"{mark[2]}{mark[3]}", label) for _, label in panels
    )
    return InlineSvg(
        svgs=tuple(_svg(figure, label) for (figure, _), label in zip(panels, labels, strict=True)),
        labels=labels,
        narrowest=floor(max(72 * figure.get_figwidth() for figure, _ in panels) * _BESIDE),
        caption=caption,
    )


def _svg(figure: Figure, label: str) -> str:
    with drawing_style():
        file = StringIO()
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
    drawn = ET.fromstring(file.getvalue())  # noqa: S314, Matplotlib wrote it a moment ago.
    prefix = "d" + sha256(f"{label}\n{file.getvalue()}".encode()).hexdigest()[:8]
    width, height = (float(size) for size in drawn.attrib["viewBox"].split()[2:])
    root = ET.Element(
        "svg",
        {
            "xmlns": _SVG,
            "role": "img",
            "aria-label": label,
            "viewBox": f"0 0 {width:g} {height:g}",
            "fill": "currentColor",
            "style": _ROOT_STYLE.format(
                narrowest=floor(width * _SHRINKAGE), widest=ceil(width * _GROWTH)
            ),
        },
    )
    root.extend([_cleaned(child) for child in drawn if child.tag != f"{{{_SVG}}}metadata"])
    _rename_ids(root, prefix)
    _flatten(root)
    return ET.tostring(root, encoding="unicode")


def _cleaned(element: ET.Element) -> ET.Element:
    """Return the element without namespaces, in the page's colours and with short numbers."""
    clean = ET.Element(element.tag.removeprefix(f"{{{_SVG}}}"))
    for name, value in element.attrib.items():
        if name == "style":
            clean.attrib.update(_presentation(value))
        elif name == "transform":
            if kept := re.sub(r"rotate\(-?0 [^)]*\)|translate\(0 0\)", "", value).strip():
                clean.set(name, _short(kept))
        elif name == "clip-path" or name not in ("fill", "stroke"):
            clean.set("href" if name == _HREF else name, _short(value))
        else:
            clean.set(name, _themed(value))
    clean.extend([_cleaned(child) for child in element if child.tag != f"{{{_SVG}}}style"])
    if clean.tag == "text":
        _set_text(clean, element.text or "")
    return clean


def _presentation(css: str) -> dict[str, str]:
    pairs = [part.split(":", 1) for part in css.split(";") if ":" in part]
    declared = {name.strip(): value.strip() for name, value in pairs}
    presentation = {
        name: _themed(value) if name in _COLOURED else _short(value.removesuffix("px"))
        for name, value in declared.items()
        if name in _KEPT and (name, value) not in _DEFAULTS
    }
    if size := _FONT_SIZE.search(css):
        presentation["font-size"] = _short(size[1])
    if _BOLD.search(css):
        presentation["font-weight"] = "600"
    return presentation


def _themed(colour: str) -> str:
    if colour.startswith("url("):
        return colour
    if colour.lower() not in _COLOURS:
        raise ValueError(
            f"figure: got the colour {colour}; expected black, with an opacity for a grey, "
            "or one of the palette"
        )
    return _COLOURS[colour.lower()]


def _short(value: str) -> str:
    return _NUMBER.sub(lambda number: f"{round(float(number[0]), 2):g}", " ".join(value.split()))


def _set_text(element: ET.Element, text: str) -> None:
    """Fill the element with the text, its marked parts as tspans."""
    done = 0
    before: ET.Element | None = None
    size = float(element.attrib["font-size"])
    shift = 0.0

    def append(part: str, attributes: dict[str, str], offset: float) -> None:
        nonlocal before, shift
        if not part:
            return
        if offset != shift:
            attributes |= {"dy": _short(f"{(offset - shift) * size:.4f}")}
        shift = offset
        if not attributes:
            if before is None:
                element.text = part
            else:
                before.tail = part
            return
        before = ET.SubElement(element, "tspan", attributes)
        before.text = part

    for mark in _MARKUP.finditer(text):
        append(text[done : mark.start()], {}, 0.0)
        if mark[1]:
            append(mark[1], dict(_ITALIC), 0.0)
        else:
            small = {"font-size": _short(f"{size * _SMALL:.4f}")}
            symbol = mark[3].isalpha() and len(mark[3]) == 1 and mark[3] != "T"
            append(mark[3], small | _ITALIC if symbol else small, _SHIFT[mark[2]])
        done = mark.end()
    append(text[done:], {}, 0.0)


def _rename_ids(root: ET.Element, prefix: str) -> None:
    """Give the ids that are referred to a number behind the prefix, and drop the others."""
    used = {
        name
        for element in root.iter()
        for key, value in element.attrib.items()
        if key == "href" or value.startswith("url(")
        for name in _REFERENCE.findall(value)
    }
    names: dict[str, str] = {}
    for element in root.iter():
        if (name := element.attrib.pop("id", None)) in used and name is not None:
            names[name] = f"{prefix}-{len(names) + 1}"
            element.set("id", names[name])
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "href" or value.startswith("url("):
                element.set(key, _REFERENCE.sub(lambda found: f"#{names[found[1]]}", value))


def _flatten(element: ET.Element) -> None:
    """Drop groups that carry nothing, invisible paths, and the white space between elements."""
    element.text = element.text if element.tag in ("text", "tspan") else None
    children: list[ET.Element] = []
    for child in list(element):
        _flatten(child)
        if child.tag in ("g", "defs") and not child.attrib:
            if child.tag == "g":
                children.extend(child)
            elif len(child):
                children.append(child)
        elif not _invisible(child):
            children.append(child)
    element[:] = children


def _invisible(element: ET.Element) -> bool:
    return (
        element.tag == "path"
        and element.get("fill") == "none"
        and element.get("stroke", "none") == "none"
        and "id" not in element.attrib
    )
