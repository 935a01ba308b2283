"""The log: an SQLite file that holds the records of many games, and is only ever appended to.

One row an event. Triggers refuse every change, removal and gap, and an authorizer keeps our
own connections from more than reading and appending. ``digest`` chains each row to the one
before it in its game, over the bytes as they are stored, so that a change behind our back shows.
An append that returns has reached the disk.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from referee import game as games
from referee import tombstone
from referee.chain import BATCH, GENESIS, Link, fitting
from referee.event import Event, Record, Started, encode
from referee.game import Game
from referee.language import say
from referee.logfile import (
    APPLICATION_ID,
    LARGEST,
    SCHEMA,
    TIMEOUT,
    VERSION,
    Broken,
    Conflict,
    LogbookError,
    check_magic,
    create,
    explained,
    is_logbook,
    oddities,
)
from referee.rows import Row, chained, misfit, now, this_scribe
from referee.stored import Stored, decoded, record_of
from referee.tombstone import OWN, Tombstone
from referee.words import hinted, nearest

__all__ = [
    "APPLICATION_ID",
    "GAME_ID",
    "SCHEMA",
    "TIMEOUT",
    "VERSION",
    "Broken",
    "Conflict",
    "Logbook",
    "LogbookError",
    "Row",
    "Stored",
    "check_id",
    "check_magic",
    "create",
    "explained",
    "is_logbook",
    "now",
    "this_scribe",
]

GAME_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")

_INSERT = "insert into event (game, seq, at, scribe, body, digest) values (?, ?, ?, ?, ?, ?)"
_EVENTS = "select seq, at, scribe, body, digest from event where game = ? order by seq"
_DIGESTS = "select coalesce(cast(digest as blob), x'') from event where game = ? order by seq"
_HEAD = """select cast(seq as integer), coalesce(cast(digest as blob), x'') from event
  where game = ? order by seq desc limit 1"""  # casts, for a damaged row can hold anything
_EACH = """with recursive each(id) as (
  select min(game) from event
  union all select (select min(game) from event where game > id) from each where id is not null
)"""  # jumps from game to game along the key
_GAMES = f"{_EACH} select cast(id as blob) from each where id is not null"
_LATEST = f"""{_EACH} select cast(id as blob) from each where id glob '[a-z0-9]*'
  order by (select at from event where game = each.id order by seq desc limit 1) desc, id desc limit 1"""


def check_id(id: str) -> None:
    """Raise LogbookError for what cannot be a game's id."""
    if not GAME_ID.fullmatch(id):
        allowed = say('at most 64 of a-z, 0-9, ".", "_" and "-", a letter or digit first')
        raise LogbookError(say('"{id}" cannot be a game\'s id: {allowed}', id=id, allowed=allowed))


