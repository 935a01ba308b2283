"""Findings and tables as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from referee import line
from referee.compare import Row
from referee.event import Event
from referee.game import Game, Result, Scene, Zone
from referee.language import AND, Phrase, counted, fact_of, joined, marked, name_of, say, say_of, text_of
from referee.replay import BREACH, HOLDS, UNDECIDED, Audit, Decision, Finding
from referee.rulebook import Cite
from referee.sources import Source

OUTCOMES = {BREACH: marked("breach"), UNDECIDED: marked("undecided"), HOLDS: marked("holds")}
VERDICTS = {"upheld": marked("upheld"), "dismissed": marked("dismissed"), "waived": marked("waived")}
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
        yield say("{source}: no verdict hangs on a reading", source=source.name)
    for row in rows:
        place = source.place(row.seq, row.clause.header)
        yield f"{place}: {line.show(source.game, row.event)}"
        yield "  " + say("{clause} under {reading}:", clause=row.clause.id, reading=row.reading)
        yield "    " + "  ".join(f"{option}: {say(OUTCOMES[outcome])}" for option, outcome in row.outcomes.items())


def message(game: Game | None, finding: Finding) -> str:
    """A finding in words, in the language that is spoken now; for a clause that holds, the rule."""
    if finding.outcome == HOLDS:
        return text_of(game, finding.clause.rule)
    return say_of(game, finding.template, finding.facts)


def verdict(game: Game, finding: Finding) -> str:
    """A finding without where and what was played."""
    said = f"  {say(OUTCOMES[finding.outcome])}  {finding.clause.id}: {message(game, finding)}"
    return "\n".join([said, *_details(game, finding)])


def _details(game: Game, finding: Finding) -> Iterable[str]:
    if finding.outcome == HOLDS:
        yield from (f"    {name_of(game, name)} = {fact_of(game, fact)}" for name, fact in finding.facts.items())
    if finding.outcome != HOLDS:
        yield "  " + say("rule: {rule}", rule=text_of(game, finding.clause.rule))
    yield "  " + say("source: {source}", source=cited(finding.clause.cites))
    for id in finding.hangs_on:
        yield "  " + say("hangs on the reading {reading}", reading=id)
    if finding.ruling:
        yield "  " + ruled(finding.ruling)
    if finding.legal:
        yield "  " + say("legal: {moves}", moves=few(game, finding.legal))


def ruled(decision: Decision) -> str:
    """What a table decided."""
    verdict = verdict_words(decision.verdict)
    return say("ruled: {verdict} by {player}: {reason}", verdict=verdict, player=decision.by, reason=decision.reason)


def verdict_words(verdict: str) -> str:
    """What a ruling says."""
    return say(VERDICTS[verdict]) if verdict in VERDICTS else verdict


def cited(cites: Sequence[Cite]) -> str:
    """Citations in words, each source named once."""
    by_source: dict[str, list[str]] = {}
    for cite in cites:
        by_source.setdefault(cite.source, []).append(cite.place)
    return "; ".join(f"{source}, {', '.join(items)}" for source, items in by_source.items())


def few(game: Game, moves: Sequence[Event], most: int = FEW) -> str:
    """The first moves in words, and how many more there are."""
    named = ", ".join(line.show(game, move) for move in moves[:most])
    return say("{moves} and {n} more", moves=named, n=len(moves) - most) if len(moves) > most else named


def mistakes(source: Source) -> Iterable[str]:
    """What could not be read, one line each."""
    for mistake in source.mistakes:
        yield f"{source.name}:{mistake.line}:{mistake.column}: {mistake.message}"


def strangers(source: Source, audit: Audit) -> Iterable[str]:
    """Events of players who are not in the game."""
    for stranger in audit.strangers:
        said = say('nobody called "{name}" plays in this game; not judged', name=stranger.name)
        yield f"{source.place(stranger.seq)}: {said}"


def summary(counts: Counts) -> str:
    """One line over everything that was checked."""
    found = [
        counted(counts.breaches, "{n:,} breach", "{n:,} breaches"),
        counted(counts.record, "{n:,} fault in the record", "{n:,} faults in the record"),
        counted(counts.undecided, "{n:,} undecided", "{n:,} undecided"),
    ]
    if counts.waived:
        found.append(counted(counts.waived, "{n:,} waived or dismissed", "{n:,} waived or dismissed"))
    if counts.errors:
        found.append(counted(counts.errors, "{n:,} unreadable line", "{n:,} unreadable lines"))
    games, events = counted_games(counts.games), counted(counts.events, "{n:,} event", "{n:,} events")
    return say("{games}, {events}: {found}", games=games, events=events, found=joined(found))


def counted_games(n: int) -> Phrase:
    """So many games."""
    return counted(n, "{n:,} game", "{n:,} games")


def plural(n: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{n:,} {one if n == 1 else many or one + 's'}"


def standing(result: Result) -> str:
    """How a game stands, in words: the winners and the scores."""
    scores = ", ".join(f"{player} {points(score)}" for player, score in result.scores.items())
    if not result.finished:
        return say("not finished: {scores}", scores=scores)
    if not result.winners:
        return say("no winner: {scores}", scores=scores)
    return say("{winners} won: {scores}", winners=joined(result.winners, AND), scores=scores)


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
