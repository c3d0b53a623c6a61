"""Under the title of every page that runs code: "Run this section".

A closed box holds the section's whole code, a button that copies it, and a link to the page as
a notebook. Cells whose input is hidden are included, as later cells may need them.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from myst_nb.core.read import (  # type: ignore[import-untyped]
    is_myst_markdown_notebook,
    read_myst_markdown_notebook,
)
from sphinx.util.osutil import relative_uri

from _ext.notebook import as_notebook, dumps

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

FOLDER = "_notebooks"
INSTALL = 'pip install ".[figures]"'


class run_section(nodes.General, nodes.Element):  # noqa: N801 - docutils names a node as its element
    """The closed box; holds a sentence and the code, knows the notebook's address."""


def notebook_path(docname: str) -> str:
    """Return where a page's notebook lies below the root of the built book.

    Parameters
    ----------
    docname
        The page, as Sphinx names it: ``attention/6-2-dot-product``.

    Returns
    -------
    str
        A path with the folders in the file's name, as a download keeps only that.
    """
    return f"{FOLDER}/{docname.replace('/', '-')}.ipynb"


def code_cells(source: "Mapping[str, Any]") -> dict[int, str]:
    """Return the code of each code cell that holds any, by its place among all cells.

    Parameters
    ----------
    source
        The page as MyST-NB reads it.

    Returns
    -------
    dict
        Code by cell number, in the order in which it runs.
    """
    cells = enumerate(source["cells"])
    return {i: c["source"] for i, c in cells if c["cell_type"] == "code" and c["source"].strip()}


def offer_code(app: "Sphinx", doctree: nodes.document, docname: str) -> None:
    """Add the box to a page that runs code, and write the page's notebook."""
    path = Path(app.env.doc2path(docname))
    text = path.read_text(encoding="utf-8")
    if app.builder.format != "html" or not is_myst_markdown_notebook(text):
        return
    env: Any = app.env
    cells = code_cells(read_myst_markdown_notebook(text, config=env.myst_config, path=path))
    title = next(iter(doctree.findall(nodes.title)), None)
    if not cells or title is None:
        return
    _write_notebook(Path(app.outdir) / notebook_path(docname), doctree, cells)
    address = relative_uri(app.builder.get_target_uri(docname), notebook_path(docname))
    title.parent.insert(title.parent.index(title) + 1, _box("\n\n".join(cells.values()), address))


def _write_notebook(path: Path, doctree: nodes.document, cells: dict[int, str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dumps(as_notebook(doctree, cells, INSTALL)), encoding="utf-8")


def _box(code: str, address: str) -> run_section:
    sentence = nodes.paragraph(
        "",
        "",
        nodes.Text("The code needs only this project: in its clone run "),
        nodes.literal(INSTALL, INSTALL),
        nodes.Text(", then paste all of it into Python or open the page as a notebook."),
    )
    listing = nodes.literal_block(code, code, language="python")
    return run_section("", sentence, listing, address=address)


def visit_run_section(translator: "HTML5Translator", _node: run_section) -> None:
    """Open the box."""
    translator.body.append(
        '<details class="run-section"><summary>Run this section</summary>'
        '<div class="run-section-body">\n'
    )


def depart_run_section(translator: "HTML5Translator", node: run_section) -> None:
    """Close the box below its button and its link."""
    address = translator.attval(node["address"])
    translator.body.append(
        '<p class="run-section-actions">'
        '<button type="button" class="copy-code" hidden>Copy the code</button>'
        f'<a href="{address}" download>Download as a notebook</a>'
        '<span class="copy-told" role="status"></span></p></div></details>\n'
    )


def link_script(
    app: "Sphinx",
    _page: str,
    _template: str,
    _context: dict[str, object],
    doctree: nodes.document | None,
) -> None:
    """Load the button's script where there is a button."""
    if doctree is not None and any(doctree.findall(run_section)):
        app.add_js_file("copy_code.js", loading_method="defer")


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Register the box; it is added once references and values are resolved."""
    app.add_node(run_section, html=(visit_run_section, depart_run_section))
    app.connect("doctree-resolved", offer_code, priority=900)
    app.connect("html-page-context", link_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
