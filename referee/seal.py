"""Seals: one short text over the heads of all games, to be kept where the logbook is not.

A seal has the form of a C2SP checkpoint: an origin, the number of games, the root of an RFC 6962
tree, then the leaves themselves, one line ``game count head`` a game, sorted. It can be signed
with any SSH key. A logbook that still has every sealed event under its sealed digest has changed
nothing of what it held at the time: each digest covers all events before it.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.chain import short
from referee.logbook import Logbook, LogbookError
from referee.tombstone import OWN

LARGEST = 64 * 2**20


class Leaf(NamedTuple):
    """A game as it stood: its id, how many events it had, and the digest of the last, in hex."""

    game: str
    events: int
    head: str

    def __str__(self) -> str:
        return f"{self.game} {self.events} {self.head}"


class Seal(NamedTuple):
    """What a seal says."""

    origin: str
    leaves: list[Leaf]

    @property
    def root(self) -> bytes:
        return root([str(leaf).encode() for leaf in self.leaves])

    def __str__(self) -> str:
        lines = [self.origin, str(len(self.leaves)), base64.b64encode(self.root).decode(), *map(str, self.leaves)]
        return "\n".join(lines) + "\n"


def root(leaves: Sequence[bytes]) -> bytes:
    """The root of the Merkle tree over these leaves (RFC 6962, 2.1)."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    left = 1 << (len(leaves) - 1).bit_length() - 1
    return hashlib.sha256(b"\1" + root(leaves[:left]) + root(leaves[left:])).digest()


def of(book: Logbook) -> Seal:
    """The seal of a logbook as it stands; its own record is a leaf like the games."""
    names = [*book.ids(), *([OWN] if book.head(OWN)[0] else [])]
    leaves = [Leaf(name, seq, digest.hex()) for name in names for seq, digest in [book.head(name)]]
    name = re.sub(r"[\s\x00-\x1f\x7f\ud800-\udfff]+", "-", book.path.name)
    return Seal(f"referee-logbook/{name}", sorted(leaves, key=str))


_LEAF = re.compile(r"([a-z0-9~][a-z0-9._-]{0,63}) ([1-9][0-9]{0,15}) ([0-9a-f]{64})")


def read(data: bytes, name: str) -> Seal:
    """The seal that a file holds; signatures after an empty line are not looked at. Raises LogbookError."""
    if len(data) > LARGEST:
        raise LogbookError(f"{name}: too large for a seal")
    lines = _note(data, name)
    leaves = [_leaf(text, number, name) for number, text in enumerate(lines[3:], start=4)]
    seal = Seal(lines[0], leaves)
    if lines[1] != str(len(leaves)) or lines[2] != base64.b64encode(seal.root).decode():
        raise LogbookError(f"{name}: the seal was changed: its number of games or its root does not fit its lines")
    return seal


def _note(data: bytes, name: str) -> list[str]:
    """The lines before the first empty one."""
    text = data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    lines = text.partition("\n\n")[0].rstrip("\n").split("\n")
    if len(lines) < 3 or not lines[0].startswith("referee-logbook/"):
        raise LogbookError(f"{name}: not a seal; `referee seal` writes one")
    return lines


def _leaf(text: str, number: int, name: str) -> Leaf:
    match = _LEAF.fullmatch(text)
    if not match:
        raise LogbookError(f'{name}:{number}: expected "game count digest", as `referee seal` writes it')
    return Leaf(match.group(1), int(match.group(2)), match.group(3))


# Comparing


class Kept(NamedTuple):
    """What became of something that was sealed or written down: ``fault`` says what is wrong, if anything."""

    said: str
    fault: str = ""


def kept(book: Logbook, leaf: Leaf) -> Kept:
    """What became of a sealed game: all there (and perhaps more), forgotten, cut, rewritten, gone."""
    try:
        return _compared(book, leaf, book.head(leaf.game)[0])
    except LogbookError as damaged:
        return Kept("", f"{leaf.game}: cannot be compared with its seal: {damaged}")


def _compared(book: Logbook, leaf: Leaf, last: int) -> Kept:
    if not last:
        return _gone(book, leaf)
    if last < leaf.events:
        return Kept("", f"{leaf.game}: cut off: sealed with {leaf.events} events, there are {last}")
    if book.digest_at(leaf.game, leaf.events).hex() != leaf.head:
        return Kept("", f"{leaf.game}: rewritten: its first {leaf.events} events are not those that were sealed")
    return Kept(f"{leaf.game}: as sealed" + _since(last - leaf.events))


def _since(more: int) -> str:
    return f", {more} event{'s' * (more != 1)} since" if more else ""


def _gone(book: Logbook, leaf: Leaf) -> Kept:
    """A sealed game that is not there: forgotten as it was sealed, or gone without a trace."""
    stone = book.tombstone(leaf.game)
    if stone is None:
        return Kept("", f"{leaf.game}: gone: sealed with {leaf.events} events, and no tombstone says why")
    if stone.what.events < leaf.events or (stone.what.events == leaf.events and stone.what.head != leaf.head):
        return Kept("", f"{leaf.game}: changed before it was forgotten: sealed with {leaf.events} events; {stone}")
    return Kept(f"{leaf.game}: {stone}")


def differences(book: Logbook, leaves: Iterable[Leaf]) -> list[str]:
    """What of these leaves a logbook no longer has."""
    return [fault for leaf in leaves if (fault := kept(book, leaf).fault)]


# Heads that people wrote down

_SLIPS = str.maketrans({"0": "O", "1": "I", "8": "B"})
"""Digits that no short head has, and the letters they were mistaken for."""


def written_head(text: str) -> str:
    """A head as somebody wrote it down, without blanks: 64 hex digits, or 16 letters. Raises LogbookError."""
    plain = re.sub(r"[\s-]+", "", text)
    if re.fullmatch(r"[0-9a-fA-F]{64}", plain):
        return plain.lower()
    letters = plain.upper().translate(_SLIPS)
    if not re.fullmatch(r"[A-Z2-7]{16}", letters):
        raise LogbookError(f'"{text}" is no head: expected its 16 letters and digits, or all 64 in hex')
    return letters


def written_down(book: Logbook, game: str, head: str) -> Kept:
    """Whether a game has had this head: all events up to then are as they were."""
    try:
        return _had(book, game, head, book.head(game)[0])
    except LogbookError as damaged:
        return Kept("", f"{game}: cannot be compared with a head: {damaged}")


def _had(book: Logbook, game: str, head: str, last: int) -> Kept:
    if not last:
        return _head_of_none(book, game, head)
    for seq, digest in enumerate(book.digests(game), start=1):
        if _is(digest.hex(), head):
            return Kept(f"{game}: had this head at event {seq}" + _since(last - seq))
    return Kept("", f"{game}: none of its {last} events has the head {head}: it was cut off or rewritten")


def _head_of_none(book: Logbook, game: str, head: str) -> Kept:
    stone = book.tombstone(game)
    if stone and _is(stone.what.head, head):
        return Kept(f"{game}: had this head when it was removed; {stone}")
    return Kept("", f"{game}: {stone or 'there is no such game, and no tombstone says why'}")


def _is(digest: str, head: str) -> bool:
    return head in (digest, short(digest).replace(" ", ""))
