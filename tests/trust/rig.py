"""What the tests of trust have in common: a logbook, and what somebody who owns the file can do to it."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from referee import chain, logbook, simulate
from referee import game as games
from referee.event import Record
from referee.logbook import Logbook

GAME = games.find("jade-merchant")
GUARDS = [name for name in logbook.SCHEMA if name != "event"]


@functools.cache
def record(players: int = 3, seed: int = 1) -> Record:
    """A whole legal game; always the same."""
    return simulate.simulate(GAME, players, seed)


def make(path: Path, **wanted: Record) -> Path:
    """A logbook with these games, or with ``one`` of 20 events and ``two`` of 5."""
    logbook.create(path)
    with Logbook(path, writable=True) as book:
        for id, events in (wanted or {"one": record()[:20], "two": record()[:5]}).items():
            book.start(id, events)
    return path


def faults(path: Path) -> list[str]:
    with Logbook(path) as book:
        return [str(fault) for fault in book.faults()]


@contextlib.contextmanager
def behind_our_back(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection without our triggers, which are put back in the end."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for name in GUARDS:
            connection.execute(f"drop trigger {name}")
        yield connection
        for name in GUARDS:
            connection.execute(logbook.SCHEMA[name])
        connection.commit()


def tamper(path: Path, *statements: str) -> None:
    """Change what is stored, as somebody with write access and some SQL can."""
    with behind_our_back(path) as connection:
        for statement in statements:
            connection.execute(statement)


def rechain(path: Path, game: str) -> None:
    """Compute all digests of a game anew, so that its chain fits whatever is there."""
    with behind_our_back(path) as connection:
        select = "select seq, at, scribe, body from event where game = ? order by seq"
        digest = chain.GENESIS
        for seq, *texts in connection.execute(select, (game,)).fetchall():
            digest = chain.link(digest, game.encode(), seq, *(text.encode() for text in texts))
            connection.execute("update event set digest = ? where game = ? and seq = ?", (digest, game, seq))


def forge(path: Path, game: str, *bodies: str) -> None:
    """Write a game of these bodies, with a chain that fits, as no scribe of ours would."""
    with behind_our_back(path) as connection:
        rows = [(game, seq, "2026-01-01T00:00:00.000Z", "mallory", body) for seq, body in enumerate(bodies, start=1)]
        connection.executemany("insert into event values (?, ?, ?, ?, ?, zeroblob(32))", rows)
    rechain(path, game)


def referee(*arguments: str | bytes, folder: Path | None = None, stdin: bytes = b"", **env: str) -> Done:
    """The program as its user runs it, in a process of its own."""
    command = [sys.executable, "-m", "referee", *arguments]
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("REFEREE_", "PYTHON"))}
    kept |= {"PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.run(command, cwd=folder, input=stdin, env=kept | env, capture_output=True)


Done = subprocess.CompletedProcess[bytes]
needs: Callable[[str], bool] = lambda program: shutil.which(program) is None  # noqa: E731
