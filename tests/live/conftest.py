"""A logbook with a game of Jade Merchant in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import logbook
from referee.event import Record, Started
from referee.logbook import Logbook

ID = "jade-merchant-1"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A logbook with a new game for two."""
    return new_book(tmp_path / "club.db")


def new_book(path: Path, players: tuple[str, ...] = ("Ann", "Bo"), game: str = "jade-merchant") -> Path:
    logbook.create(path)
    with Logbook(path, writable=True) as opened:
        opened.start(f"{game}-1", [Started(game, players)])
    return path


def record_of(path: Path, id: str = ID) -> Record:
    with Logbook(path) as opened:
        return opened.read(id).record
