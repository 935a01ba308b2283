"""The referee: a record's events through the clauses of its rulebook, rulings laid over findings.

Referee judges what happened and never stops at a fault: each event is judged against the table
as it was, then carried out as played.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from referee.event import REMARKS, Disputed, Event, Move, Record, Ruled, Started, effective, is_plain, retracted
from referee.game import Game, Result
from referee.language import marked
from referee.ledger import Fault
from referee.rulebook import SILENT, Apply, Check, Clause, Verdict

HOLDS, BREACH, UNDECIDED = "holds", "breach", "undecided"
OUTCOMES = {True: HOLDS, False: BREACH, None: UNDECIDED}


class Decision(Struct, frozen=True):
    """What a ruling says of a finding: the verdict, who gave it and why, and the dispute's number."""

    verdict: str
    by: str
    reason: str
    dispute: int


class Finding(Struct):
    """What one clause said of one event.

    ``facts`` are the numbers it looked at, ``hangs_on`` the ids of the readings under another
    option of which it would come out differently, ``legal`` what could have been played instead.
    """

    seq: int
    event: Event
    clause: Clause
    outcome: str
    facts: dict[str, Any]
    template: str
    hangs_on: tuple[str, ...] = ()
    legal: list[Event] = field(default_factory=list)
    ruling: Decision | None = None

    @property
    def message(self) -> str:
        """The finding in words; for a clause that holds, the rule."""
        return self.template.format_map(self.facts) if self.outcome != HOLDS else self.clause.rule

    @property
    def is_record(self) -> bool:
        """Whether it says that the record contradicts itself, not that play was wrong."""
        return self.clause.is_record

    @property
    def counts(self) -> bool:
        """Whether it is a fault that no ruling has waived or dismissed."""
        waived = self.ruling is not None and self.ruling.verdict in ("waived", "dismissed")
        return self.outcome == BREACH and not waived


class Stranger(Struct, frozen=True):
    """An event of a player who is not in the game; it could not be judged or carried out."""

    seq: int
    name: str


class Remarked(Exception):
    """An event about another one: the record must be known to its end before it can be judged."""


class Steps(dict[type[Event], Check]):
    """For each type of event one function that carries it out if it breaks no clause, and says whether it did.

    They are made for tables with the same readings, each once it is needed. An event about another one is
    none of theirs: the record has to be made effective first.
    """

    def __init__(self, game: Game, readings: Mapping[str, str]) -> None:
        self.game, self.readings = game, dict(readings)

    def __missing__(self, kind: type[Event]) -> Check:
        if issubclass(kind, REMARKS):
            raise Remarked
        step = self.game.rules.step(kind, acts(kind), self.readings, applied(self.game, kind))
        self[kind] = step
        return step


def applied(game: Game, kind: type[Event]) -> Apply:
    """How this type of event changes the table."""
    return game.apply.get(kind, _no_change)


@functools.cache
def acts(kind: type[Event]) -> bool:
    """Whether somebody must have done an event of this type."""
    required = len(kind.__struct_fields__) - len(kind.__struct_defaults__)  # `structs.fields` would compile annotations
    return issubclass(kind, Move) and "player" in kind.__struct_fields__[:required]


