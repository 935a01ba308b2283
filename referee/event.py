"""What the events of any game are made of.

An event is one thing that happened at the table. It is immutable, knows nothing of
rules, and is stored as JSON with a tag that carries its schema version
(``"type": "jade.bid@1"``). A field is only ever added with a default, so an old
logbook stays readable; a change that is more than that gets a new tag.
"""

# Annotations are not put off here: msgspec needs them, and would compile each of them from its text.

from collections.abc import Iterable
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

G = TypeVar("G")
M = TypeVar("M")

MOST = 2**53 - 1
"""The greatest whole number that every JSON reader keeps exactly."""

Text = Annotated[str, Meta(max_length=10_000)]
Seq = Annotated[int, Meta(ge=1, le=MOST)]
"""The number of an event within its game; ``Started`` is 1."""


class Event(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
    gc=False,
):
    """One thing that happened. ``note`` is a remark on it, ``lead`` the remarks before it."""

    note: Text = ""
    lead: tuple[Text, ...] = ()


class Move(Event, frozen=True, kw_only=True):
    """What a game's own events have in common: who acted, or "" where nobody did."""

    player: str = ""


class Given(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", gc=False):
    """One statement of a position, such as "Bo holds G5"."""


class Started(Event, frozen=True, tag="started@1"):
    """The first event of every record.

    ``players`` are in seat order, the first player first. ``readings`` maps a reading's id to
    the option that this table plays by, ``tags`` is whatever else is to be kept.
    """

    game: str
    players: Annotated[tuple[Text, ...], Meta(min_length=1)]
    readings: dict[str, str] = {}
    tags: dict[str, Text] = {}


class Position(Event, Generic[G], frozen=True, tag="position@1"):
    """A table state given outright, so that a move can be judged without the whole game."""

    given: Annotated[tuple[G, ...], Meta(min_length=1)]


class Ended(Event, frozen=True, tag="ended@1"):
    """The players' own claim of who won."""

    winners: Annotated[tuple[Text, ...], Meta(min_length=1)]


class Noted(Event, frozen=True, tag="noted@1"):
    """A remark on an earlier event."""

    event: Seq
    text: Text


class Amended(Event, Generic[M], frozen=True, tag="amended@1"):
    """A slip of the pen put right: event ``event`` should have read ``to``."""

    event: Seq
    to: M


class Retracted(Event, frozen=True, tag="retracted@1"):
    """A take-back of one event, or of it and all that followed until this."""

    event: Seq
    following: bool = False


class Disputed(Event, frozen=True, tag="disputed@1"):
    """An objection to an event, or to one clause's verdict on it."""

    event: Seq
    by: Text
    text: Text
    clause: str = ""


class Ruled(Event, frozen=True, tag="ruled@1"):
    """What the table decided about the objection in event ``dispute``."""

    dispute: Seq
    verdict: str
    by: Text
    text: Text


VERDICTS = ("upheld", "dismissed", "waived")
"""What a ruling may say: the move was wrong; it was right; wrong, and it stands."""

Record = list[Event]
"""All events of one game, in order: ``record[0]`` is event 1."""


def union(moves: Iterable[type[Event]], givens: Iterable[type[Given]]) -> Any:
    """The type of every event that a game's record may hold, for a decoder."""
    position: Any = _of(Position, _either(givens))
    playable: Any = _either([*moves, Ended, position])
    amended: Any = _of(Amended, playable)
    return _either([Started, position, Ended, Noted, amended, Retracted, Disputed, Ruled, *moves])


def _of(generic: Any, parameter: Any) -> Any:
    """A generic event type with its parameter, which is known only at run time."""
    return generic[parameter]


def _either(types: Iterable[Any]) -> Any:
    first, *rest = types
    for other in rest:
        first = first | other
    return first


encode = msgspec.json.Encoder(order="deterministic").encode
"""An event as the canonical bytes that are stored and hashed."""


def effective(record: Iterable[Event]) -> list[tuple[int, Event]]:
    """The record with amendments and take-backs carried out, as (event number, event).

    Only what happened at the table is left; remarks, disputes and rulings are not part of
    it. An amendment or a take-back can itself be taken back. Never raises: a target that
    does not exist is nobody's.
    """
    events = list(enumerate(record, start=1))
    if is_plain(event for _, event in events):
        return events
    gone = retracted(events)
    amended = {e.event: e.to for n, e in events if isinstance(e, Amended) and n not in gone and e.event < n}
    return [(n, amended.get(n, e)) for n, e in events if n not in gone and not isinstance(e, REMARKS)]


def is_plain(events: Iterable[Event]) -> bool:
    """Whether no event is about another, so that the record is in force as it stands."""
    return _REMARKS.isdisjoint(map(type, events))


REMARKS = (Noted, Amended, Retracted, Disputed, Ruled)
"""Events about other events."""
_REMARKS = frozenset(REMARKS)
TALK = (Noted, Disputed, Ruled)
"""Remarks that change nothing; "undo N and all that follow" leaves them be."""


def retracted(events: list[tuple[int, Event]]) -> set[int]:
    """The numbers of all events that a take-back in force has undone; ``Started`` never is."""
    gone: set[int] = set()
    for n, event in reversed(events):
        if isinstance(event, Retracted) and n not in gone:
            gone.update(_targets(n, event, events))
    return gone


def _targets(n: int, event: Retracted, events: list[tuple[int, Event]]) -> Iterable[int]:
    """What the take-back at number n undoes."""
    first = event.event
    if first >= n or first == 1:
        return ()
    if not event.following:
        return (first,)
    return (m for m, e in events[first - 1 : n - 1] if not isinstance(e, TALK))
