"""A logbook with a game of Jade Merchant in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

from referee import logbook
from referee.event import Record, Started
from referee.logbook import Logbook

ID = "jade-merchant-1"
T = TypeVar("T")


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A logbook with a new game for two."""
    return new_book(tmp_path / "club.db")


FOR_TWO = Started("jade-merchant", ("Ann", "Bo"))


def new_book(path: Path, started: Started = FOR_TWO) -> Path:
    """A logbook with a new game in it."""
    logbook.create(path)
    with Logbook(path, writable=True) as opened:
        opened.start(f"{started.game}-1", [started])
    return path


def aside(function: Callable[[], T]) -> T:
    """Call a function in a thread of its own: a browser's loop may be running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(function).result()


def record_of(path: Path, id: str = ID) -> Record:
    with Logbook(path) as opened:
        return opened.read(id).record


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A server for all tests of a module."""
    yield from _running(tmp_path_factory.mktemp("served") / "club.db")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Any]:
    """A server for one test."""
    yield from _running(tmp_path / "own.db")


def _running(path: Path) -> Iterator[Any]:
    """A server; stopped by Ctrl-C in the end, in good order and without a word on stderr."""
    pytest.importorskip("uvicorn")
    from tests.live.served import Served

    running = Served(new_book(path))
    yield running
    code, _, err = running.stop()
    assert (code, err) == (0, "")


def new_game(path: Path, started: Started = FOR_TWO) -> str:
    """Starts one more game in a logbook; returns the path of its page."""
    with Logbook(path, writable=True) as opened:
        id = f"g{len(opened.ids())}"
        opened.start(id, [started])
    return f"/g/{id}"


@pytest.fixture(scope="session")
def chromium(browser: Any) -> Any:
    """The browser that all tests share."""
    return browser


@pytest.fixture
def phone(chromium: Any) -> Iterator[Callable[..., Any]]:
    """Opens a link and then a page on a phone of its own; in the end no error and no foreign request was seen."""
    from tests.live.tapping import PHONE, watched

    trouble: list[str] = []
    contexts: list[Any] = []

    def opened(running: Any, link: str, path: str = f"/g/{ID}", **options: Any) -> Any:
        contexts.append(chromium.new_context(**(PHONE | options)))
        page = contexts[-1].new_page()
        page.set_default_timeout(8000)
        watched(page, running.origin, trouble)
        page.goto(link)
        page.goto(running.origin + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert trouble == []