class Referee:
    """Watches one game: the table as it stands, and what was found so far.

    ``readings`` override those that the table plays by; with ``explain`` clauses that hold are
    findings, too; ``legal`` says whether to list what could have been played instead of a breach.
    """

    def __init__(
        self,
        game: Game,
        started: Started,
        readings: Mapping[str, str] | None = None,
        explain: bool = False,
        legal: bool = True,
    ) -> None:
        self.game, self.explain, self.legal = game, explain, legal
        self.seats = frozenset(started.players)
        self.table = game.start(started)
        self.table.readings = game.rules.chosen(started.readings | dict(readings or {}))
        self.strangers: list[Stranger] = []
        self._steps: Steps = game.steps.setdefault(
            tuple(self.table.readings.values()), Steps(game, self.table.readings)
        )

    def see(self, seq: int, event: Event) -> list[Finding]:
        """Judge an event, then carry it out as played. Returns what was found."""
        if self.explain or not self._steps[type(event)](self.table, event):
            return self._look(seq, event)
        return self._unbalanced(seq, event, []) if self.table.ledger.faults else []

    def does(self, event: Event) -> bool:
        """Carry out an event if it breaks no clause; whether it did."""
        done = bool(self._steps[type(event)](self.table, event))
        if done and self.table.ledger.faults:
            self.table.ledger.faults.clear()
        return done

    def _look(self, seq: int, event: Event) -> list[Finding]:
        """The same for an event that breaks a clause, or of which everything is to be said."""
        if acts(type(event)) and event.player not in self.seats:  # type: ignore[attr-defined]
            self.strangers.append(Stranger(seq, event.player))  # type: ignore[attr-defined]
            return []
        found = self.judge(seq, event)
        applied(self.game, type(event))(self.table, event)
        return found + (self._unbalanced(seq, event, found) if self.table.ledger.faults else [])

    def watch(self, events: Iterable[tuple[int, Event]]) -> Iterator[Finding]:
        """``see`` one event after the other; what was found."""
        table, steps, faults, explain = self.table, self._steps, self.table.ledger.faults, self.explain
        for seq, event in events:
            if explain or not steps[type(event)](table, event):  # seldom
                yield from self._look(seq, event)
            elif faults:
                yield from self._unbalanced(seq, event, [])

    def judge(self, seq: int, event: Event) -> list[Finding]:
        """What the clauses say of an event, without carrying it out."""
        verdicts = [(clause, check(self.table, event)) for check, clause in self.game.rules.plan(type(event))]
        broken = {clause.id for clause, verdict in verdicts if verdict is False}
        spoken = [(c, v) for c, v in verdicts if v != SILENT and broken.isdisjoint(c.yields_to)]
        wanted = [(c, v) for c, v in spoken if self.explain or not v]
        legal = self._instead(event) if self.legal and any(not v for _, v in wanted) else []
        return [self._finding(seq, event, c, v, legal) for c, v in wanted]

    def breaks(self, event: Event) -> list[str]:
        """The ids of the clauses that an event would break or leave undecided."""
        return [finding.clause.id for finding in self.judge(0, event) if finding.outcome != HOLDS]

    def _instead(self, event: Event) -> list[Event]:
        """The legal moves; those of the same kind, and then those of the same player, come first."""
        who = getattr(event, "player", "")
        return sorted(
            self.game.legal(self.table),
            key=lambda move: (type(move) is not type(event), getattr(move, "player", who) != who),
        )

    def _finding(self, seq: int, event: Event, clause: Clause, verdict: Verdict, legal: list[Event]) -> Finding:
        outcome = OUTCOMES[None if verdict is None else bool(verdict)]
        facts = clause.facts(self.table, event) if clause.facts else {}
        template = clause.undecided if outcome == UNDECIDED else clause.breach
        hangs_on = tuple(id for id in clause.readings if self._turns(clause, event, verdict, id))
        return Finding(seq, event, clause, outcome, facts, template, hangs_on, legal if outcome != HOLDS else [])

    def _turns(self, clause: Clause, event: Event, verdict: Verdict, id: str) -> bool:
        """Whether another option of a reading would give another verdict at this table."""
        assert clause.check is not None
        readings = self.table.readings
        chosen = readings[id]
        try:
            for option in self.game.rules.readings[id].choices:
                readings[id] = option
                other = clause.check(self.table, event)
                if (other is None, bool(other)) != (verdict is None, bool(verdict)):
                    return True
            return False
        finally:
            readings[id] = chosen

    def _unbalanced(self, seq: int, event: Event, found: list[Finding]) -> list[Finding]:
        """What the ledger noticed and no clause has named."""
        faults: list[Fault] = list(self.table.ledger.faults)
        self.table.ledger.faults.clear()
        if any(finding.outcome == BREACH for finding in found):
            return []
        clause = self.game.rules.clauses[self.game.ledger_clause]
        facts = {"piece": faults[0].piece, "zone": faults[0].zone}
        return [Finding(seq, event, clause, BREACH, facts, _FAULTS[faults[0].why])]


_FAULTS = {
    "absent": marked("{piece} cannot have come from {zone}: it was not there"),
    "surplus": marked("{piece} cannot have come from {zone}: all of that kind have been seen elsewhere"),
}


def _no_change(table: Any, event: Event) -> None:
    """``Started`` has been carried out by setting up the table."""


class Audit(Struct):
    """A record judged: its findings in order, how the game stands, and the table at the end."""

    game: Game
    record: Record
    findings: list[Finding]
    result: Result
    table: Any
    strangers: list[Stranger]


