"""A game as it is read from a logbook: its rows made to events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from referee.event import Event, Record
from referee.game import Game
from referee.logfile import LogbookError


class Stored(Struct, frozen=True):
    """One game as read from a logbook. ``head`` is the digest of its last event, in hex.

    ``ats`` and ``writers`` are the times and scribes of the events as they are stored.
    """

    id: str
    game: Game
    record: Record
    ats: tuple[bytes, ...]
    writers: tuple[bytes, ...]
    head: str

    @property
    def times(self) -> list[str]:
        """When each event was recorded."""
        return _texts(self.ats)

    @property
    def scribes(self) -> list[str]:
        """Who recorded each event."""
        return _texts(self.writers)


def _texts(stored: Sequence[bytes]) -> list[str]:
    """Times or scribes; the rows of one game have few different ones."""
    texts = {each: each.decode(errors="replace") for each in set(stored)}
    return [texts[each] for each in stored]


def record_of(id: str, game: Game, bodies: Iterable[bytes]) -> Record:
    """The events that rows hold, all at once. Raises as ``decoded`` does."""
    try:
        return list(map(game.decoder.decode, bodies))
    except (msgspec.MsgspecError, RecursionError):
        return list(decoded(id, game, bodies))  # which says where


def decoded(id: str, game: Game, bodies: Iterable[bytes], first: int = 1) -> Iterator[Event]:
    """The events that rows hold, each once it is asked for. Raises LogbookError at the first that cannot be read."""
    decode, n = game.decoder.decode, first
    try:
        for n, body in enumerate(bodies, first):  # noqa: B007 (for the message)
            yield decode(body)
    except (msgspec.MsgspecError, RecursionError) as problem:
        why = f"event {n} cannot be read ({problem}); was it made by a newer version?"
        raise LogbookError(f"{id}: {why}") from None
