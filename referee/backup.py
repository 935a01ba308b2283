"""Copies of a logbook that can be trusted: made by SQLite, verified, then put in place whole."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path
from typing import NamedTuple

from referee import seal
from referee.logbook import Logbook, LogbookError, explained
from referee.logfile import draft_beside, sync, sync_folder


class Copy(NamedTuple):
    """A copy that was made: where it is, and how many games are in it."""

    path: Path
    games: int


def backup(source: Path, target: Path) -> Copy:
    """Copy a logbook to a file, or into a folder under its own name.

    A copy that is there already is replaced only if all that it holds is in the new one.
    Raises LogbookError; the old copy is then still there.
    """
    path = target / source.name if target.is_dir() else target
    with Logbook(source) as book:
        _refuse_unsound(book)
        if path.exists():
            _refuse_loss(book, path)
        return Copy(path, _copy(book, path))


def _refuse_unsound(book: Logbook) -> None:
    fault = next(book.faults(), None)
    if fault:
        raise LogbookError(f"{fault}; not copied, since the copy would be no better")


def _refuse_loss(book: Logbook, path: Path) -> None:
    """Refuse to replace what is no earlier copy of the same logbook."""
    if path.samefile(book.path):
        raise LogbookError(f"{path}: a logbook cannot be copied onto itself")
    with Logbook(path) as old:
        lost = seal.differences(book, seal.of(old).leaves)
    if lost:
        raise LogbookError(f"{path}: not replaced, for it holds what {book.path} does not: {lost[0]}")


def _copy(book: Logbook, path: Path) -> int:
    """Copy, verify, put in place. Returns how many games there are in the copy."""
    leaves = seal.of(book).leaves
    with draft_beside(path) as draft:
        with explained(path), contextlib.closing(sqlite3.connect(draft)) as target:
            book.copy_to(target)
            target.execute("vacuum")  # no pieces of old rows in the gaps of its pages
        games = _verify(draft, leaves)
        sync(draft)
        draft.replace(path)
    sync_folder(path.parent)
    return games


def _verify(draft: Path, leaves: list[seal.Leaf]) -> int:
    """See that the copy is sound and holds all that the logbook did before. Returns how many games it holds."""
    with Logbook(draft) as copy:
        games = len(copy.ids())
        wrong = [str(fault) for fault in copy.faults()] or seal.differences(copy, leaves)
    if wrong:
        raise LogbookError(f"{draft}: the copy is not sound ({wrong[0]}); the disk may be failing")
    return games
