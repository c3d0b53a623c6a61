"""The palette of `attention_course` as CSS: custom properties and one class a role."""

from pathlib import Path
from typing import TYPE_CHECKING

from attention_course._palette import PALETTE

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

FILE_NAME = "palette.css"

_RULES = """\
.masked {
  background-image: repeating-linear-gradient(
    -45deg, transparent 0 4px, color-mix(in srgb, var(--masked) 38%, transparent) 4px 5px
  );
}
"""


def stylesheet() -> str:
    """Return the style sheet; no other file of the book names these colours.

    Returns
    -------
    str
        ``--query`` and the others for light and dark pages, ``.role-query`` and the others for
        text and formulas, and ``.masked`` for the hatched cells of a table.
    """
    light = " ".join(f"--{colour.role}: {colour.light};" for colour in PALETTE)
    dark = " ".join(f"--{colour.role}: {colour.dark};" for colour in PALETTE)
    roles = "".join(f".role-{c.role} {{ color: var(--{c.role}); }}\n" for c in PALETTE)
    return (
        f":root {{ {light} }}\n"
        "@media not print {\n"
        f'body[data-theme="dark"] {{ {dark} }}\n'
        "@media (prefers-color-scheme: dark) {\n"
        f'body:not([data-theme="light"]) {{ {dark} }}\n'
        "}\n}\n"
        f"{roles}{_RULES}"
    )


def write_stylesheet(app: "Sphinx") -> None:
    """Put the style sheet into the built book, before the first page asks for its checksum."""
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / FILE_NAME).write_text(stylesheet(), encoding="utf-8")


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Write the style sheet and link it from every page."""
    app.connect("builder-inited", write_stylesheet)
    app.add_css_file(FILE_NAME)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
