"""The built book as a reader meets it, in a real browser."""

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Response, expect

pytestmark = [pytest.mark.book, pytest.mark.browser]

WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
LOOKS: tuple[tuple[Literal["light", "dark"], dict[str, int]], ...] = (
    ("light", WIDE),
    ("dark", WIDE),
    ("light", NARROW),
    ("dark", NARROW),
)


def pages(book: Path) -> list[str]:
    """Every page of the book, by its path."""
    found = sorted(path.relative_to(book).as_posix() for path in book.rglob("*.html"))
    assert len(found) > 10
    return [path for path in found if not path.startswith(("_static/", "_notebooks/"))]


class Watched:
    """A page of the browser, with everything that went wrong and everything it loaded."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.responses: list[Response] = []
        page.on("console", self._note)
        page.on("pageerror", self._note_error)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("response", self._note_response)

    def _note_response(self, response: Response) -> None:
        self.responses.append(response)

    def _note_error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(message.text)


@contextmanager
def watched(
    browser: Browser, theme: Literal["light", "dark"] = "light", size: dict[str, int] = WIDE
) -> Iterator[Watched]:
    context = browser.new_context(
        color_scheme=theme, viewport={"width": size["width"], "height": size["height"]}
    )
    try:
        yield Watched(context.new_page())
    finally:
        context.close()


@pytest.mark.parametrize(("theme", "size"), LOOKS, ids=str)
def test_axe_finds_nothing_and_nothing_overflows_sideways(
    book: Path, site: str, browser: Browser, theme: Literal["light", "dark"], size: dict[str, int]
) -> None:
    axe = Axe()
    findings = []
    with watched(browser, theme, size) as tab:
        for path in pages(book):
            tab.page.goto(f"{site}/{path}")
            for violation in axe.run(tab.page).response["violations"]:
                targets = [node["target"] for node in violation["nodes"]][:3]
                findings.append(f"{path}: {violation['id']} at {targets}")
            wider = tab.page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            if wider > 0:
                findings.append(f"{path}: {wider} px too wide")
        assert [] == findings
        assert [] == tab.complaints


def test_each_page_is_light_and_asks_no_other_host(book: Path, site: str, browser: Browser) -> None:
    findings = []
    for path in pages(book):
        with watched(browser) as tab:
            tab.page.goto(f"{site}/{path}", wait_until="networkidle")
            bodies = [response.body() for response in tab.responses if response.ok]
            weight = sum(len(gzip.compress(body)) for body in bodies)
            elsewhere = [url for url in tab.requests if not url.startswith((site, "data:"))]
            if weight >= 300_000 or len(tab.requests) >= 30 or elsewhere or tab.complaints:
                findings.append((path, weight, len(tab.requests), elsewhere, tab.complaints))
    assert [] == findings


def test_the_book_works_from_a_folder_without_a_network(book: Path, browser: Browser) -> None:
    findings = []
    with watched(browser) as tab:
        # A web host serves the 404 page at any depth, so its addresses start at the root.
        for path in (path for path in pages(book) if path != "404.html"):
            tab.page.goto((book / path).as_uri(), wait_until="load")
            if not tab.page.title():
                findings.append(path)
        elsewhere = [url for url in tab.requests if not url.startswith(("file:", "data:"))]
        assert [] == elsewhere
        assert [] == tab.complaints
        assert [] == findings


def test_a_missing_page_shows_the_books_own_404_at_any_depth(site: str, browser: Browser) -> None:
    with watched(browser) as tab:
        answer = tab.page.goto(f"{site}/no/such/page.html")
        assert answer is not None
        assert answer.status == 404
        failed = [r.url for r in tab.responses if not r.ok and r.url != answer.url]
        assert [] == failed
        tab.page.get_by_role("link", name="the opening").first.click()
        expect(tab.page).to_have_url(f"{site}/index.html")


@pytest.mark.parametrize("scheme", ["http", "file"])
def test_search_finds_saturation_in_section_6_3(
    book: Path, site: str, browser: Browser, scheme: str
) -> None:
    start = site if scheme == "http" else book.as_uri()
    with watched(browser) as tab:
        tab.page.goto(f"{start}/search.html?q=saturation")
        hits = tab.page.locator("#search-results li a")
        expect(hits.first).to_be_visible()
        assert any("6-3-why-the-root" in str(hit.get_attribute("href")) for hit in hits.all())


def test_run_this_section_copies_the_whole_code(site: str, browser: Browser) -> None:
    with watched(browser) as tab:
        tab.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        tab.page.goto(f"{site}/attention/6-2-by-hand.html")
        tab.page.get_by_text("Run this section").click()
        tab.page.get_by_role("button", name="Copy the code").click()
        expect(tab.page.get_by_text("Copied").first).to_be_visible()
        copied = tab.page.evaluate("navigator.clipboard.readText()")
    namespace: dict[str, object] = {}
    exec(compile(copied, "copied", "exec"), namespace)  # noqa: S102
    assert "steps" in namespace


def test_the_code_stands_on_the_page_without_javascript(site: str, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/attention/6-2-by-hand.html")
    page.get_by_text("Run this section").click()
    assert "attention_steps(" in page.locator("details.run-section pre").inner_text()
    assert page.get_by_role("button", name="Copy the code").count() == 0
    context.close()


def test_no_formula_and_no_table_is_cut_off_on_a_wide_screen(
    book: Path, site: str, browser: Browser
) -> None:
    cut = []
    with watched(browser) as tab:
        for path in (p for p in pages(book) if not p.startswith("api/")):
            tab.page.goto(f"{site}/{path}")
            cut += tab.page.evaluate(
                """path => [...document.querySelectorAll(
                     "article .formula, article .table-wrapper, article .cell pre, figure.drawing"
                   )].filter(e => e.scrollWidth > e.clientWidth + 1)
                     .map(e => path + ": " + e.textContent.trim().slice(0, 60))""",
                path,
            )
    assert [] == cut


def test_formulas_are_drawn_in_the_font_served_with_the_book(site: str, browser: Browser) -> None:
    with watched(browser) as tab:
        tab.page.goto(f"{site}/attention/6-2-by-hand.html", wait_until="networkidle")
        assert tab.page.locator("math").count() > 10
        loaded = tab.page.evaluate(
            "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family)"
        )
    assert any("STIX Two Math" in family for family in loaded)
