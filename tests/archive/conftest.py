"""A small archive: a logbook, transcripts, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import game as games
from referee import logbook, simulate, transcript
from referee.event import Record

GAME = games.find(games.ids()[0])


@pytest.fixture(scope="session")
def records() -> list[Record]:
    return [simulate.simulate(GAME, GAME.players.start, seed, flaws=seed % 3 == 0) for seed in range(12)]


@pytest.fixture
def book(tmp_path: Path, records: list[Record]) -> Path:
    path = tmp_path / "league.db"
    logbook.create(path)
    with logbook.Logbook(path, writable=True) as opened:
        for i, record in enumerate(records):
            opened.start(f"g{i:04}", record)
    return path


@pytest.fixture
def folder(tmp_path: Path, records: list[Record]) -> Path:
    path = tmp_path / "texts"
    path.mkdir()
    (path / "all.txt").write_text("\n".join(transcript.write(GAME, record) for record in records), "utf-8")
    (path / "headers.txt").write_text(f"game: {GAME.id}\n", "utf-8")
    (path / "noise.txt").write_bytes(b"\xff\xfe\x00")
    (path / "noise.db").write_bytes(b"SQLite format 3\x00 and then nothing")
    return path
