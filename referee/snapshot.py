"""A table kept outside the log, so that a move in a long game is judged without all that went before.

Snapshots are disposable and never trusted over the log. One is looked at only where it is of just
the events that the logbook holds now, which the head digest says, and of the rules as they are
now; where there is none the log is read from its first event, as every command but ``log`` always
does. They lie in the user's cache folder, one for each long game, and hold no verdicts.
"""

from __future__ import annotations

import contextlib
import os
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from referee import code
from referee import game as games
from referee.event import Started
from referee.game import Game
from referee.logbook import Logbook

_NO_PLACE = (OSError, RuntimeError)
"""What is raised where there is no file or folder, or nobody's home."""


class Stored(Struct, frozen=True):
    """A snapshot as it is stored: of which rules, of which events, and the table after them."""

    rules: str
    seq: int
    head: str
    started: Started
    table: msgspec.Raw


class Kept(NamedTuple):
    """A game as a snapshot knows it: how it started, how many events it has, and the table after them."""

    game: Game
    started: Started
    seq: int
    table: Any


def kept(book: Logbook, id: str) -> Kept | None:
    """The snapshot of a game, if there is one of all its events and of the rules of today."""
    seq, digest = book.head(id)
    try:
        stored = msgspec.json.decode(_file(book.path, id).read_bytes(), type=Stored)
        if (stored.seq, stored.head) != (seq, digest.hex()):
            return None
        game = games.find(stored.started.game)
        if stored.rules != code.of_table(game):
            return None
        kind = type(game.start(stored.started))
        return Kept(game, stored.started, seq, msgspec.json.decode(stored.table, type=kind))
    except (*_NO_PLACE, msgspec.MsgspecError, RecursionError, TypeError, games.UnknownGameError):
        return None  # whatever it is, it is no snapshot


def keep(book: Logbook, id: str, game: Game, started: Started, table: Any) -> None:
    """Keep the table after the last event of a game; where that cannot be, nothing is kept."""
    seq, digest = book.head(id)
    stored = Stored(code.of_table(game), seq, digest.hex(), started, msgspec.Raw(msgspec.json.encode(table)))
    with contextlib.suppress(*_NO_PLACE):
        file = _file(book.path, id)
        draft = file.with_suffix(f".{os.getpid()}")
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft.touch(mode=0o600)
        draft.write_bytes(msgspec.json.encode(stored))
        draft.replace(file)


def drop(path: Path, id: str) -> None:
    """Remove the snapshot of a game, if there is one."""
    with contextlib.suppress(*_NO_PLACE):
        _file(path, id).unlink()


def _file(path: Path, id: str) -> Path:
    """Where the snapshot of a game of this logbook is."""
    name = sha256(f"{path.resolve()}#{id}".encode(errors="replace")).hexdigest()[:32]
    folder = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(folder).expanduser() / "referee" / f"{name}.json"
