"""Objections, what the referee says to them, and whether they matter for the result.

A move can be looked at in several ways: it stands; it is taken back, with every later move that
does not fit without it; another legal move is played instead; an unclear rule is read another
way. Each is a replay of its own, and the results are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from referee import replay
from referee.event import Disputed, Record, effective, retracted
from referee.game import Game, Result
from referee.language import Phrase, marked
from referee.replay import BREACH, HOLDS, UNDECIDED, Audit, Decision, Finding
from referee.worlds import Instead, Moment, World


class Matter(Struct, frozen=True):
    """Whether a move matters: the result as it stands, and in each other world.

    ``instead`` is what else might have been played, looked at where something depends on the move.
    """

    seq: int
    game: Game
    stands: Result
    worlds: tuple[World, ...]
    instead: Instead | None = None

    @property
    def judged(self) -> list[World]:
        """The worlds of which one can say how the game comes out."""
        return [world for world in self.worlds if world.judged] + (self.instead.judged if self.instead else [])

    @property
    def matters(self) -> bool | None:
        """Whether the winner changes in a world; None where the later play cannot be judged without the move."""
        if any(self.changes(world) for world in self.judged):
            return True
        return False if any(not world.change for world in self.judged) else None

    def changes(self, world: World) -> bool:
        """Whether a world has another winner."""
        return _outcome(world.result) != _outcome(self.stands)


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
    hangs_on = {id for f in audit.findings if f.seq == seq for id in f.hangs_on}
    readers = [world for id in sorted(hangs_on) for world in _otherwise(audit, seq, id, readings)]
    if seq == 1 or all(n != seq for n, _ in effective(audit.record)):
        return Matter(seq, audit.game, audit.result, tuple(readers))
    moment = Moment(audit, seq, readings)
    without = moment.without()
    instead = moment.instead() if without.dropped else None
    return Matter(seq, audit.game, audit.result, (without, *readers), instead)


def _otherwise(audit: Audit, seq: int, id: str, readings: Mapping[str, str] | None) -> Iterable[World]:
    """The game under each other option of a reading."""
    chosen = audit.table.readings[id]
    for option in audit.game.rules.readings[id].choices:
        if option != chosen:
            other = replay.audit(audit.game, audit.record, {**(readings or {}), id: option}, legal=False)
            name = id.rpartition(".")[2]
            fine = not any(f.seq == seq and f.outcome == BREACH for f in other.findings)
            change = f"{name}={option}"
            yield World(Phrase(_FINE, reading=change) if fine else change, other.result, (), True)


_FINE = marked("{reading}, under which the move is fine")


def _outcome(result: Result) -> tuple[bool, tuple[str, ...]]:
    return result.finished, result.winners


def of_findings(
    audit: Audit, findings: Iterable[Finding], readings: Mapping[str, str] | None = None
) -> dict[int, Matter]:
    """For each event with a breach, whether it matters."""
    seqs = dict.fromkeys(f.seq for f in findings if f.outcome == BREACH and f.seq > 1)
    return {seq: matter(audit, seq, readings) for seq in seqs}
