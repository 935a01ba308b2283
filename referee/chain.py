"""The chain of digests that makes a change to a record show."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from hashlib import sha256

from referee.event import Event, encode

GENESIS = sha256(b"referee logbook 1").digest()
"""What stands before the first event of a game in its chain."""
BATCH = 1_000
"""So many rows are read and compared together."""
Link = tuple[int, bytes, bytes, bytes, bytes]
"""A row as it is stored: its number, time, scribe, body and digest."""


def link(previous: bytes, game: bytes, seq: int, at: bytes, scribe: bytes, body: bytes) -> bytes:
    """The digest of a row: SHA-256 over the digest before it and the row's stored bytes, zeros between them."""
    return sha256(b"%b%b\0%d\0%b\0%b\0%b" % (previous, game, seq, at, scribe, body)).digest()


def fitting(game: bytes, rows: Sequence[Link], digest: bytes, first: int) -> int:
    """How many of these rows, at most a batch, continue a chain: ``digest`` is what stands before event ``first``.

    This is ``link`` for many rows, made for speed: no call, and no number is written out twice.
    """
    due, zero = first, b"\0"
    try:
        for (seq, at, scribe, body, stored), number in zip(rows, _numbers(first), strict=False):
            digest = sha256(b"".join((digest, game, number, at, zero, scribe, zero, body))).digest()
            if digest != stored or seq != due:
                break
            due += 1
    except TypeError:  # a damaged row can hold anything
        pass
    return due - first


@functools.lru_cache(8)
def _numbers(first: int) -> tuple[bytes, ...]:
    """The numbers of a batch of rows as they are hashed."""
    return tuple(b"\0%d\0" % n for n in range(first, first + BATCH))


def head_of(record: Iterable[Event]) -> str:
    """The digest that a record would have in a logbook with neither id, times nor scribe, in hex."""
    digest = GENESIS
    for seq, event in enumerate(record, start=1):
        digest = link(digest, b"", seq, b"", b"", encode(event))
    return digest.hex()


def short(head: str) -> str:
    """The first 80 bits of a head digest in hex, as 16 letters and digits in groups of four.

    Made to be written on a score sheet or photographed at the end of a game.
    """
    import base64  # not needed to log a move

    letters = base64.b32encode(bytes.fromhex(head)[:10]).decode()
    return " ".join(letters[i : i + 4] for i in range(0, 16, 4))