def audit(
    game: Game,
    record: Record,
    readings: Mapping[str, str] | None = None,
    explain: bool = False,
    legal: bool = True,
) -> Audit:
    """Judge a whole record as it reads with its amendments and take-backs carried out."""
    referee = Referee(game, started_of(record), readings, explain, legal)
    findings = list(referee.watch(enumerate(record, 1) if is_plain(record) else effective(record)))
    lay_rulings(record, findings)
    if game.rules.judged(len(record)):  # for those to come: one long game alone would not pay
        game.steps.clear()
    return Audit(game, record, findings, game.result(referee.table), referee.table, referee.strangers)


class Judged(Struct):
    """What came of a record that was judged as it was read."""

    started: Started
    events: int
    findings: list[Finding]
    result: Result
    strangers: list[Stranger]


def judge_stream(game: Game, events: Iterable[Event]) -> Judged:
    """Judge events one by one and keep none of them. Raises Remarked at the first about another one."""
    events = iter(events)
    started = started_of([next(events)])
    referee, counted = Referee(game, started, legal=False), itertools.count(1)
    findings = list(referee.watch(zip(counted, itertools.chain([started], events), strict=False)))
    seen = next(counted) - 2  # one was taken for the first event that is not there, one just now
    if game.rules.judged(seen):
        game.steps.clear()
    return Judged(started, seen, findings, game.result(referee.table), referee.strangers)


def started_of(record: Record) -> Started:
    """The first event. Raises ValueError if it is not ``Started``."""
    if not record or not isinstance(record[0], Started):
        raise ValueError("a record begins with Started")
    return record[0]


class Step(Struct):
    """One event of the effective record, what was found, and the table after it (not a copy)."""

    seq: int
    event: Event
    findings: list[Finding]
    table: Any


def steps(game: Game, record: Record, readings: Mapping[str, str] | None = None, legal: bool = True) -> Iterator[Step]:
    """The record event by event; each step's table is only good until the next step."""
    referee = Referee(game, started_of(record), readings, legal=legal)
    decisions = rulings(record)
    for seq, event in effective(record):
        found = referee.see(seq, event)
        for finding in found:
            finding.ruling = _decision(finding, decisions)
        yield Step(seq, event, found, referee.table)


def table_at(game: Game, record: Record, seq: int | None = None, readings: Mapping[str, str] | None = None) -> Any:
    """The table once event ``seq`` has happened (the last one by default), as the log read then."""
    prefix = record if seq is None else record[:seq]
    referee = Referee(game, started_of(record), readings, legal=False)
    for n, event in effective(prefix):
        referee.see(n, event)
    return referee.table


def digest(table: Any) -> str:
    """A fingerprint of a table: equal tables have equal ones."""
    return hashlib.sha256(msgspec.json.encode(table, order="deterministic")).hexdigest()


def copy_of(table: Any) -> Any:
    """A table that can be played on without changing the first."""
    return copy.deepcopy(table)


# Rulings


class _Ruling(Struct):
    dispute: Disputed
    decision: Decision


def rulings(record: Record) -> list[_Ruling]:
    """The rulings in force, each with the objection that it answers."""
    events = list(enumerate(record, start=1))
    if not any(isinstance(e, Ruled) for e in record):
        return []
    gone = retracted(events)
    disputes = {n: e for n, e in events if isinstance(e, Disputed) and n not in gone}
    return [
        _Ruling(disputes[e.dispute], Decision(e.verdict, e.by, e.text, e.dispute))
        for n, e in events
        if isinstance(e, Ruled) and n not in gone and e.dispute in disputes
    ]


def lay_rulings(record: Record, findings: Iterable[Finding]) -> None:
    """Note on each finding the ruling that concerns it, if there is one."""
    found = list(findings)
    decisions = rulings(record) if found else []
    for finding in found if decisions else ():
        finding.ruling = _decision(finding, decisions)


def _decision(finding: Finding, decisions: list[_Ruling]) -> Decision | None:
    """The last ruling about a finding; one about a whole move is about its faults, not about what holds."""
    about = ("", finding.clause.id) if finding.outcome != HOLDS else (finding.clause.id,)
    for ruling in reversed(decisions):
        if ruling.dispute.event == finding.seq and ruling.dispute.clause in about:
            return ruling.decision
    return None
