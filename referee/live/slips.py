"""What a phone hands in: a slip with an id of its own, the last event it knew, and what happened."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from referee import line
from referee.event import Disputed, Event, Noted, Retracted, Ruled, Seq
from referee.language import Phrase, say
from referee.live import typed
from referee.live.desk import Desk
from referee.words import Unreadable

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,40}$(?!\n)")]
Words = Annotated[str, Meta(max_length=5_000)]
Name = Annotated[str, Meta(max_length=100)]


class Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """What happened, or is said of what happened."""


class Typed(Said, frozen=True, tag="line"):
    """A line as in a transcript, or one of its short forms."""

    text: Words


class Amend(Said, frozen=True, tag="amend"):
    event: Seq
    text: Words


class Undo(Said, frozen=True, tag="undo"):
    event: Seq
    following: bool = False


class Note(Said, frozen=True, tag="note"):
    event: Seq
    text: Words


class Dispute(Said, frozen=True, tag="dispute"):
    event: Seq
    by: Name
    text: Words
    clause: Name = ""


class Rule(Said, frozen=True, tag="rule"):
    dispute: Seq
    verdict: Name
    by: Name
    text: Words


class Slip(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing to put on record after event ``after``; ``sure`` if it is to stand though it is a breach."""

    id: Id
    after: Seq
    say: Typed | Amend | Undo | Note | Dispute | Rule
    sure: bool = False
    reason: Words = ""
    name: Name = ""


class Beginning(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be started."""

    id: Id
    game: Name
    players: Annotated[tuple[Name, ...], Meta(max_length=20)]
    readings: dict[Name, Name] = {}
    tags: dict[Name, Words] = {}


slip_of = msgspec.json.Decoder(Slip).decode
beginning_of = msgspec.json.Decoder(Beginning).decode


def event_of(desk: Desk, slip: Slip) -> Event:
    """The event that a slip puts on record. Raises Unreadable if it says nothing that can be recorded."""
    told = slip.say
    if isinstance(told, Typed):
        return typed.read(desk, typed.with_reason(told.text, slip.reason))
    if isinstance(told, Amend):
        amending = typed.with_reason(f"amend {told.event}: {told.text}", slip.reason)
        return line.read_line(desk.game, desk.record, amending)
    return _checked(desk, _about(told))


def _about(told: Undo | Note | Dispute | Rule) -> Event:
    """The event about another event."""
    if isinstance(told, Undo):
        return Retracted(told.event, told.following)
    if isinstance(told, Note):
        return Noted(told.event, told.text.strip())
    if isinstance(told, Dispute):
        return Disputed(told.event, told.by, told.text.strip(), told.clause)
    return Ruled(told.dispute, told.verdict, told.by, told.text.strip())


def _checked(desk: Desk, event: Event) -> Event:
    """The event, if a transcript can say it and it can come next."""
    if not getattr(event, "text", "-"):
        raise line.Refused(1, say("say something"))
    shown = line.show(desk.game, event)
    if "\n" in shown or "\r" in shown:
        raise line.Refused(1, say("write it in one line"))
    again = line.read_line(desk.game, desk.record, shown)
    if again != event:
        raise Unreadable(1, Phrase("something that a line can say"), shown)
    return again
