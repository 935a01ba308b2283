"""The rows of a logbook: what is written with each event, and how rows hang together."""

from __future__ import annotations

import contextlib
import functools
import os
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from referee.chain import Link, link


class Row(NamedTuple):
    """A row as it is stored; its digest fits."""

    at: bytes
    scribe: bytes
    body: bytes
    digest: bytes


def now() -> str:
    """The present time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"  # in the place of +00:00


def this_scribe() -> str:
    """Who is writing: ``$REFEREE_SCRIBE``, or the name of the user."""
    name = os.environ.get("REFEREE_SCRIBE")
    return _user() if name is None else name


@functools.cache
def _user() -> str:
    """The user's name; a process asks for it once."""
    import getpass  # loads what a terminal needs

    with contextlib.suppress(KeyError, OSError, ImportError):  # as Python versions have it
        return getpass.getuser()
    return ""


def tame(scribe: str) -> str:
    """A scribe's name as it is stored: without control characters, and not without end."""
    return re.sub(r"[\x00-\x1f\x7f]", "", scribe)[:100]


def chained(
    id: str, bodies: Iterable[bytes], after: int, digest: bytes, scribe: str
) -> list[tuple[str, int, str, str, str, bytes]]:
    """Rows for these bodies, each linked to the one before it."""
    at = now()
    fixed = id.encode(), at.encode(), tame(scribe).encode(errors="replace")
    rows = []
    for seq, body in enumerate(bodies, start=after + 1):
        digest = link(digest, fixed[0], seq, fixed[1], fixed[2], body)
        rows.append((id, seq, at, fixed[2].decode(), body.decode(), digest))
    return rows


def misfit(row: Link, expected: int) -> str:
    """What is wrong with a row that does not fit."""
    seq, *stored = row
    if not all(isinstance(column, bytes) for column in stored):
        return "this row holds what no scribe can have written"
    if seq != expected:
        return f"missing; the next row is event {seq}"
    return "this row is not as it was written, or the one before it is gone"
