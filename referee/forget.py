"""Removing a whole game, because somebody asked for it. The only thing that ever takes rows away.

The trigger against removal is lifted for one transaction, on a connection that is made for this
and nothing else; before that transaction ends the trigger is back, and a tombstone says what
was there. Either all of it happens or nothing.
"""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import msgspec

from referee import snapshot, tombstone
from referee.logbook import Broken, Logbook, LogbookError
from referee.logfile import SCHEMA, TIMEOUT, explained, oddities
from referee.tombstone import OWN, Forgotten, Tombstone

_GUARD = "event_no_delete"
LONGEST = 1_000


def forget(path: Path, id: str, reason: str) -> Tombstone:
    """Remove a game and leave a tombstone. Raises LogbookError; then nothing has changed."""
    if not reason.strip() or len(reason) > LONGEST:
        raise LogbookError(f"say why the game is removed, in 1 to {LONGEST:,} characters; nothing was removed")
    with _Eraser(path, writable=True) as book:
        stone = book.erase(id, reason.strip())
    snapshot.drop(path, id)
    _overwrite(path)
    return stone


def _overwrite(path: Path) -> None:
    """Write the file anew, for SQLite leaves pieces of old rows in the gaps of its pages."""
    try:
        with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=TIMEOUT)) as connection:
            connection.execute("pragma synchronous = extra")
            connection.execute("vacuum")
    except sqlite3.Error as problem:
        why = f"{path}: the game is removed, but traces of it may be left in the file ({problem})"
        raise LogbookError(f"{why}; `referee backup` makes a copy without them") from None


class _Eraser(Logbook):
    """A logbook opened to remove one game."""

    def erase(self, id: str, reason: str) -> Tombstone:
        """Remove a game's rows and append the tombstone, in one transaction."""
        with explained(self.path):
            self._connection.execute("pragma secure_delete = on")  # what was removed is overwritten
            with self._transaction():
                self._refuse_odd()
                body = msgspec.json.encode(self._epitaph(id, reason))
                self._remove(id)
                self._insert(OWN, [body], *self.head(OWN))
                self._refuse_odd()
                return self.tombstones()[-1]

    def _remove(self, id: str) -> None:
        """Take a game's rows out while the trigger against it is away."""
        self._connection.execute(f"drop trigger {_GUARD}")
        self._connection.execute("delete from event where game = ?", (id,))
        self._connection.execute(SCHEMA[_GUARD])

    def _refuse_odd(self) -> None:
        odd = oddities(self._connection)
        if odd:
            raise LogbookError(f"{self.path}: {odd[0]}; nothing was removed, run `referee verify`")

    def _epitaph(self, id: str, reason: str) -> Forgotten:
        """What the tombstone says of a game."""
        events, head = self.head(id)
        if not events or id == OWN:
            raise LogbookError(f"{self.path}: {self._absent(id)}")
        return Forgotten(
            name=tombstone.name_of(id), events=events, head=head.hex(), reason=reason, broken=self._first_broken(id)
        )

    def _first_broken(self, id: str) -> int:
        try:
            for _ in self.rows(id):
                pass
        except Broken as broken:
            return broken.seq
        return 0

    def _authorize(self, action: int, first: str | None, second: str | None, *more: str | None) -> int:
        """Beyond what any logbook may do: remove rows, and take this one trigger away and put it back."""
        allowed = (
            (action in (sqlite3.SQLITE_DROP_TRIGGER, sqlite3.SQLITE_CREATE_TRIGGER) and first == _GUARD)
            or (action == sqlite3.SQLITE_DELETE and first in ("event", "sqlite_master"))
            or (action in (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE) and first == "sqlite_master")
            or (action == sqlite3.SQLITE_PRAGMA and first == "secure_delete")
        )
        return sqlite3.SQLITE_OK if allowed else super()._authorize(action, first, second, *more)
