"""The annotated move list: one row for each event of the record, also of those taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from referee import language, words
from referee.event import (
    Amended,
    Disputed,
    Ended,
    Event,
    Move,
    Noted,
    Position,
    Record,
    Retracted,
    Ruled,
    Started,
    retracted,
)
from referee.game import Game
from referee.language import joined, marked, text_of
from referee.line import show
from referee.replay import BREACH, UNDECIDED, Finding
from referee.report import text
from referee.report.html_words import bdi, say
from referee.rulebook import Reading

FEW = 4
"""How many of the moves that would have been legal are listed."""


class Hanging(Struct, frozen=True):
    """A reading that decides a finding, and the option by which this table plays."""

    reading: Reading
    question: str
    option: str


class Mark(Struct, frozen=True):
    """A finding as the page shows it."""

    kind: str
    """``breach``, ``record`` or ``undecided``."""
    label: str
    settled: bool
    """Whether a ruling has waived or dismissed it."""
    finding: Finding
    message: str
    rule: str
    legal: tuple[str, ...]
    more: int
    """How many further moves would have been legal."""
    hanging: tuple[Hanging, ...]


class Objection(Struct, frozen=True):
    """A dispute about an event, and the ruling on it if there is one."""

    seq: int
    by: str
    clause: str
    ruling: Ruled | None = None
    ruled: int = 0


class Row(Struct):
    """An event as the list shows it. ``who`` acted, ``text`` is the move without the name, or a remark in words."""

    seq: int
    kind: str
    """``move``, ``start``, ``position``, ``end`` or ``remark``."""
    text: str
    who: str = ""
    seat: int = -1
    target: int = 0
    """The event that a remark is about."""
    quote: str = ""
    """What was said in a note, dispute or ruling."""
    by: str = ""
    verdict: str = ""
    lead: tuple[str, ...] = ()
    note: str = ""
    line: int = 0
    heading: str = ""
    undone: int = 0
    """The number of the take-back that undid the event."""
    amended: int = 0
    """The number of the amendment that changed the event; ``was`` is what it read before."""
    was: str = ""
    stranger: bool = False
    marks: list[Mark] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    objections: list[Objection] = field(default_factory=list)

    @property
    def classes(self) -> str:
        """What the looks go by, and who acted."""
        return f"p{self.seat} {self.looks}".strip() if self.seat >= 0 else self.looks

    @property
    def has_more(self) -> bool:
        """Whether there is anything to say besides the move."""
        said = self.marks or self.notes or self.objections or any(self.lead) or self.note or self.quote
        return bool(said or self.undone or self.amended or self.stranger)

    @property
    def looks(self) -> str:
        """What the filters and the looks go by."""
        names = [self.kind] if self.kind != "move" else []
        names += ["undone"] * bool(self.undone) + ["amended"] * bool(self.amended)
        names += sorted({f"has-{'settled' if mark.settled else mark.kind}" for mark in self.marks})
        return " ".join(names)


def rows(game: Game, record: Record, findings: Iterable[Finding], readings: Mapping[str, str]) -> list[Row]:
    """A row for each event of the record, with all that was found and said about it."""
    events = list(enumerate(record, start=1))
    gone = retracted(events)
    found = [_row(game, record, seq, event) for seq, event in events]
    _lay_undone(found, record, gone)
    _lay_amended(game, found, record, gone)
    _lay_remarks(found, record, gone)
    for finding in findings:
        found[finding.seq - 1].marks.append(mark(game, finding, readings))
    return found


def _row(game: Game, record: Record, seq: int, event: Event) -> Row:
    started = record[0]
    assert isinstance(started, Started)
    row = _REMARKS[type(event)](seq, event) if type(event) in _REMARKS else _played(game, seq, event)
    row.lead, row.note = event.lead, event.note
    if row.who in started.players:
        row.seat = started.players.index(row.who)
    row.stranger = bool(row.who) and row.seat < 0
    return row


def _played(game: Game, seq: int, event: Event) -> Row:
    """The row of something that happened at the table."""
    if isinstance(event, Started):
        return Row(seq, "start", say("{game} begins: {players}", game=game.title, players=joined(event.players)))
    kind = "position" if isinstance(event, Position) else "end" if isinstance(event, Ended) else "move"
    who = event.player if isinstance(event, Move) else ""
    return Row(seq, kind, _without(who, show(game, event)), who)


def _without(who: str, text: str) -> str:
    """A move without the name of who made it, which the list shows by itself."""
    return text.removeprefix(words.show_name(who) + " ").removeprefix(who + " ") if who else text


def _noted(seq: int, e: Noted) -> Row:
    return Row(seq, "remark", say("Note on {target}", target=e.event), target=e.event, quote=e.text)


def _amended(seq: int, e: Amended[Any]) -> Row:
    return Row(seq, "remark", say("Slip of the pen put right in {target}", target=e.event), target=e.event)


def _retracted(seq: int, e: Retracted) -> Row:
    template = marked("Taken back, with all that followed: {target}") if e.following else marked("Taken back: {target}")
    return Row(seq, "remark", say(template, target=e.event), target=e.event)


def _disputed(seq: int, e: Disputed) -> Row:
    template = marked("{player} disputes {target} under {clause}") if e.clause else marked("{player} disputes {target}")
    said = say(template, player=bdi(e.by), target=e.event, clause=e.clause)
    return Row(seq, "remark", said, target=e.event, quote=e.text, by=e.by)


def _ruled(seq: int, e: Ruled) -> Row:
    template = marked("{player} rules on dispute {target}: {verdict}")
    said = say(template, player=bdi(e.by), target=e.dispute, verdict=text.verdict_words(e.verdict))
    return Row(seq, "remark", said, target=e.dispute, quote=e.text, by=e.by, verdict=e.verdict)


_REMARKS: dict[type[Event], Any] = {
    Noted: _noted,
    Amended: _amended,
    Retracted: _retracted,
    Disputed: _disputed,
    Ruled: _ruled,
}


def _lay_undone(found: list[Row], record: Record, gone: set[int]) -> None:
    """Strike through what was taken back, and say by which event."""
    for seq, event in enumerate(record, start=1):
        if isinstance(event, Retracted) and seq not in gone:
            targets = range(event.event, seq) if event.following else (event.event,)
            for target in gone.intersection(targets):
                found[target - 1].undone = found[target - 1].undone or seq


def _lay_amended(game: Game, found: list[Row], record: Record, gone: set[int]) -> None:
    """Show an amended event as it should have read, beside what it read."""
    for seq, event in enumerate(record, start=1):
        if isinstance(event, Amended) and seq not in gone and event.event < seq:
            row = found[event.event - 1]
            new = _row(game, record, row.seq, event.to)
            row.was = row.was or f"{row.who} {row.text}".strip()
            row.text, row.who, row.seat, row.stranger = new.text, new.who, new.seat, new.stranger
            row.amended = seq


def _lay_remarks(found: list[Row], record: Record, gone: set[int]) -> None:
    """Say at each event what was said of it later."""
    said = [(seq, event) for seq, event in enumerate(record, start=1) if seq not in gone]
    ruled = {event.dispute: (seq, event) for seq, event in said if isinstance(event, Ruled)}
    for seq, event in said:
        if isinstance(event, Noted) and event.event <= len(found):
            found[event.event - 1].notes.append((seq, event.text))
        if isinstance(event, Disputed) and event.event <= len(found):
            n, ruling = ruled.get(seq, (0, None))
            found[event.event - 1].objections.append(Objection(seq, event.by, event.clause, ruling, n))


# Findings


def mark(game: Game, finding: Finding, readings: Mapping[str, str]) -> Mark:
    """A finding as the page shows it."""
    kind = _kind(finding)
    settled = finding.outcome == BREACH and not finding.counts
    shown = tuple(show(game, event) for event in finding.legal[:FEW])
    hanging = tuple(_hanging(game, id, readings[id]) for id in finding.hangs_on)
    said, rule = text.message(game, finding), text_of(game, finding.clause.rule)
    more = len(finding.legal) - len(shown)
    return Mark(kind, language.say(_LABELS[kind]), settled, finding, said, rule, shown, more, hanging)


_LABELS = {"breach": marked("Breach"), "record": marked("Record"), "undecided": marked("Undecided")}


def _hanging(game: Game, id: str, option: str) -> Hanging:
    reading = game.rules.readings[id]
    return Hanging(reading, text_of(game, reading.question), option)


def _kind(finding: Finding) -> str:
    if finding.outcome == UNDECIDED:
        return "undecided"
    return "record" if finding.is_record else "breach"


class Counts(Struct):
    """How many findings there are of each kind."""

    breaches: int = 0
    record: int = 0
    undecided: int = 0
    waived: int = 0


def count(found: Sequence[Row]) -> Counts:
    """The findings of a whole game, by kind; those that a ruling has settled by themselves."""
    marks = [mark for row in found for mark in row.marks]
    kinds = ["waived" if mark.settled else mark.kind for mark in marks]
    return Counts(*map(kinds.count, ("breach", "record", "undecided", "waived")))
