from types import SimpleNamespace
from typing import Any

import pytest
from docutils import nodes
from docutils.utils import new_document

from _ext.not_found import make_links_absolute

APP: Any = SimpleNamespace(
    config=SimpleNamespace(notfound_pagename="404", notfound_urls_prefix="/book/")
)


def _address(page: str, address: str) -> str:
    link = nodes.reference("", "text", refuri=address)
    document = new_document(page)
    document += nodes.paragraph("", "", link)
    make_links_absolute(APP, document, page)
    return str(link["refuri"])


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("index.html", "/book/index.html"),
        ("attention/6-1.html#scores", "/book/attention/6-1.html#scores"),
        ("https://arxiv.org", "https://arxiv.org"),
        ("#part", "#part"),
        ("/elsewhere", "/elsewhere"),
    ],
)
def test_links_of_the_404_page_do_not_depend_on_where_it_is_shown(
    address: str, expected: str
) -> None:
    assert _address("404", address) == expected


def test_other_pages_keep_their_links() -> None:
    assert _address("index", "404.html") == "404.html"
