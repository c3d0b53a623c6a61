"""Links in the text of the 404 page that lead home from whatever address was asked for.

sphinx-notfound-page does this for style sheets, navigation and pictures, but not for links.
"""

import re
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_RELATIVE = re.compile(r"(?![a-z][a-z+.-]*:|[/#])")


def make_links_absolute(app: "Sphinx", doctree: nodes.document, docname: str) -> None:
    """Put the book's prefix before every relative link of the 404 page."""
    if docname != app.config.notfound_pagename:
        return
    for link in doctree.findall(nodes.reference):
        address = link.get("refuri", "")
        if address and _RELATIVE.match(address):
            link["refuri"] = app.config.notfound_urls_prefix + address


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Mend the links once they are resolved."""
    app.setup_extension("notfound.extension")
    app.connect("doctree-resolved", make_links_absolute)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
