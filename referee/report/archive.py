"""What an audit of a whole archive found: by clause, by number of players, and what could not be judged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from referee.archive import Said, Verdicts
from referee.language import counted, fact_of, joined, say
from referee.replay import BREACH, UNDECIDED
from referee.report.text import Counts, counted_games, summary
from referee.stopwatch import Spent, Times

_decode = msgspec.json.Decoder(Verdicts).decode


class Clause(Struct):
    """The findings of one clause, and where the first is."""

    breaches: int = 0
    undecided: int = 0
    waived: int = 0
    games: int = 0
    first: str = ""


class Table(Struct):
    """The games of so many players."""

    games: int = 0
    events: int = 0
    faulty: int = 0
    """Games with a breach or a fault in the record that no ruling has waived."""


class Exceptional(Struct):
    """Something that could not be read or judged, and how often."""

    times: int = 0
    first: str = ""


class Summary(Struct):
    """An archive in numbers."""

    summary: Counts = msgspec.field(default_factory=Counts)
    clauses: dict[str, Clause] = {}
    tables: dict[str, dict[str, Table]] = {}
    """By game and number of players."""
    errors: dict[str, Exceptional] = {}
    broken: int = 0
    times: Times = {}
    """How long each clause took, where that was asked."""

    def add(self, game: bytes) -> None:
        """Count one more game in."""
        found = _decode(game)
        self.summary.games += 1
        self.summary.events += found.events
        self.broken += found.broken
        self._add_findings(found)
        self._add_errors(found)
        for id, spent in found.times.items():
            self.times.setdefault(id, Spent()).add(spent.events, spent.ns)
        if found.game is not None and found.events:
            table = self.tables.setdefault(found.game, {}).setdefault(str(len(found.players)), Table())
            table.games += 1
            table.events += found.events
            table.faulty += any(counts(said) for said in found.findings)

    def _add_findings(self, found: Verdicts) -> None:
        for said in found.findings:
            clause = self.clauses.setdefault(said.clause, Clause(first=_place(found, said.line, said.seq)))
            is_waived = said.outcome == BREACH and not counts(said)
            clause.breaches += counts(said)
            clause.undecided += said.outcome == UNDECIDED
            clause.waived += is_waived
            self.summary.breaches += counts(said) and not said.record
            self.summary.record += counts(said) and said.record
            self.summary.undecided += said.outcome == UNDECIDED
            self.summary.waived += is_waived
        for id in {said.clause for said in found.findings}:
            self.clauses[id].games += 1

    def _add_errors(self, found: Verdicts) -> None:
        for error in found.errors:
            self.summary.errors += 1
            group = self.errors.setdefault(error.message, Exceptional(first=_place(found, error.line)))
            group.times += 1

    def code(self, strict: bool) -> int:
        """The exit code, as that of ``check``."""
        if self.broken or self.summary.errors:
            return 3 if self.broken else 2
        found = self.summary
        return int(bool(found.breaches or found.record or (strict and found.undecided)))


def counts(said: Said) -> bool:
    """Whether a finding is a fault that no ruling has waived or dismissed."""
    return said.outcome == BREACH and said.ruling not in ("waived", "dismissed")


def _place(found: Verdicts, line: int | None, seq: int = 0) -> str:
    """The line of a file, else the event of a game, else the game."""
    if line is not None:
        return f"{found.source}:{line}"
    return f"{found.source}#{seq}" if seq else found.source


def as_json(found: Summary) -> str:
    """The summary as one JSON object."""
    plain: dict[str, Any] = msgspec.to_builtins(ordered(found))
    if not found.times:
        del plain["times"]
    return msgspec.json.format(msgspec.json.encode(plain), indent=2).decode()


def ordered(found: Summary) -> Summary:
    """Clauses with most findings first; the rest by name."""
    clauses = sorted(found.clauses.items(), key=lambda item: (-item[1].breaches, -item[1].undecided, item[0]))
    errors = sorted(found.errors.items(), key=lambda item: (-item[1].times, item[0]))
    tables = {game: dict(sorted(tables.items())) for game, tables in sorted(found.tables.items())}
    times = dict(sorted(found.times.items(), key=lambda item: (-item[1].ns, item[0])))
    return Summary(found.summary, dict(clauses), tables, dict(errors), found.broken, times)


def as_text(found: Summary) -> Iterable[str]:
    """The summary line by line."""
    found = ordered(found)
    yield from _clauses(found)
    for game, tables in found.tables.items():
        yield f"{game}:"
        yield from (_table(players, table) for players, table in tables.items())
    for text, group in found.errors.items():
        yield say("{n:,} × {message} (first: {place})", n=group.times, message=text, place=group.first)
    yield from _times(found.times)
    yield summary(found.summary)


def _times(times: Times) -> Iterable[str]:
    """The clauses that took longest first: their share of all, and microseconds an event."""
    width, total = max(map(len, times), default=0), sum(spent.ns for spent in times.values()) or 1
    for id, spent in times.items():
        share, each = spent.ns / total, spent.ns / spent.events / 1000
        said = say("{share:>6.1%} of the time  {each:>8.2f} µs an event", share=share, each=each)
        yield f"{id.ljust(width)}  {said}  {fact_of(None, counted(spent.events, '{n:,} event', '{n:,} events'))}"


def _clauses(found: Summary) -> Iterable[str]:
    width = max(map(len, found.clauses), default=0)
    for id, clause in found.clauses.items():
        said = say(
            "{breaches:>7,} broken  {undecided:>7,} undecided  {waived:>5,} waived",
            breaches=clause.breaches,
            undecided=clause.undecided,
            waived=clause.waived,
        )
        where = say("in {games}, first {place}", games=counted_games(clause.games), place=clause.first)
        yield f"{id.ljust(width)}  {said}  {where}"


def _table(players: str, table: Table) -> str:
    games, events = counted_games(table.games), counted(table.events, "{n:,} event", "{n:,} events")
    faulty = counted(table.faulty, "{n:,} with faults", "{n:,} with faults")
    seats = counted(int(players), "{n} player", "{n} players")
    return "  " + say("{players}: {found}", players=seats, found=joined([games, events, faulty]))
