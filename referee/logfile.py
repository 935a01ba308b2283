"""The file of a logbook: what makes it one, how it is made, and what its faults mean in words."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

from referee.event import Event

APPLICATION_ID = 0x52464552  # "RFER", which `file` shows
VERSION = 1
TIMEOUT = 5.0
"""Seconds to wait for another program that holds the logbook."""
LARGEST = 8 * 2**20
"""Bytes that a row may have; a file with more in one was not written by us."""

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


class Damaged(LogbookError):
    """SQLite cannot make sense of the file."""


# What a file is


_MAGIC = b"SQLite format 3\0"


def check_magic(path: Path) -> None:
    """Say what a file is that is no logbook, before SQLite has to."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise LogbookError(f"{path}: there is no such logbook; `referee new` starts one") from None
    except OSError as problem:
        raise LogbookError(f"{path}: cannot be read: {problem.strerror}") from None
    if stat.S_ISDIR(mode):
        raise LogbookError(f"{path}: a folder, not a logbook")
    if not stat.S_ISREG(mode):
        raise LogbookError(f"{path}: a device or a pipe, not a logbook")
    begin = _beginning(path)
    if begin != _MAGIC:
        raise LogbookError(f"{path}: {'an empty file' if not begin else 'a text or another file'}, not a logbook")


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC))
    except OSError as problem:
        raise LogbookError(f"{path}: cannot be read: {problem.strerror}") from None


def is_logbook(path: Path) -> bool:
    """Whether a file is in SQLite's format, so that it could be a logbook."""
    return _beginning(path) == _MAGIC


def oddities(connection: sqlite3.Connection) -> list[str]:
    """What is missing of a logbook's tables and triggers, or is there and should not be."""
    found = {name: sql for name, sql in _stored_schema(connection) if sql is not None}
    odd = [f"{n} is missing or changed: rows were not protected" for n, sql in SCHEMA.items() if found.get(n) != sql]
    strange = (name for name, sql in found.items() if name not in SCHEMA and _meddles(sql))
    return odd + [f'"{name}" is not of our making and could change what is recorded or read' for name in strange]


def _stored_schema(connection: sqlite3.Connection) -> Iterator[tuple[str, str | None]]:
    for name, sql in connection.execute("select cast(name as blob), cast(sql as blob) from sqlite_schema"):
        yield (name or b"").decode(errors="replace"), None if sql is None else sql.decode(errors="replace")


def _meddles(sql: str) -> bool:
    """Whether a statement makes a trigger, or an index that could answer in the place of our table.

    Other tables and views are no danger: people may put their own queries into a logbook.
    """
    words = sql.casefold().split()
    return "trigger" in words[:4] or ("index" in words[:4] and " on event" in " ".join(words).replace('"', ""))


# Making one


def create(path: Path) -> None:
    """Make a new logbook, whole or not at all. One that somebody else made meanwhile is left be."""
    from referee import schema

    with draft_beside(path) as draft:
        with explained(path), contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            schema.make(connection)
        place_new(draft, path)
    sync_folder(path.parent)


def place_new(draft: Path, path: Path) -> bool:
    """Give a draft its name; False if there is a file of this name by now, which is left be. Raises OSError."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return False
    except OSError:  # a file system without hard links, as sticks have
        if path.exists():
            return False
        draft.replace(path)
    return True


def sync(path: Path) -> None:
    """Bring a file to disk. Raises OSError."""
    handle = os.open(path, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def draft_beside(path: Path) -> Iterator[Path]:
    """A new file in the folder of ``path``, to be filled and then given that name; it is gone afterwards."""
    import tempfile  # not needed where there is a logbook

    if not path.parent.is_dir():
        raise LogbookError(f"{path}: the folder {path.parent} does not exist")
    try:
        handle, draft = tempfile.mkstemp(prefix=f".{path.name[:100]}.", dir=path.parent)
    except OSError as problem:
        raise LogbookError(f"{path}: cannot be made: {problem.strerror}") from None
    os.close(handle)
    try:
        Path(draft).chmod(0o666 & ~_umask())
        yield Path(draft)
    except OSError as problem:
        raise LogbookError(f"{path}: cannot be made: {problem.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            Path(draft).unlink()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def sync_folder(folder: Path) -> None:
    """Bring a new name in a folder to disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


# What SQLite says


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into a LogbookError that says what to do."""
    try:
        yield
    except sqlite3.Error as problem:
        kind = Damaged if _code(problem).startswith("SQLITE_CORRUPT") else LogbookError
        raise kind(f"{path}: {in_words(problem)}") from None
    except UnicodeDecodeError:  # SQLite quotes from the damaged place, in no language
        raise Damaged(f"{path}: {_REASONS['SQLITE_CORRUPT']}") from None


def _code(problem: sqlite3.Error) -> str:
    return getattr(problem, "sqlite_errorname", "") or ""


def in_words(problem: sqlite3.Error) -> str:
    """What an error of SQLite means for whoever sees it."""
    reasons = (why for begins, why in _REASONS.items() if _code(problem).startswith(begins))
    return next(reasons, str(problem))


_REASONS = {
    "SQLITE_BUSY": f"held by another program for over {TIMEOUT:g} seconds; nothing was recorded, try again",
    "SQLITE_LOCKED": "held by another program; nothing was recorded, try again",
    "SQLITE_READONLY_ROLLBACK": "the last write was interrupted and cannot be undone here, for want of write access",
    "SQLITE_READONLY": "read-only; nothing was recorded. Allow writing to the file and its folder",
    "SQLITE_FULL": "the disk is full; nothing was recorded",
    **dict.fromkeys(
        ("SQLITE_IOERR_READ", "SQLITE_IOERR_SHORT", "SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DELETE"),
        "the disk reported an error; nothing was recorded",
    ),
    "SQLITE_IOERR": "the disk reported an error; the event may have been recorded, so look first",
    "SQLITE_CANTOPEN": "cannot be opened; check the file and the permissions of its folder",
    "SQLITE_CORRUPT": "damaged; run `referee verify`, and go back to a copy",
    "SQLITE_NOTADB": "not a logbook",
    "SQLITE_TOOBIG": "an event is too large",
    "SQLITE_AUTH": "that is not allowed in a logbook",
}
