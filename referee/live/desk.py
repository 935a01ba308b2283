"""One game of a logbook at which somebody writes or watches; the prompt and the pages share it.

The logbook is the only truth: other programs may append to it, too. A desk folds the record as
far as it goes and takes in what comes later, event by event.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from referee import replay
from referee.event import REMARKS, Amended, Disputed, Event, Noted, Record, Retracted, Ruled, effective
from referee.language import say
from referee.live.choices import Choice, choice, choices
from referee.logbook import Logbook, LogbookError, Stored
from referee.replay import Finding, Referee, started_of
from referee.words import show_name


class Judged(Struct):
    """What the referee would say of an event, before it is recorded."""

    event: Event
    findings: list[Finding]

    @property
    def faulty(self) -> bool:
        """Whether it breaks a rule, or contradicts the record."""
        return any(finding.counts for finding in self.findings)


class Desk:
    """A game, its record, the table as it stands, and what has been found so far."""

    def __init__(self, path: Path, id: str = "") -> None:
        self.path = path
        with Logbook(path) as book:
            stored = book.read(id or book.current())
        self.id, self.game = stored.id, stored.game
        self.record: Record = []
        self._take_in(stored)

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.record)

    @property
    def table(self) -> Any:
        """The table as it stands."""
        return self.referee.table

    @property
    def players(self) -> tuple[str, ...]:
        return started_of(self.record).players

    @cached_property
    def choices(self) -> list[Choice]:
        """The legal moves."""
        return choices(self.game, self.table)

    def due(self) -> str:
        """How the line begins that the table itself owes, such as a deal; "" if it owes none."""
        event = self.game.chance(self.table, Random(0))
        if event is None:
            return ""
        owed = choice(self.game, event)
        return " ".join([*([show_name(owed.player)] if owed.player else []), owed.verb, ""])

    def refresh(self) -> bool:
        """Take in what others have logged. Returns whether there was anything."""
        with Logbook(self.path) as book:
            if book.head(self.id)[0] == self.last:
                return False
            self._take_in(book.read(self.id))
        return True

    def judge(self, event: Event) -> Judged:
        """What the referee would say if this came next; nothing is recorded."""
        if isinstance(event, (Noted, Disputed)):
            return Judged(event, [])
        if isinstance(event, (Amended, Retracted, Ruled)):
            return Judged(event, self._new_findings([*self.record, event]))
        trial = copy.copy(self.referee)
        trial.table, trial.strangers = replay.copy_of(self.table), []
        return Judged(event, trial.see(self.last + 1, event))

    def append(self, event: Event, after: int, scribe: str | None = None) -> int:
        """Record an event after event ``after``; returns its number once it is on disk.

        Raises Conflict if somebody else was quicker.
        """
        with Logbook(self.path, writable=True) as book:
            seq = book.append(self.id, event, after, scribe)
        self.refresh()
        return seq

    def found(self, seq: int) -> list[Finding]:
        """What was found of an event."""
        return [finding for finding in self.findings if finding.seq == seq]

    def last_move(self) -> int:
        """The number of the last move in force. Raises LogbookError if there is none."""
        moves = effective(self.record)
        if len(moves) < 2:
            raise LogbookError(say("{id}: there is no move to take back", id=self.id))
        return moves[-1][0]

    def _take_in(self, stored: Stored) -> None:
        known = len(self.record)
        self.record, self.head, self.scribes = stored.record, stored.head, stored.scribes
        fresh = list(enumerate(self.record, start=1))[known:]
        if not known or any(isinstance(event, (Amended, Retracted)) for _, event in fresh):
            self._fold()
        else:
            self._see((seq, event) for seq, event in fresh if not isinstance(event, REMARKS))
        replay.lay_rulings(self.record, self.findings)
        self.__dict__.pop("choices", None)

    def _fold(self) -> None:
        self.referee = Referee(self.game, started_of(self.record))
        self.findings: list[Finding] = []
        self._see(effective(self.record))

    def _see(self, events: Iterable[tuple[int, Event]]) -> None:
        for seq, event in events:
            self.findings += self.referee.see(seq, event)

    def _new_findings(self, record: Record) -> list[Finding]:
        """What would be found in this record and has not been found yet."""
        known = {(f.seq, f.clause.id, f.message) for f in self.findings}
        found = replay.audit(self.game, record).findings
        return [f for f in found if (f.seq, f.clause.id, f.message) not in known]
