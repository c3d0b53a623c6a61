"""Options and settings for all tests."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

# A session without a browser has not what builds the book either.
collect_ignore = [] if find_spec("playwright") else ["book", "browsing.py", "interactives"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--no-browser",
        action="store_true",
        help="leave out the tests that open the book in a browser",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--no-browser"):
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason="left out by --no-browser"))


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """One browser for all tests; sessions without Playwright never ask for it."""
    from tests.browsing import open_browser  # noqa: PLC0415

    with open_browser() as opened:
        yield opened
