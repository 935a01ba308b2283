"""A real browser for the pages, and a helper that opens a page and watches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.report import html
from tests.report import records

playwright = pytest.importorskip("playwright.sync_api")

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HEAD = "3f9a" * 16

Open = Callable[..., Any]


class Windows:
    """Pages that are used again by later tests, which is much quicker than new ones."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.trouble: list[str] = []
        self.pages: dict[str, Any] = {}

    def page(self, options: dict[str, Any]) -> Any:
        page = self.pages.get(repr(options))
        if page is None:
            page = self.pages[repr(options)] = self.browser.new_context(**options).new_page()
            page.set_default_timeout(5000)
            self._watch(page)
        page.emulate_media(media="screen", color_scheme=options.get("color_scheme"))
        return page

    def _watch(self, page: Any) -> None:
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("console", lambda message: self.trouble.append(f"console: {message.text}"))
        page.on("dialog", lambda dialog: self.trouble.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: _watch_request(request.url, self.trouble))


@pytest.fixture(scope="session")
def windows(browser: Any) -> Windows:
    return Windows(browser)


@pytest.fixture
def open_page(windows: Windows, tmp_path: Path) -> Iterator[Open]:
    """Opens a document in a browser; in the end no error and no request has been seen.

    It goes by way of about:blank, since the same address with the same hash is not loaded again.
    """
    windows.trouble.clear()

    def opened(document: str, hash: str = "", **options: Any) -> Any:
        page = windows.page({"viewport": {"width": 1280, "height": 800}} | options)
        path = tmp_path / "page.html"
        path.write_text(document, encoding="utf-8")
        page.goto("about:blank")
        page.goto(path.as_uri() + hash)
        if options.get("java_script_enabled", True):
            ready(page)
        return page

    yield opened
    assert windows.trouble == []


def ready(page: Any) -> None:
    """Wait until a page's script has all its data."""
    page.wait_for_function("() => !document.getElementById('data') || 'ready' in document.documentElement.dataset")


def _watch_request(url: str, trouble: list[str]) -> None:
    if not url.startswith(("file:", "data:", "about:")):
        trouble.append(f"request: {url}")


@pytest.fixture(scope="session")
def story() -> str:
    """The page of the short game with all that can happen to a record."""
    record, lines = records.story()
    return html.page(records.jade(), record, source="story.txt", head=HEAD, lines=lines)


@pytest.fixture(scope="session")
def long_game() -> str:
    """The page of a long random game with a few planted breaches."""
    record = records.random_record(120, seed=4, flaws=30)
    return html.page(records.jade(), record, source="long.txt", head=HEAD)


@pytest.fixture
def told(open_page: Open, story: str) -> Any:
    """The short game, opened at its end."""
    return open_page(story)