class Logbook:
    """An open logbook. ``writable`` ones are locked only while they are appended to."""

    def __init__(self, path: Path, writable: bool = False) -> None:
        self.path = path
        check_magic(path)
        with explained(path):
            self._connection = self._connect(writable)
            try:
                self._check_identity()
                self._check_mode(writable)
            except BaseException:
                self.close()
                raise
            self._connection.set_authorizer(self._authorize)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def _connect(self, writable: bool) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?mode={'rw' if writable else 'ro'}"
        connection = sqlite3.connect(uri, uri=True, timeout=TIMEOUT, isolation_level=None)
        connection.text_factory = bytes  # the chain is over bytes, and msgspec reads them as they are
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST)
        try:
            connection.execute("select 1 from sqlite_schema").fetchone()
        except sqlite3.OperationalError as problem:
            connection.close()
            if not writable and problem.sqlite_errorname == "SQLITE_READONLY_ROLLBACK":
                return self._connect(writable=True)  # a write was cut short, which opening undoes
            raise
        connection.execute("pragma synchronous = extra")  # the journal's removal is synced, too
        connection.execute("pragma trusted_schema = off")
        connection.execute("pragma cell_size_check = on")
        return connection

    def _check_identity(self) -> None:
        """Refuse what is no logbook, or is newer than we are."""
        pragma = {name: self._connection.execute(f"pragma {name}").fetchone()[0] for name in _IDENTITY}
        if pragma["application_id"] != APPLICATION_ID:
            raise LogbookError(f"{self.path}: an SQLite file, but not a logbook")
        if pragma["user_version"] > VERSION:
            raise LogbookError(f"{self.path}: made by a newer version of Referee; update it")
        self.oddities = oddities(self._connection)
        """What is missing of the schema, or is not as we made it."""
        if any(odd.startswith("event is") for odd in self.oddities):
            raise LogbookError(f"{self.path}: not a logbook: it has no event table as we make it")

    def _check_mode(self, writable: bool) -> None:
        """Write with a rollback journal: one file, and none of the bugs that the write-ahead log has had."""
        if not writable:
            return
        (mode,) = self._connection.execute("pragma journal_mode = delete").fetchone()
        if mode != b"delete":
            raise LogbookError(f"{self.path}: in SQLite's mode {mode.decode()}, not delete; run `referee doctor`")

    def _authorize(self, action: int, first: str | None, second: str | None, *_: str | None) -> int:
        """What our own connections may do: read, append to the event table, begin and end transactions."""
        allowed = (
            action in _TAKES
            or action == sqlite3.SQLITE_TRANSACTION
            or (action == sqlite3.SQLITE_INSERT and first == "event")
            or (action == sqlite3.SQLITE_PRAGMA and first in _PRAGMAS and second is None)
        )
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    # reading

    def ids(self) -> list[str]:
        """The ids of all games, sorted."""
        return [name for name in self._names() if GAME_ID.fullmatch(name)]

    def _names(self) -> list[str]:
        """What rows are filed under: ids of games, the logbook's own record, and whatever a stranger wrote."""
        with explained(self.path):
            return [row[0].decode(errors="replace") for row in self._connection.execute(_GAMES)]

    def is_taken(self, id: str) -> bool:
        """Whether an id is or was a game's."""
        return self.head(id)[0] > 0 or self.tombstone(id) is not None

    def current(self) -> str:
        """The id of the game that was last written to. Raises LogbookError if there is none."""
        with explained(self.path):
            row = self._connection.execute(_LATEST).fetchone()
        if row is None:
            raise LogbookError(say("{path}: no game yet; start one with `referee new`", path=self.path))
        return str(row[0].decode(errors="replace"))

    def head(self, id: str) -> tuple[int, bytes]:
        """The number and digest of a game's last event; 0 and GENESIS where there is none."""
        with explained(self.path):
            return self._head(id)

    def _head(self, id: str) -> tuple[int, bytes]:
        return self._connection.execute(_HEAD, (_known(id),)).fetchone() or (0, GENESIS)

    def digest_at(self, id: str, seq: int) -> bytes:
        """The stored digest of an event; empty where there is no such event."""
        where = "select digest from event where game = ? and seq = ?"
        with explained(self.path):
            row = self._connection.execute(where, (_known(id), min(seq, 2**63 - 1))).fetchone()
        return bytes(row[0]) if row else b""

    def digests(self, id: str) -> Iterator[bytes]:
        """The digests of a game's events as they are stored."""
        with explained(self.path):
            for (digest,) in self._connection.execute(_DIGESTS, (_known(id),)):
                yield digest

    def read(self, id: str) -> Stored:
        """A game, its chain verified. Raises Broken, or LogbookError if there is no such game."""
        rows = list(self._verified(id))
        if not rows:
            raise LogbookError(f"{self.path}: {self._absent(id)}")
        _, ats, scribes, bodies, digests = zip(*rows, strict=True)
        game = self._game(id, bodies[0])
        return Stored(id, game, record_of(id, game, bodies), ats, scribes, digests[-1].hex())

    def play(self, id: str) -> tuple[Game, Iterator[Event]]:
        """A game and its events, each verified and decoded only when it is asked for. Raises as ``read`` does."""
        rows = self._verified(id)
        first = next(rows, None)
        if first is None:
            raise LogbookError(f"{self.path}: {self._absent(id)}")
        game = self._game(id, first[3])
        bodies = (row[3] for row in itertools.chain([first], rows))
        return game, decoded(id, game, bodies)

    def _absent(self, id: str) -> str:
        """Why there is no such game."""
        gone = self.tombstone(id)
        if gone:
            return say('the game "{id}" is gone: {why}', id=id, why=gone)
        near, said = nearest(id, self.ids()), say('no game "{id}"', id=id)
        return hinted(said, near) if near else say("{said}; see `referee games`", said=said)

    def rows(self, id: str) -> Iterator[Row]:
        """The rows of a game in order, every digest compared. Raises Broken at the first that does not fit."""
        return (Row(*row[1:]) for row in self._verified(id))

    def _verified(self, id: str) -> Iterator[Link]:
        """The same as bare tuples: many are read, and few looked at."""
        return itertools.chain.from_iterable(self._batches(id))

    def _batches(self, id: str) -> Iterator[Sequence[Link]]:
        """The same, many at a time."""
        digest, name, due = GENESIS, _known(id).encode(), 1
        with explained(self.path):
            found = self._connection.execute(_EVENTS, (name.decode(),))
            while rows := found.fetchmany(BATCH):
                fit = fitting(name, rows, digest, due)
                yield rows[:fit]
                if fit < len(rows):
                    raise Broken(id, due + fit, misfit(rows[fit], due + fit))
                digest, due = rows[-1][-1], due + fit

    def _game(self, id: str, body: bytes) -> Game:
        try:
            return games.find(_STARTED.decode(body).game)
        except (msgspec.MsgspecError, RecursionError) as problem:
            raise LogbookError(f"{id}: event 1 does not start a game: {problem}") from None
        except games.UnknownGameError as problem:
            raise LogbookError(f"{self.path}: {id}: {problem}") from None

    def tombstones(self) -> list[Tombstone]:
        """The games that were removed, in that order. Raises Broken."""
        try:
            return [
                Tombstone(tombstone.decode(row.body), row.at.decode(), row.scribe.decode()) for row in self.rows(OWN)
            ]
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
            raise LogbookError(f"{self.path}: the logbook's own record cannot be read: {problem}") from None

    def tombstone(self, id: str) -> Tombstone | None:
        """What is left of a game that was removed."""
        name = tombstone.name_of(id)
        return next((stone for stone in self.tombstones() if stone.what.name == name), None)

    def copy_to(self, target: sqlite3.Connection) -> None:
        """Copy the file page by page, as it is between two writes."""
        with explained(self.path):
            self._connection.backup(target)

    # writing

    def start(self, id: str, record: Record) -> str:
        """Record a new game, all its events or none. Returns the head digest in hex."""
        check_id(id)
        return self._append(id, record, 0)

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """What is written meanwhile is recorded in one go once this ends, or none of it: one sync for many games."""
        with explained(self.path), self._transaction():
            yield

    def append(self, id: str, event: Event, after: int, scribe: str | None = None) -> int:
        """Append an event to a game whose last event had the number ``after``. Returns its number.

        Once this returns, the event is on disk. Raises Conflict if somebody else was quicker.
        ``scribe`` says who wrote it where that is not the user of this machine.
        """
        self._append(id, [event], after, scribe)
        return after + 1

    def _append(self, id: str, events: Record, after: int, scribe: str | None = None) -> str:
        """Append events in one transaction."""
        if self.oddities:
            raise LogbookError(f"{self.path}: {self.oddities[0]}; nothing was recorded, run `referee verify`")
        with explained(self.path), self._transaction():
            head, digest = self._head(id)
            if head != after or not head:
                self._refuse_collision(id, head, after)
            return self._insert(id, [encode(event) for event in events], after, digest, scribe)

    def _insert(self, id: str, bodies: Iterable[bytes], after: int, digest: bytes, scribe: str | None = None) -> str:
        """Put rows into the table, each linked to the one before it. Returns the last digest in hex."""
        rows = chained(id, bodies, after, digest, this_scribe() if scribe is None else scribe)
        self._connection.executemany(_INSERT, rows)
        return str(rows[-1][-1].hex())

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Begin with the write lock, so that nobody comes between reading the head and writing."""
        if self._connection.in_transaction:
            yield
            return
        self._connection.execute("begin immediate")
        try:
            yield
            self._connection.execute("commit")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("rollback")
            raise

    def _refuse_collision(self, id: str, head: int, after: int) -> None:
        """Raise, where nothing can come after event ``after`` of a game whose last event is ``head``."""
        gone = self.tombstone(id) if not head else None
        if gone:
            raise LogbookError(f'the game "{id}" is gone, and its id is not used again: {gone}')
        if head and not after:
            raise LogbookError(f'the logbook has a game "{id}" already; choose another id')
        if head < after:
            raise LogbookError(f"{id}: the last event is {head}, not {after}")
        if head > after:
            raise Conflict(after + 1, self._event(id, after + 1))

    def _event(self, id: str, seq: int) -> Event:
        row = self._connection.execute("select body from event where game = ? and seq = ?", (id, seq)).fetchone()
        first = self._connection.execute("select body from event where game = ? and seq = 1", (id,)).fetchone()
        game = self._game(id, first[0])
        return next(decoded(id, game, [row[0]], seq))

    # verifying

    def faults(self) -> Iterator[LogbookError]:
        """Everything that does not fit: SQLite's own check, the schema, the first wrong row of each game."""
        yield from (LogbookError(f"{self.path}: {odd}") for odd in self.oddities)
        yield from self._damage()
        try:
            names = self._names()
        except LogbookError as damaged:
            yield damaged
            return
        gone = self._gone()
        for name in names:
            yield from self._faults_of(name, tombstone.name_of(name) in gone)

    def _gone(self) -> set[str]:
        """The digests of the ids of all games that were removed, as far as that can be read."""
        try:
            return {stone.what.name for stone in self.tombstones()}
        except LogbookError:
            return set()

    def _damage(self) -> Iterator[LogbookError]:
        try:
            with explained(self.path):
                said = [row[0].decode(errors="replace") for row in self._connection.execute(_CHECK)]
        except LogbookError as damaged:
            said = [str(damaged)]
        yield from (LogbookError(f"{self.path}: SQLite finds it damaged: {text}") for text in said if text != "ok")

    def _faults_of(self, name: str, is_gone: bool) -> Iterator[LogbookError]:
        if is_gone:
            yield Broken(name, 1, "a game of this id was removed, and yet here it is")
        elif name != OWN and not GAME_ID.fullmatch(name):
            yield LogbookError(f'{self.path}: rows of "{name}", which is no id that a game can have')
        try:
            for _ in self.tombstones() if name == OWN else self.rows(name):
                pass
        except LogbookError as fault:
            yield fault


_IDENTITY = ("application_id", "user_version")
_STARTED = msgspec.json.Decoder(Started)
_TAKES = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)
_PRAGMAS = ("integrity_check", "journal_mode", "synchronous")
_CHECK = "pragma integrity_check"


def _known(id: str) -> str:
    """An id that SQLite can look for; what is no text cannot be any game's."""
    return id.encode(errors="replace").decode()
