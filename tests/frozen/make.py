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

from referee import game as games
from referee import logbook, replay, simulate, transcript
from referee.event import Amended, Disputed, Noted, Record, Retracted, Ruled
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
            head = book.start(f"{id}-1", record)
            (folder / f"{id}.txt").write_text(transcript.write(game, record), "utf-8", newline="\n")
            said[f"{id}-1"] = verdict(game, record) | {"head": head}
        book.start("asked-for", simulate.simulate(games.find("jade-merchant"), 2, 1))
    stone = forget(folder / "club.db", "asked-for", "asked for by a player")
    said["forgotten"] = {"events": stone.what.events, "head": stone.what.head, "reason": stone.what.reason}
    (folder / "said.json").write_text(json.dumps(said, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
