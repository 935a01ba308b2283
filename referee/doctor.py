"""What is wrong with a logbook, or with the place where it lies, and what to do about it.

Looks without changing anything, and goes on where one thing is wrong.
"""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee.logbook import Logbook, LogbookError, check_magic

FINE, ODD, WRONG = "fine", "odd", "wrong"
"""Nothing to do; worth knowing, or a risk; not to be relied upon."""

ROOM = 50 * 2**20
"""Bytes that should be free beside a logbook."""


class Note(NamedTuple):
    """One thing that was looked at, in a sentence, and what to do if it is not fine."""

    level: str
    said: str
    advice: str = ""


def examine(path: Path) -> Iterator[Note]:
    """All that can be said of a logbook and its place."""
    yield from _versions()
    yield from _place(path)
    try:
        check_magic(path)
    except LogbookError as problem:
        yield Note(WRONG, str(problem))
        return
    yield from _file(path)
    yield from _mode(path)
    yield from _inside(path)


# The programs


def _versions() -> Iterator[Note]:
    yield Note(FINE, f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}")
    if has_reset_bug(sqlite3.sqlite_version_info):
        yield Note(FINE, "this SQLite can damage files in write-ahead mode (WAL); logbooks are not in that mode")


def has_reset_bug(version: tuple[int, int, int]) -> bool:
    """Whether a version of SQLite has the WAL-reset bug (sqlite.org/wal.html#walresetbug)."""
    mended = version[:2] in ((3, 44), (3, 50)) and version >= {44: (3, 44, 6), 50: (3, 50, 7)}[version[1]]
    return (3, 7, 0) <= version < (3, 51, 3) and not mended


# The place


def _place(path: Path) -> Iterator[Note]:
    folder = path.absolute().parent
    if not folder.is_dir():
        yield Note(WRONG, f"the folder {folder} does not exist", "make it, or name another")
        return
    yield from _rights(folder)
    yield from _room(folder)
    kind = file_system(folder.resolve(), _mounts())
    if kind in NETWORK:
        yield Note(ODD, f"the folder is on a network file system ({kind}), where locks cannot be relied upon", _MOVE)
    synced = next((part for part in folder.resolve().parts if part.casefold().startswith(SYNCED)), "")
    if synced:
        yield Note(ODD, f'"{synced}" looks like a folder that is copied to other machines while it is used', _MOVE)


_MOVE = "keep the logbook on a disk of this machine, and put copies there with `referee backup`"
NETWORK = frozenset(
    {
        "nfs",
        "nfs4",
        "cifs",
        "smb",
        "smb2",
        "smb3",
        "smbfs",
        "ncpfs",
        "afs",
        "9p",
        "fuse.sshfs",
        "fuse.rclone",
        "fuse.s3fs",
        "ceph",
        "glusterfs",
        "davfs",
    }
)
SYNCED = ("dropbox", "onedrive", "google drive", "googledrive", "nextcloud", "owncloud", "icloud", "syncthing")


def _rights(folder: Path) -> Iterator[Note]:
    if not os.access(folder, os.W_OK | os.X_OK):
        advice = "allow writing to the folder: SQLite keeps its journal beside the logbook"
        yield Note(ODD, f"nothing can be written in the folder {folder}", advice)


def _room(folder: Path) -> Iterator[Note]:
    free = shutil.disk_usage(folder).free
    if free < ROOM:
        yield Note(ODD, f"only {free // 2**20} MB are free on this disk", "make room before the next game")
    else:
        yield Note(FINE, f"{free // 2**20:,} MB free")


def _mounts() -> list[tuple[str, str]]:
    """Where file systems are mounted, and of what kind they are; nothing where the system does not tell."""
    try:
        lines = Path("/proc/self/mounts").read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return []
    fields = (line.split(" ") for line in lines)
    return [(f[1].replace("\\040", " "), f[2]) for f in fields if len(f) > 2]


def file_system(folder: Path, mounts: Iterable[tuple[str, str]]) -> str:
    """The kind of the file system that a folder is on."""
    holding = [(len(place), kind) for place, kind in mounts if folder.is_relative_to(place)]
    return max(holding, default=(0, ""))[1]


# The file


def _file(path: Path) -> Iterator[Note]:
    if not os.access(path, os.R_OK):
        yield Note(WRONG, "the file may not be read by you", "change its permissions")
        return
    if not os.access(path, os.W_OK):
        yield Note(ODD, "the file is read-only: games can be looked at, not recorded", "allow writing to it")
    if path.stat().st_mode & 0o002:
        yield Note(ODD, "everybody on this machine may write to the file", "chmod o-w it")
    if path.stat().st_nlink > 1:
        advice = "remove the other names: a journal written under one of them is not seen under another"
        yield Note(ODD, f"the file has {path.stat().st_nlink} names (hard links)", advice)
    yield from _beside(path)


def _beside(path: Path) -> Iterator[Note]:
    for suffix, mode in (("-journal", "an interrupted write"), ("-wal", "writes in write-ahead mode (WAL)")):
        other = path.with_name(path.name + suffix)
        if other.exists() and other.stat().st_size:
            advice = "never copy the logbook without this file, nor remove it; the next `referee log` clears it up"
            yield Note(ODD, f"{other.name} beside it holds {mode}", advice)


def _mode(path: Path) -> Iterator[Note]:
    with path.open("rb") as file:
        header = file.read(20)
    if header[18:20] == b"\2\2":
        bug = has_reset_bug(sqlite3.sqlite_version_info)
        danger = "which in this version of SQLite can damage it" if bug else "in which it is not one file"
        advice = "close other programs; the next `referee log` puts it back into rollback mode"
        yield Note(WRONG if bug else ODD, f"another program put the file into write-ahead mode, {danger}", advice)
    else:
        yield Note(FINE, "in rollback mode: one file, and a write that returns is on disk")


# What it holds


def _inside(path: Path) -> Iterator[Note]:
    try:
        with Logbook(path) as book:
            yield from _wrong(book)
    except LogbookError as problem:
        yield Note(WRONG, str(problem))


def _wrong(book: Logbook) -> Iterator[Note]:
    faults = list(book.faults())
    for odd in book.oddities:
        yield Note(WRONG, odd, "go back to a copy, or `referee export` the games and import them into a new logbook")
    for fault in faults[len(book.oddities) :]:
        yield Note(WRONG, str(fault), "go back to a copy; the games that `referee verify` calls sound can be exported")
    if not faults:
        counts = [book.head(id)[0] for id in book.ids()]
        yield Note(FINE, f"triggers in place, {len(counts)} games, {sum(counts):,} events, every chain sound")
