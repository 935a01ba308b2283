"""A record as one pair of eyes saw it: whatever was hidden from them is an unlogged card in it.

What is made of such a record (pages, findings, what would have been legal) cannot tell what the
record does not say. So nothing hidden has to be kept out of anything by hand, and two games that
look the same to somebody have the same record here.

Which part of an event is hidden from whom is the game's to say, by ``Game.seen``. Remarks of
the scribe, and headers that may hold anything, are left out where a game hides anything, since they may
tell it; objections and rulings were said aloud at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from referee.event import Amended, Event, Noted, Record, Started, effective, retracted
from referee.game import Game
from referee.replay import Referee, started_of
from referee.words import nearest

TABLE = "table"
"""What everybody saw, in place of a player's name."""
ALL = ""
"""The name of nobody: eyes that see what lies open, and nothing else."""
_PLAYER = "player:"
KEPT = ("date", "place")
"""Headers that are kept besides the game's own."""


class UnknownViewerError(LookupError):
    """Nobody at the table has that name; the message names the nearest."""


def viewer_of(players: Sequence[str], wanted: str) -> str:
    """Whose eyes are meant: a player's name, or "" for what everybody saw.

    As in a transcript, a name may be shortened and its case is free. ``table`` is always what everybody
    saw; a player called so is ``player:table``. Raises UnknownViewerError.
    """
    if wanted.casefold() == TABLE:
        return ALL
    name = wanted[len(_PLAYER) :] if wanted.casefold().startswith(_PLAYER) and wanted not in players else wanted
    for fits in (str.__eq__, _same, _begins):
        found = [player for player in dict.fromkeys(players) if fits(player, name)]
        if len(found) == 1:
            return found[0]
    raise UnknownViewerError(_nobody(players, name))


def _same(player: str, name: str) -> bool:
    return player.casefold() == name.casefold()


def _begins(player: str, name: str) -> bool:
    return bool(name) and player.casefold().startswith(name.casefold())


def _nobody(players: Sequence[str], name: str) -> str:
    near = nearest(name, players)
    hint = f'did you mean "{near}"?' if near else f"the players are {', '.join(players)}"
    return f'nobody here is called "{name}"; {hint} ("{TABLE}" is what everybody saw)'


def as_seen(game: Game, record: Record, viewer: str) -> Record:
    """The record as ``viewer`` saw it ("" for what everybody saw), event by event under the same numbers."""
    if game.seen is None:
        return record
    return _Eyes(game, record, viewer).record()


class _Eyes:
    """Follows a game as somebody knew it, who at each event has only what was seen before."""

    def __init__(self, game: Game, record: Record, viewer: str) -> None:
        self.game, self.full, self.viewer = game, record, viewer
        self.referee = Referee(game, started_of(record), legal=False)
        gone = retracted(list(enumerate(record, start=1)))
        self.played = {n for n, _ in effective(record)}
        self.amended = {
            e.event: n
            for n, e in enumerate(record, start=1)
            if isinstance(e, Amended) and n not in gone and e.event < n
        }
        self.amends: dict[int, Event] = {}
        """By the number of an amendment that counts: what it says, as seen where it belongs."""

    def record(self) -> Record:
        return [self._next(n, event) for n, event in enumerate(self.full, start=1)]

    def _next(self, n: int, event: Event) -> Event:
        """The event of this number as it was seen; if it counts, it is carried out."""
        seen = self._amended(n, event) if isinstance(event, Amended) else self._seen(event)
        if isinstance(seen, Started):
            seen = _bare(self.game, seen)
        if n in self.played:
            self.referee.see(n, self._in_force(n) or seen)
        return seen

    def _in_force(self, n: int) -> Event | None:
        """What an amendment says that this event should have read, as seen."""
        by = self.amended.get(n)
        amendment = self.full[by - 1] if by else None
        if by is None or not isinstance(amendment, Amended):
            return None
        return self.amends.setdefault(by, self._seen(amendment.to))

    def _amended(self, n: int, event: Amended[Event]) -> Event:
        to = self.amends.get(n) or self._seen(event.to)
        return msgspec.structs.replace(_silent(event), to=to)

    def _seen(self, event: Event) -> Event:
        assert self.game.seen is not None
        return _silent(self.game.seen(self.referee.table, event, self.viewer))


def _bare(game: Game, started: Started) -> Started:
    """The first event without headers in which anything may be written."""
    tags = {name: text for name, text in started.tags.items() if name in game.headers or name in KEPT}
    return msgspec.structs.replace(started, tags=tags)


def _silent(event: Event) -> Event:
    """The event without what the scribe remarked on it."""
    if event.note or event.lead:
        event = msgspec.structs.replace(event, note="", lead=())
    return msgspec.structs.replace(event, text="") if isinstance(event, Noted) else event


def unlogged(cards: Iterable[str], unknown: str = "?") -> tuple[str, ...]:
    """So many cards, none of them told."""
    return tuple(unknown for _ in cards)
