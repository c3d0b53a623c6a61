"""An interactive alone on a page, opened from a file in a browser."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

import pytest

from attention_course.interactives import Interactive

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]

WIDE, NARROW = (1280, 900), (390, 844)

_PAGE = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Page</title>
<meta name="viewport" content="width=device-width">{style}</head>
<body><{around}{role}><h1 id="heading">Page</h1>
{outputs}
</{around}></body></html>
"""


class Show(Protocol):
    """Opens interactives in the browser."""

    def __call__(
        self,
        *interactives: Interactive,
        fragment: str = "",
        home: Literal["book", "notebook"] = "book",
        theme: Literal["light", "dark"] = "light",
        size: tuple[int, int] = WIDE,
        javascript: bool = True,
    ) -> "Page":
        """Return the page, with the script at rest."""


def page_of(*interactives: Interactive, home: str = "book") -> str:
    """Put the outputs of interactives on one page, with the book's style or with none."""
    from _ext.palette_css import stylesheet  # noqa: PLC0415

    outputs = "\n".join(interactive._repr_html_() for interactive in interactives)
    if home == "notebook":
        return _PAGE.format(style="", around="main", role="", outputs=outputs)
    book = (ROOT / "docs" / "_static" / "book.css").read_text(encoding="utf-8")
    without_fonts = book[book.index("/* Theme") :]
    body = "body { background: var(--paper); color: var(--ink); margin: 1rem; }"
    style = f"<style>{stylesheet()}{without_fonts}{body}</style>"
    return _PAGE.format(style=style, around="article", role=' role="main"', outputs=outputs)


@pytest.fixture
def show(browser: "Browser", tmp_path: Path) -> Iterator[Show]:
    """Open interactives; at the end there must be no complaint and no request elsewhere."""
    contexts = []
    complaints: list[str] = []
    requests: list[str] = []

    def opened(
        *interactives: Interactive,
        fragment: str = "",
        home: Literal["book", "notebook"] = "book",
        theme: Literal["light", "dark"] = "light",
        size: tuple[int, int] = WIDE,
        javascript: bool = True,
    ) -> "Page":
        context = browser.new_context(
            color_scheme=theme,
            viewport={"width": size[0], "height": size[1]},
            java_script_enabled=javascript,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("request", lambda request: requests.append(request.url))
        path = tmp_path / f"page-{len(contexts)}.html"
        path.write_text(page_of(*interactives, home=home), encoding="utf-8")
        page.goto(path.as_uri() + fragment)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [] == complaints
    assert [] == [url for url in requests if not url.startswith("file:")]


@pytest.fixture
def violations() -> "Callable[[Page], list[str]]":
    """Return what axe finds on a page."""
    from axe_playwright_python.sync_playwright import (  # type: ignore[import-untyped] # noqa: PLC0415
        Axe,
    )

    def found(page: "Page") -> list[str]:
        response = Axe().run(page).response["violations"]
        return [
            f"{violation['id']}: {node['target']} {node['failureSummary']}"
            for violation in response
            for node in violation["nodes"]
        ]

    return found
