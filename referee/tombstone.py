"""The logbook's own record: what was done to the logbook itself.

It is kept in the table of events under a name that no game can have, so that the same triggers and
the same chain protect it. So far one thing can be done to a logbook: a whole game is removed
because somebody asked for it, and a tombstone stays.
"""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct

from referee.chain import short

OWN = "~logbook"
"""The name of the logbook's own record; no game's id has a ``~`` in it."""


class Forgotten(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type",
    tag="forgotten@1",
):  # fmt: skip
    """A game was removed.

    ``name`` is a digest of its id, so that the id itself is gone, too, yet never used again.
    ``events`` and ``head`` are what the game had; ``broken`` is its first row that did not fit
    when it was removed, 0 if all did.
    """

    name: str
    events: int
    head: str
    reason: str
    broken: int = 0


class Tombstone(Struct, frozen=True):
    """A row of the logbook's own record: what was removed, when, and by whom."""

    what: Forgotten
    at: str
    scribe: str

    def __str__(self) -> str:
        was = f", broken at event {self.what.broken}" if self.what.broken else ""
        events = f"{self.what.events} event{'s' * (self.what.events != 1)}"
        when = self.at[:16].replace("T", " ")
        head = short(self.what.head)
        return f"forgotten  {events}  head {head}{was}  {when} UTC by {self.scribe}: {self.what.reason}"


decode = msgspec.json.Decoder(Forgotten).decode


def name_of(id: str) -> str:
    """The digest that stands for a game's id in a tombstone."""
    return hashlib.sha256(b"referee forgotten 1\0" + id.encode(errors="replace")).hexdigest()
