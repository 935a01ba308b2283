"""The log: an SQLite file that holds the records of many games, and is only ever appended to.

One row an event. Triggers refuse every change, removal and gap, and an authorizer keeps our
own connections from more than reading and appending. ``digest`` chains each row to the one
before it in its game, over the bytes as they are stored, so that a change behind our back shows.
An append that returns has reached the disk.
"""

from __future__ import annotations

import contextlib
import getpass
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec import Struct

from referee import game as games
from referee.chain import GENESIS, link
from referee.event import Event, Record, Started, encode
from referee.game import Game
from referee.words import nearest

APPLICATION_ID = 0x52464552  # "RFER", which `file` shows
VERSION = 1
TIMEOUT = 5.0
"""Seconds to wait for another program that holds the logbook."""

SCHEMA = {
    "event": """CREATE TABLE event (
  game TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  at TEXT NOT NULL,
  scribe TEXT NOT NULL,
  body TEXT NOT NULL,
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID""",
    "event_append": """CREATE TRIGGER event_append BEFORE INSERT ON event
WHEN new.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE game = new.game)
BEGIN SELECT raise(abort, 'referee: an event is appended, with the next number'); END""",
    "event_no_update": """CREATE TRIGGER event_no_update BEFORE UPDATE ON event
BEGIN SELECT raise(abort, 'referee: events are never changed'); END""",
    "event_no_delete": """CREATE TRIGGER event_no_delete BEFORE DELETE ON event
BEGIN SELECT raise(abort, 'referee: events are never removed'); END""",
}
"""What makes a logbook, by name in sqlite_schema."""

GAME_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")

_INSERT = "insert into event (game, seq, at, scribe, body, digest) values (?, ?, ?, ?, ?, ?)"
_EVENTS = "select seq, at, scribe, body, digest from event where game = ? order by seq"
_HEAD = "select seq, digest from event where game = ? order by seq desc limit 1"
_GAMES = """with recursive each(id) as (
  select min(game) from event
  union all select (select min(game) from event where game > id) from each where id is not null
) select id from each where id is not null"""  # jumps from game to game along the key


class LogbookError(Exception):
    """A logbook cannot be used as asked; the message says why and what to do."""


class Conflict(LogbookError):
    """Somebody else logged an event first; ``event`` is theirs."""

    def __init__(self, seq: int, event: Event) -> None:
        self.seq, self.event = seq, event
        super().__init__(f"somebody logged event {seq} first; look at it and try again")


class Broken(LogbookError):
    """The chain, or a row, does not fit: ``seq`` is the first of ``game`` that is wrong."""

    def __init__(self, game: str, seq: int, why: str) -> None:
        self.game, self.seq, self.why = game, seq, why
        super().__init__(f"{game}: event {seq}: {why}")


class Stored(Struct, frozen=True):
    """One game as read from a logbook. ``head`` is the digest of its last event, in hex."""

    id: str
    game: Game
    record: Record
    times: list[str]
    scribes: list[str]
    head: str


def now() -> str:
    """The present time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def this_scribe() -> str:
    """Who is writing: ``$REFEREE_SCRIBE``, or the name of the user."""
    name = os.environ.get("REFEREE_SCRIBE")
    if name is None:
        with contextlib.suppress(KeyError, OSError):
            name = getpass.getuser()
    return (name or "").replace("\0", "")


def check_id(id: str) -> None:
    """Raise LogbookError for what cannot be a game's id."""
    if not GAME_ID.fullmatch(id):
        allowed = 'at most 64 of a-z, 0-9, ".", "_" and "-", a letter or digit first'
        raise LogbookError(f'"{id}" cannot be a game\'s id: {allowed}')


def create(path: Path) -> None:
    """Make a new logbook, whole or not at all. One that somebody else made meanwhile is left be."""
    from referee import schema

    folder = path.parent
    if not folder.is_dir():
        raise LogbookError(f"{path}: the folder {folder} does not exist")
    handle, draft = _draft(path)
    os.close(handle)
    try:
        connection = sqlite3.connect(draft, isolation_level=None)
        with contextlib.closing(connection), explained(path):
            schema.make(connection)
        Path(draft).chmod(0o666 & ~_umask())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)


