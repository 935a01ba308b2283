"""Objections, what the referee says to them, and whether they matter for the result.

A move can be looked at in three ways: it stands; it is taken back, with every later move that
does not fit without it; an unclear rule is read another way. Each is a replay of its own, and
the results are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from referee import replay
from referee.event import Disputed, Ended, Event, Record, effective, retracted
from referee.game import Game, Result
from referee.replay import BREACH, HOLDS, UNDECIDED, Audit, Decision, Finding, Referee


class World(Struct, frozen=True):
    """How the game comes out if one thing is seen differently.

    ``change`` says what, in words. ``dropped`` are the later events that do not fit then, ``judged``
    is False where too much of the later play is lost to say how the game would have come out.
    """

    change: str
    result: Result
    dropped: tuple[int, ...]
    judged: bool


class Matter(Struct, frozen=True):
    """Whether a move matters: the result as it stands, and in each other world."""

    seq: int
    stands: Result
    worlds: tuple[World, ...]

    @property
    def matters(self) -> bool | None:
        """Whether the winner changes in a world; None where no world can be judged."""
        judged = [world for world in self.worlds if world.judged]
        if any(_outcome(world.result) != _outcome(self.stands) for world in judged):
            return True
        return False if judged and len(judged) == len(self.worlds) else None


class Dispute(Struct):
    """An objection: ``finding`` is the outcome of the clause (or of the whole move) for the referee."""

    seq: int
    event: Disputed
    finding: str
    decision: Decision | None
    matter: Matter | None = None


def disputes(audit: Audit, readings: Mapping[str, str] | None = None) -> list[Dispute]:
    """All objections in force, in order; open and upheld ones with what hangs on them."""
    decisions = {ruling.decision.dispute: ruling.decision for ruling in replay.rulings(audit.record)}
    found = []
    for seq, event in _in_force(audit.record):
        decision = decisions.get(seq)
        settled = decision is not None and decision.verdict != "upheld"
        hangs = None if settled else matter(audit, event.event, readings)
        found.append(Dispute(seq, event, _verdict(audit, event), decision, hangs))
    return found


def objections(record: Record) -> list[Disputed]:
    """The objections in force, in order."""
    return [event for _, event in _in_force(record)]


def _in_force(record: Record) -> list[tuple[int, Disputed]]:
    events = list(enumerate(record, start=1))
    gone = retracted(events)
    return [(seq, event) for seq, event in events if isinstance(event, Disputed) and seq not in gone]


def _verdict(audit: Audit, event: Disputed) -> str:
    """What the referee finds of the move, or of the clause that the objection names."""
    about = [f for f in audit.findings if f.seq == event.event and event.clause in ("", f.clause.id)]
    outcomes = {finding.outcome for finding in about}
    return next((outcome for outcome in (BREACH, UNDECIDED) if outcome in outcomes), HOLDS)


def matter(audit: Audit, seq: int, readings: Mapping[str, str] | None = None) -> Matter:
    """Whether the move in event ``seq`` matters for the result."""
    worlds = []
    without = _without(audit, seq, readings)
    if without is not None:
        worlds.append(without)
    hangs_on = {id for f in audit.findings if f.seq == seq for id in f.hangs_on}
    worlds += [world for id in sorted(hangs_on) for world in _otherwise(audit, seq, id, readings)]
    return Matter(seq, audit.result, tuple(worlds))


def _without(audit: Audit, seq: int, readings: Mapping[str, str] | None) -> World | None:
    """The game without one move and whatever does not fit without it; None if the move is not in force."""
    events = effective(audit.record)
    if seq == 1 or all(n != seq for n, _ in events):
        return None
    faults = {(f.seq, f.clause.id) for f in audit.findings}
    referee = _fresh(audit.game, audit.record, readings)
    dropped = _replayed(referee, events, seq, faults)
    result = audit.game.result(referee.table)
    judged = not _lost(audit.game, events, seq, dropped) and result.finished == audit.result.finished
    return World("", result, tuple(dropped), judged)


def _lost(game: Game, events: list[tuple[int, Event]], seq: int, dropped: list[int]) -> bool:
    """Whether most of the later play does not fit any more; claims are no play."""
    later = [n for n, event in events if n > seq and not _is_claim(game, event)]
    return sum(n in dropped for n in later) * 2 > len(later)


def _is_claim(game: Game, event: Event) -> bool:
    """Whether an event changes nothing on the table: a claimed score or result."""
    return isinstance(event, Ended) or type(event) not in game.apply


def _replayed(referee: Referee, events: list[tuple[int, Event]], seq: int, faults: set[tuple[int, str]]) -> list[int]:
    """Play all events but one; a later one with a fault it did not have is left out. Returns those."""
    dropped = []
    for n, event in events:
        if n == seq:
            continue
        if n > seq and any((n, id) not in faults for id in referee.breaks(event)):
            dropped.append(n)
            continue
        referee.see(n, event)
    return dropped


def _fresh(game: Game, record: Record, readings: Mapping[str, str] | None) -> Referee:
    return Referee(game, replay.started_of(record), readings, legal=False)


def _otherwise(audit: Audit, seq: int, id: str, readings: Mapping[str, str] | None) -> Iterable[World]:
    """The game under each other option of a reading."""
    chosen = audit.table.readings[id]
    for option in audit.game.rules.readings[id].choices:
        if option != chosen:
            other = replay.audit(audit.game, audit.record, {**(readings or {}), id: option}, legal=False)
            name = id.rpartition(".")[2]
            fine = not any(f.seq == seq and f.outcome == BREACH for f in other.findings)
            change = f"{name}={option}" + (", under which the move is fine" if fine else "")
            yield World(change, other.result, (), True)


def _outcome(result: Result) -> tuple[bool, tuple[str, ...]]:
    return result.finished, result.winners


def of_findings(
    audit: Audit, findings: Iterable[Finding], readings: Mapping[str, str] | None = None
) -> dict[int, Matter]:
    """For each event with a breach, whether it matters."""
    seqs = dict.fromkeys(f.seq for f in findings if f.outcome == BREACH and f.seq > 1)
    return {seq: matter(audit, seq, readings) for seq in seqs}
