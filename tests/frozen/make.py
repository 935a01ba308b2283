"""Made once with each schema or transcript version and never again: `python -m tests.frozen.make FOLDER`.

Writes a logbook and transcripts of all games, and what this version says of them. Later versions
must read them, verify them with the same heads, and judge them the same (tests/frozen/test_frozen.py).
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
    """A record with one event of each kind about other events."""
    moves = game.legal(replay.table_at(game, record[:3]))
    last = record[-1]
    names = replay.started_of(record).players
    return [
        *record,
        Noted(2, "so the cards lay — Zoë, 翡翠"),
        Amended(len(record), last) if not moves else Amended(len(record), moves[0]),
        Disputed(3, names[0], "that was too many"),
        Ruled(len(record) + 3, "waived", names[1], "it stands"),
        Retracted(len(record) + 2),
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


def main(folder: Path) -> None:
    os.environ["REFEREE_SCRIBE"] = "frozen"
    folder.mkdir(parents=True)
    logbook.create(folder / "club.db")
    said: dict[str, Any] = {}
    with Logbook(folder / "club.db", writable=True) as book:
        for id in games.ids():
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
    main(Path(sys.argv[1]))
