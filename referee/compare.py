"""Verdicts side by side: under every option of every reading, or of two checks of the same games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from referee import replay
from referee.event import Event, Record
from referee.game import Game
from referee.replay import HOLDS, Finding
from referee.rulebook import Clause

Key = tuple[int, str]
"""An event's number and a clause's id."""


class Row(Struct, frozen=True):
    """One finding under all options of one reading: ``outcomes`` by option, ``holds`` where nothing is found."""

    seq: int
    event: Event
    clause: Clause
    reading: str
    outcomes: dict[str, str]


def under_all_readings(game: Game, record: Record, readings: Mapping[str, str] | None = None) -> list[Row]:
    """Every finding whose outcome is not the same under all options of some reading."""
    rows: list[Row] = []
    for id, reading in game.rules.readings.items():
        found = {option: _found(game, record, {**(readings or {}), id: option}) for option in reading.choices}
        rows += _rows(id, found)
    return sorted(rows, key=lambda row: (row.seq, row.clause.id, row.reading))


def _found(game: Game, record: Record, readings: Mapping[str, str]) -> dict[Key, Finding]:
    audit = replay.audit(game, record, readings, legal=False)
    return {(f.seq, f.clause.id): f for f in audit.findings}


def _rows(reading: str, found: dict[str, dict[Key, Finding]]) -> Iterable[Row]:
    every = {key: finding for findings in found.values() for key, finding in findings.items()}
    for (seq, _), finding in every.items():
        key = (seq, finding.clause.id)
        outcomes = {option: _outcome(findings, key) for option, findings in found.items()}
        if len(set(outcomes.values())) > 1:
            yield Row(seq, finding.event, finding.clause, reading, outcomes)


def _outcome(findings: dict[Key, Finding], key: Key) -> str:
    return findings[key].outcome if key in findings else HOLDS


class Verdict(Struct, frozen=True):
    """A finding, so far as two checks can be compared by it."""

    source: str
    seq: int
    line: int | None
    move: str
    clause: str
    outcome: str

    @property
    def place(self) -> str:
        return f"{self.source}#{self.seq}" if self.line is None else f"{self.source}:{self.line}"


class Change(Struct, frozen=True):
    """A verdict that is ``new``, ``gone`` or ``changed``; ``before`` and ``after`` are outcomes."""

    kind: str
    verdict: Verdict
    before: str
    after: str


def changes(before: Iterable[Verdict], after: Iterable[Verdict]) -> list[Change]:
    """What differs between two checks, grouped by clause, in the order of the games."""
    old, new = ({(v.source, v.seq, v.clause): v for v in verdicts} for verdicts in (before, after))
    found = [_change(old.get(key), new.get(key)) for key in dict.fromkeys([*old, *new])]
    return sorted((change for change in found if change), key=lambda change: change.verdict.clause)


def _change(old: Verdict | None, new: Verdict | None) -> Change | None:
    if old is None:
        return None if new is None else Change("new", new, HOLDS, new.outcome)
    if new is None:
        return Change("gone", old, old.outcome, HOLDS)
    return Change("changed", new, old.outcome, new.outcome) if old.outcome != new.outcome else None
