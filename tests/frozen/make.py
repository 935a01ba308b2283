"""Made once with each release and never again: `python -m tests.frozen.make FOLDER [GAME...]`.

Writes a logbook and transcripts of these games (by default all), and what this version says of them.
Later versions must read them, verify them with the same heads, and judge them the same
(tests/frozen/test_frozen.py). Where a later version rightly judges otherwise, said.json says so
in that commit, and nothing else here ever changes.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from msgspec import structs

from referee import game as games
from referee import logbook, replay, simulate, transcript
from referee.event import Amended, Disputed, Noted, Position, Record, Retracted, Ruled
from referee.forget import forget
from referee.game import Game
from referee.logbook import Logbook


def with_talk(game: Game, record: Record) -> Record:
    """A record with one event of each kind about other events; one of its breaches is waived."""
    fault = next(f.seq for f in replay.audit(game, record, legal=False).findings)
    moves = game.legal(replay.table_at(game, record[:-1]))
    names = replay.started_of(record).players
    last = len(record)
    return [
        *record,
        Noted(2, "so the cards lay — Zoë, 翡翠"),
        Amended(last, moves[0] if moves else record[-1]),
        Disputed(fault, names[0], "that was too many"),
        Ruled(last + 3, "waived", names[1], "it stands"),
        Retracted(last + 2),
    ]


def from_a_position(game: Game) -> Record | None:
    """A record that begins halfway, by another reading than usual; its end is taken back and quarrelled over."""
    record = simulate.simulate(game, game.players.stop - 1, "frozen halfway", flaws=1)
    half, started = len(record) // 2, replay.started_of(record)
    given = game.describe(replay.table_at(game, record[:half])) if game.describe else None
    if given is None:
        return None
    first = next(iter(game.rules.readings.values()))
    readings = {first.id: list(first.choices)[-1]}
    played = [structs.replace(started, readings=readings), Position(tuple(given)), *record[half:]]
    last, names = len(played), started.players
    return [
        *played,
        Retracted(last - 1, following=True),
        Disputed(3, names[1], "not so"),
        Ruled(last + 2, "upheld", names[0], ""),
        Disputed(3, names[0], "but yes", next(iter(game.rules.clauses))),
        Ruled(last + 4, "dismissed", names[1], "enough"),
    ]


def verdict(game: Game, record: Record) -> dict[str, Any]:
    """What is to stay the same."""
    audit = replay.audit(game, record, legal=False)
    return {
        "events": len(record),
        "findings": [[f.seq, f.clause.id, f.outcome, f.ruling.verdict if f.ruling else None] for f in audit.findings],
        "winners": list(audit.result.winners),
        "scores": {player: str(score) for player, score in audit.result.scores.items()},
    }


def main(folder: Path, *wanted: str) -> None:
    os.environ["REFEREE_SCRIBE"] = "frozen"
    folder.mkdir(parents=True)
    logbook.create(folder / "club.db")
    said: dict[str, Any] = {}
    with Logbook(folder / "club.db", writable=True) as book:
        for id in wanted or games.ids():
            game = games.find(id)
            record = with_talk(
                game, simulate.simulate(game, game.players.start, "frozen", flaws=2, tags={"date": "2026-11-30"})
            )
            said[f"{id}-1"] = _keep(book, f"{id}-1", game, record, folder / f"{id}.txt")
            halfway = from_a_position(game)
            if halfway:
                said[f"{id}-2"] = _keep(book, f"{id}-2", game, halfway, folder / "positions" / f"{id}.txt")
        book.start("asked-for", simulate.simulate(games.find("jade-merchant"), 2, 1))
    stone = forget(folder / "club.db", "asked-for", "asked for by a player")
    said["forgotten"] = {"events": stone.what.events, "head": stone.what.head, "reason": stone.what.reason}
    (folder / "said.json").write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _keep(book: Logbook, id: str, game: Game, record: Record, path: Path) -> dict[str, Any]:
    """Record a game, write it down, and say what is to stay the same of it."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(transcript.write(game, record), "utf-8", newline="\n")
    return verdict(game, record) | {"head": book.start(id, record)}


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