def _draft(path: Path) -> tuple[int, str]:
    try:
        return tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    except OSError as problem:
        raise LogbookError(f"{path}: cannot be made: {problem.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into a LogbookError that says what to do."""
    try:
        yield
    except sqlite3.Error as problem:
        code = getattr(problem, "sqlite_errorname", "") or ""
        reasons = (why for begins, why in _REASONS.items() if code.startswith(begins))
        raise LogbookError(f"{path}: {next(reasons, str(problem))}") from None


_REASONS = {
    "SQLITE_BUSY": f"held by another program for over {TIMEOUT:g} seconds; nothing was recorded, try again",
    "SQLITE_LOCKED": "held by another program; nothing was recorded, try again",
    "SQLITE_READONLY_ROLLBACK": "the last write was interrupted and cannot be undone here, for want of write access",
    "SQLITE_READONLY": "read-only; nothing was recorded. Allow writing to the file and its folder",
    "SQLITE_FULL": "the disk is full; nothing was recorded",
    "SQLITE_IOERR": "the disk reported an error; nothing was recorded",
    "SQLITE_CANTOPEN": "cannot be opened; check the file and the permissions of its folder",
    "SQLITE_CORRUPT": "damaged; run `referee verify`, and go back to a copy",
    "SQLITE_NOTADB": "not a logbook",
    "SQLITE_TOOBIG": "the event is too large",
}


class Logbook:
    """An open logbook. ``writable`` ones are locked only while they are appended to."""

    def __init__(self, path: Path, writable: bool = False) -> None:
        self.path = path
        check_magic(path)
        with explained(path):
            self._connection = self._connect(writable)
            self._check_identity()

    def __enter__(self) -> Logbook:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def _connect(self, writable: bool) -> sqlite3.Connection:
        uri = f"{self.path.absolute().as_uri()}?mode={'rw' if writable else 'ro'}"
        connection = sqlite3.connect(uri, uri=True, timeout=TIMEOUT, isolation_level=None)
        connection.text_factory = bytes  # the chain is over bytes, and msgspec reads them as they are
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
        """Refuse what is no logbook, or is newer than we are; then allow no more than is needed."""
        pragma = {name: self._connection.execute(f"pragma {name}").fetchone()[0] for name in _IDENTITY}
        if pragma["application_id"] != APPLICATION_ID:
            raise LogbookError(f"{self.path}: an SQLite file, but not a logbook")
        if pragma["user_version"] > VERSION:
            raise LogbookError(f"{self.path}: made by a newer version of Referee; update it")
        found = {name.decode(): sql.decode() for name, sql in self._connection.execute(_SCHEMA) if sql}
        self.missing = [name for name, sql in SCHEMA.items() if found.get(name) != sql]
        """Parts of the schema that are missing or not as we made them."""
        if "event" in self.missing:
            raise LogbookError(f"{self.path}: not a logbook: it has no event table as we make it")
        self._connection.set_authorizer(_authorize)

    # reading

    def ids(self) -> list[str]:
        """The ids of all games, sorted."""
        with explained(self.path):
            return [row[0].decode() for row in self._connection.execute(_GAMES)]

    def current(self) -> str:
        """The id of the game that was last written to. Raises LogbookError if there is none."""
        latest = f"""select id from (select id, (select at from event where game = id order by seq desc limit 1)
            as last from ({_GAMES})) order by last desc, id desc limit 1"""
        with explained(self.path):
            row = self._connection.execute(latest).fetchone()
        if row is None:
            raise LogbookError(f"{self.path}: no game yet; start one with `referee new`")
        return str(row[0].decode())

    def head(self, id: str) -> tuple[int, bytes]:
        """The number and digest of a game's last event; 0 and GENESIS where there is none."""
        with explained(self.path):
            return self._connection.execute(_HEAD, (id,)).fetchone() or (0, GENESIS)

    def read(self, id: str) -> Stored:
        """A game, its chain verified. Raises Broken, or LogbookError if there is no such game."""
        bodies, times, scribes, digest = self._rows(id)
        if not bodies:
            near = nearest(id, self.ids())
            hint = f'; did you mean "{near}"?' if near else "; see `referee games`"
            raise LogbookError(f'{self.path}: no game "{id}"{hint}')
        game = self._game(id, bodies[0])
        return Stored(id, game, _decoded(id, game, bodies), times, scribes, digest.hex())

    def _rows(self, id: str) -> tuple[list[bytes], list[str], list[str], bytes]:
        """The bodies, times and scribes of a game, and its head; every digest compared."""
        digest, name = GENESIS, id.encode(errors="replace")
        bodies: list[bytes] = []
        times, scribes = [], []
        with explained(self.path):
            for seq, at, scribe, body, stored in self._connection.execute(_EVENTS, (name.decode(),)):
                digest = link(digest, name, seq, at, scribe, body)
                if digest != stored or seq != len(bodies) + 1:
                    raise Broken(id, len(bodies) + 1, _misfit(seq, len(bodies) + 1))
                bodies.append(body)
                times.append(at.decode(errors="replace"))
                scribes.append(scribe.decode(errors="replace"))
        return bodies, times, scribes, digest

    def _game(self, id: str, body: bytes) -> Game:
        try:
            return games.find(_STARTED.decode(body).game)
        except (msgspec.MsgspecError, RecursionError) as problem:
            raise LogbookError(f"{id}: event 1 does not start a game: {problem}") from None
        except games.UnknownGameError as problem:
            raise LogbookError(f"{self.path}: {id}: {problem}") from None

    # writing

    def start(self, id: str, record: Record) -> str:
        """Record a new game, all its events or none. Returns the head digest in hex."""
        check_id(id)
        return self._append(id, record, 0)

    def append(self, id: str, event: Event, after: int) -> int:
        """Append an event to a game whose last event had the number ``after``. Returns its number.

        Once this returns, the event is on disk. Raises Conflict if somebody else was quicker.
        """
        self._append(id, [event], after)
        return after + 1

    def _append(self, id: str, events: Record, after: int) -> str:
        """Append events in one transaction."""
        if self.missing:
            raise LogbookError(f"{self.path}: {', '.join(self.missing)} is missing or changed; run `referee verify`")
        with explained(self.path), self._transaction():
            head, digest = self.head(id)
            if head != after:
                raise self._collision(id, head, after)
            rows = _chained(id, events, after, digest)
            self._connection.executemany(_INSERT, rows)
            return str(rows[-1][-1].hex())

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        """Begin with the write lock, so that nobody comes between reading the head and writing."""
        self._connection.execute("begin immediate")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._connection.execute("rollback")
            raise
        self._connection.execute("commit")

    def _collision(self, id: str, head: int, after: int) -> LogbookError:
        """Why nothing can come after event ``after`` of a game whose last event is ``head``."""
        if not after:
            return LogbookError(f'the logbook has a game "{id}" already; choose another id')
        if head < after:
            return LogbookError(f"{id}: the last event is {head}, not {after}")
        return Conflict(after + 1, self._event(id, after + 1))

    def _event(self, id: str, seq: int) -> Event:
        row = self._connection.execute("select body from event where game = ? and seq = ?", (id, seq)).fetchone()
        first = self._connection.execute("select body from event where game = ? and seq = 1", (id,)).fetchone()
        return self._game(id, first[0]).decoder.decode(row[0])

    # verifying

    def faults(self) -> Iterator[Broken | LogbookError]:
        """Everything that does not fit: SQLite's own check, the schema, the first wrong row of each game."""
        for name in self.missing:
            yield LogbookError(f"{self.path}: {name} is missing or changed: rows were not protected")
        with explained(self.path):
            for (said,) in self._connection.execute("pragma integrity_check(10)"):
                if said != b"ok":
                    yield LogbookError(f"{self.path}: SQLite finds it damaged: {said.decode(errors='replace')}")
        for id in self.ids():
            try:
                self._rows(id)
            except Broken as broken:
                yield broken


_IDENTITY = ("application_id", "user_version")
_SCHEMA = "select name, sql from sqlite_schema where tbl_name = 'event'"
_STARTED = msgspec.json.Decoder(Started)
_TAKES = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE)
_PRAGMAS = ("integrity_check",)


