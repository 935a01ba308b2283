"""The parts of a game's page, each with the event since which it looks so.

Whoever knew the page at some event needs only the parts that are younger; so a phone that was
away for a while catches up with one message, and one that reconnects gets nothing twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from referee.live.keys import SCRIBE

FOR_SCRIBES = "choices"
"""The part that only those who write are shown."""


class Snapshot(Struct, frozen=True):
    """A page at one event: its parts as HTML, in order, and since when each is as it is."""

    seq: int
    html: Mapping[str, str]
    since: Mapping[str, int]
    messages: dict[tuple[int, str], bytes] = field(default_factory=dict)
    """What has been sent already, for all who knew the same."""

    def parts(self, role: str, after: int = 0) -> dict[str, str]:
        """The parts for a role that have changed after an event."""
        return {
            name: text
            for name, text in self.html.items()
            if self.since[name] > after and (role == SCRIBE or name != FOR_SCRIBES)
        }

    def message(self, role: str, after: int) -> bytes:
        """The server-sent event that brings a page up to date."""
        key = (after, role)
        if key not in self.messages:
            self.messages[key] = sent(self.seq, "state", {"seq": self.seq, "parts": self.parts(role, after)})
        return self.messages[key]


def following(before: Snapshot | None, seq: int, html: Mapping[str, str]) -> Snapshot:
    """The snapshot after another; a part that is gone is empty from now on."""
    if before is None:
        return Snapshot(seq, html, dict.fromkeys(html, seq))
    whole = {**dict.fromkeys(before.html, ""), **html}
    since = {name: before.since[name] if before.html.get(name) == text else seq for name, text in whole.items()}
    return Snapshot(seq, whole, since)


def sent(id: int, event: str, data: Any) -> bytes:
    """A server-sent event; ``id`` 0 for one that a reconnecting page need not name."""
    head = f"id: {id}\n" if id else ""
    return f"{head}event: {event}\ndata: {msgspec.json.encode(data).decode()}\n\n".encode()
