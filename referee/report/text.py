"""Findings and tables as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from referee import line
from referee.compare import Row
from referee.event import Event
from referee.game import Game, Result, Scene, Zone
from referee.language import say_of, text_of
from referee.replay import BREACH, HOLDS, UNDECIDED, Audit, Finding
from referee.rulebook import Cite
from referee.sources import Source

FEW = 5
"""How many legal moves are named before the others are only counted."""


class Counts(Struct):
    """What a check found, over all games."""

    games: int = 0
    events: int = 0
    breaches: int = 0
    record: int = 0
    undecided: int = 0
    waived: int = 0
    errors: int = 0

    def add(self, source: Source, findings: Sequence[Finding], strangers: int = 0) -> None:
        """Count one more game in."""
        self.games += 1
        self.events += len(source.record)
        self.errors += len(source.mistakes) + strangers
        for finding in findings:
            self.waived += finding.outcome == BREACH and not finding.counts
            self.breaches += finding.counts and not finding.is_record
            self.record += finding.counts and finding.is_record
            self.undecided += finding.outcome == UNDECIDED


def block(source: Source, finding: Finding) -> str:
    """One finding: where, the move, the clause, the message, the citation, what would have been legal."""
    assert source.game is not None
    place = source.place(finding.seq, finding.clause.header)
    return f"{place}: {line.show(source.game, finding.event)}\n{verdict(source.game, finding)}"


def matrix(source: Source, rows: Sequence[Row]) -> Iterable[str]:
    """Findings that hang on a reading: what comes out under each of its options."""
    assert source.game is not None
    if not rows:
        yield f"{source.name}: no verdict hangs on a reading"
    for row in rows:
        place = source.place(row.seq, row.clause.header)
        yield f"{place}: {line.show(source.game, row.event)}"
        yield f"  {row.clause.id} under {row.reading}:"
        yield "    " + "  ".join(f"{option}: {outcome}" for option, outcome in row.outcomes.items())


def message(game: Game | None, finding: Finding) -> str:
    """A finding in words, in the language that is spoken now; for a clause that holds, the rule."""
    if finding.outcome == HOLDS:
        return text_of(game, finding.clause.rule)
    return say_of(game, finding.template, finding.facts)


def verdict(game: Game, finding: Finding) -> str:
    """A finding without where and what was played."""
    said = f"  {finding.outcome}  {finding.clause.id}: {finding.message}"
    return "\n".join([said, *_details(game, finding)])


def _details(game: Game, finding: Finding) -> Iterable[str]:
    if finding.outcome == HOLDS:
        yield from (f"    {name} = {value}" for name, value in finding.facts.items())
    if finding.outcome != HOLDS:
        yield f"  rule: {finding.clause.rule}"
    yield f"  source: {cited(finding.clause.cites)}"
    for id in finding.hangs_on:
        yield f"  hangs on the reading {id}"
    if finding.ruling:
        ruling = finding.ruling
        yield f"  ruled: {ruling.verdict} by {ruling.by}: {ruling.reason}"
    if finding.legal:
        yield f"  legal: {few(game, finding.legal)}"


def cited(cites: Sequence[Cite]) -> str:
    """Citations in words, each source named once."""
    by_source: dict[str, list[str]] = {}
    for cite in cites:
        by_source.setdefault(cite.source, []).append(cite.place)
    return "; ".join(f"{source}, {', '.join(items)}" for source, items in by_source.items())


def few(game: Game, moves: Sequence[Event], most: int = FEW) -> str:
    """The first moves in words, and how many more there are."""
    named = ", ".join(line.show(game, move) for move in moves[:most])
    return named + (f" and {len(moves) - most} more" if len(moves) > most else "")


def mistakes(source: Source) -> Iterable[str]:
    """What could not be read, one line each."""
    for mistake in source.mistakes:
        yield f"{source.name}:{mistake.line}:{mistake.column}: {mistake.message}"


def strangers(source: Source, audit: Audit) -> Iterable[str]:
    """Events of players who are not in the game."""
    for stranger in audit.strangers:
        yield f'{source.place(stranger.seq)}: nobody called "{stranger.name}" plays in this game; not judged'


def summary(counts: Counts) -> str:
    """One line over everything that was checked."""
    found = [
        plural(counts.breaches, "breach", "breaches"),
        plural(counts.record, "fault in the record", "faults in the record"),
        f"{counts.undecided} undecided",
    ]
    if counts.waived:
        found.append(f"{counts.waived} waived or dismissed")
    if counts.errors:
        found.append(plural(counts.errors, "unreadable line"))
    return f"{plural(counts.games, 'game')}, {plural(counts.events, 'event')}: {', '.join(found)}"


def plural(n: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def standing(result: Result) -> str:
    """How a game stands, in words: the winners and the scores."""
    scores = ", ".join(f"{player} {points(score)}" for player, score in result.scores.items())
    if not result.finished:
        return f"not finished: {scores}"
    won = f"{' and '.join(result.winners)} won" if result.winners else "no winner"
    return f"{won}: {scores}"


def points(score: Any) -> str:
    """Points as people write them: 57, 40½, and ? where something unlogged decides them."""
    if score is None:
        return "?"
    whole, rest = divmod(score, 1)
    if not rest:
        return str(whole)
    part = "½" if rest * 2 == 1 else f" {rest}"
    return f"{whole or ''}{part}".strip()


def table(scene: Scene) -> str:
    """The table as one would see it, zone by zone."""
    width = max((len(zone.title) for zone in scene.zones), default=0)
    return "\n".join([scene.caption, *(_zone(zone, width) for zone in scene.zones)])


def _zone(zone: Zone, width: int) -> str:
    pieces = " ".join(f"{p.face}×{p.count}" if p.count > 1 else p.face for p in zone.pieces)
    marks = f"  ({', '.join(zone.marks)})" if zone.marks else ""
    score = f"  = {zone.score}" if zone.score else ""
    row = f"  {zone.title.ljust(width)}  {pieces or '-'}{score}{marks}"
    return "\n".join([row.rstrip(), *(f"    {text}" for text in zone.data.get("text", ()))])