def _authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """What our own connections may do: read, append to the event table, begin and end transactions."""
    allowed = (
        action in _TAKES
        or action == sqlite3.SQLITE_TRANSACTION
        or (action == sqlite3.SQLITE_INSERT and first == "event")
        or (action == sqlite3.SQLITE_PRAGMA and first in _PRAGMAS)
    )
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def _chained(id: str, events: Record, after: int, digest: bytes) -> list[tuple[str, int, str, str, str, bytes]]:
    """Rows for these events, each linked to the one before it."""
    at, scribe = now(), this_scribe()
    fixed = id.encode(), at.encode(), scribe.encode(errors="replace")
    rows = []
    for seq, event in enumerate(events, start=after + 1):
        body = encode(event)
        digest = link(digest, fixed[0], seq, fixed[1], fixed[2], body)
        rows.append((id, seq, at, fixed[2].decode(), body.decode(), digest))
    return rows


def _decoded(id: str, game: Game, bodies: list[bytes]) -> Record:
    decode = game.decoder.decode
    record: Record = []
    try:
        for body in bodies:
            record.append(decode(body))
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise LogbookError(
            f"{id}: event {len(record) + 1} cannot be read ({problem}); was it made by a newer version?"
        ) from None
    return record


def _misfit(seq: int, expected: int) -> str:
    if seq != expected:
        return f"missing; the next row is event {seq}"
    return "this row is not as it was written, or the one before it is gone"


_MAGIC = b"SQLite format 3\0"


def check_magic(path: Path) -> None:
    """Say what a file is that is no logbook, before SQLite has to."""
    if path.is_dir():
        raise LogbookError(f"{path}: a folder, not a logbook")
    if not path.exists():
        raise LogbookError(f"{path}: there is no such logbook; `referee new` starts one")
    try:
        with path.open("rb") as file:
            begin = file.read(len(_MAGIC))
    except OSError as problem:
        raise LogbookError(f"{path}: cannot be read: {problem.strerror}") from None
    if begin != _MAGIC:
        raise LogbookError(f"{path}: {'an empty file' if not begin else 'a text or another file'}, not a logbook")


def is_logbook(path: Path) -> bool:
    """Whether a file is in SQLite's format, so that it could be a logbook."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC
