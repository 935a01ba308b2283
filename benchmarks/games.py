"""What is measured with: simulated games of any game, as records, as bytes, as a logbook."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from referee import game as games
from referee import logbook, simulate
from referee.cli.files import TOGETHER
from referee.event import Noted, Record, encode
from referee.game import Game

FOLDER = Path(tempfile.mkdtemp(prefix="referee-benchmarks-"))


class Corpus(NamedTuple):
    """Many games of one game."""

    game: Game
    records: list[Record]
    bodies: list[list[bytes]]
    path: Path
    """The same as a logbook."""

    @property
    def events(self) -> int:
        return sum(map(len, self.records))


def corpus(id: str, events: int) -> Corpus:
    """Legal games, all numbers of players in turn, until they have so many events."""
    game = games.find(id)
    records: list[Record] = []
    while sum(map(len, records)) < events:
        seed = len(records)
        records.append(simulate.simulate(game, game.players[seed % len(game.players)], seed))
    path = FOLDER / f"{id}-{events}.db"
    fill(path, records)
    return Corpus(game, records, [[encode(event) for event in record] for record in records], path)


def fill(path: Path, records: list[Record]) -> None:
    """A new logbook with these games."""
    path.unlink(missing_ok=True)
    logbook.create(path)
    with logbook.Logbook(path, writable=True) as book:
        for i in range(0, len(records), TOGETHER):
            with book.together():
                for n, record in enumerate(records[i : i + TOGETHER], i):
                    book.start(f"g{n:06}", record)


OPENING = 10
"""So many events of a game are played before the remarks that lengthen it."""


def lengthened(record: Record, events: int) -> Record:
    """The beginning of a game, and remarks until it has so many events."""
    played = record[: min(OPENING, events)]
    return [*played, *(Noted(1, f"remark {n}") for n in range(events - len(played)))]
