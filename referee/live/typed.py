"""What somebody typed at the table: a line of a transcript, or one of its short forms."""

from __future__ import annotations

import re

from referee import line
from referee.event import Event
from referee.live.choices import meant
from referee.live.desk import Desk
from referee.words import Unreadable, split

_NUMBERED = re.compile(r"(note|amend)\s+(\d+)\s+(?!:)(.*)", re.IGNORECASE | re.DOTALL)
_UNNUMBERED = re.compile(r"note\s*:?\s+(?!\d+\s*:)(.*)", re.IGNORECASE | re.DOTALL)
_DISPUTING = re.compile(r"dispute\s+by\s+(.*)", re.IGNORECASE | re.DOTALL)


def read(desk: Desk, text: str) -> Event:
    """The event that a text says. Raises Unreadable, as the whole line would be.

    Beside lines of a transcript there are short forms: the beginnings of a legal move's words,
    if they fit no other ("4" for "Ann bid 4"); ``undo``, ``note`` and ``dispute`` without a
    number are about the last event.
    """
    text = spelt_out(desk, text.strip())
    try:
        return line.read_line(desk.game, desk.record, text)
    except Unreadable:
        short = meant(desk.choices, text)
        if short is None:
            raise
    note = split(text).note
    return line.read_line(desk.game, desk.record, short.text + (f"  # {note}" if note else ""))


def spelt_out(desk: Desk, text: str) -> str:
    """A remark with the number and the colon that its short form leaves out."""
    if text.casefold() == "undo":
        return f"undo {desk.last_move()}"
    if found := _NUMBERED.fullmatch(text):
        return f"{found[1]} {found[2]}: {found[3]}"
    if found := _UNNUMBERED.fullmatch(text):
        return f"note {desk.last}: {found[1]}"
    if found := _DISPUTING.fullmatch(text):
        return f"dispute {desk.last_move()} by {found[1]}"
    return text


def with_reason(text: str, reason: str) -> str:
    """A line with a reason as its remark, after the remark that it has."""
    if not reason:
        return text
    note = split(text).note
    return f"{text}; {reason}" if note else f"{text}  # {reason}"
