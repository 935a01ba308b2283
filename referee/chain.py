"""The chain of digests that makes a change to a record show."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from referee.event import Event, encode

GENESIS = sha256(b"referee logbook 1").digest()
"""What stands before the first event of a game in its chain."""


ROW = b"%b%b\0%d\0%b\0%b\0%b"
"""What is hashed for a row: the digest before it, the game, the number, the time, the scribe, the body."""


def link(previous: bytes, game: bytes, seq: int, at: bytes, scribe: bytes, body: bytes) -> bytes:
    """The digest of a row: SHA-256 over the digest before it and the row's stored bytes."""
    return sha256(ROW % (previous, game, seq, at, scribe, body)).digest()


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
