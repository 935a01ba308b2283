"""The audit."""

from __future__ import annotations

from typing import NamedTuple

import click

from referee import compare, dispute, replay
from referee import game as games
from referee.cli.common import (
    at_option,
    clauses_for,
    lang_option,
    logbook_option,
    no_event,
    paint,
    pairs,
    readings_for,
    speak,
    targets_or,
)
from referee.game import Game
from referee.replay import BREACH, UNDECIDED, Audit, Finding
from referee.report import disputes, formats, text
from referee.report.machine import Seen
from referee.sources import MissingError, Source, sources


class Wanted(NamedTuple):
    """What is to be judged, and by which readings."""

    at: int | None
    explain: bool
    readings: dict[str, str]
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    all_readings: bool

    def audit(self, source: Source) -> Audit | None:
        """The game judged; None where nothing could be read of it."""
        if source.game is None or not source.record:
            return None
        if self.at is not None and self.at > len(source.record):
            raise MissingError(no_event(source.name, self.at, source.record))
        readings = readings_for(source.game, self.readings)
        return replay.audit(source.game, source.record, readings, self.explain)

    def findings(self, source: Source, audit: Audit | None) -> list[Finding]:
        """Those of the event and the clauses that are asked for."""
        if audit is None:
            return []
        clauses = self.clauses(audit.game)
        return [f for f in audit.findings if self.at in (None, f.seq) and f.clause.id in clauses]

    def seen(self, source: Source, audit: Audit | None, findings: list[Finding]) -> Seen:
        """The objections of a game, and what hangs on them and on its breaches."""
        if audit is None:
            return Seen()
        readings = readings_for(audit.game, self.readings)
        disputes = [d for d in dispute.disputes(audit, readings) if self.at in (None, d.seq, d.event.event)]
        rows = compare.under_all_readings(audit.game, source.record, readings) if self.all_readings else None
        return Seen(self.clauses(audit.game), dispute.of_findings(audit, findings, readings), disputes, rows)

    def clauses(self, game: Game) -> frozenset[str]:
        """The clauses that are asked for; an id may belong to any game."""
        known = [games.find(id) for id in games.ids()] if self.select or self.ignore else []
        selected = clauses_for(known, self.select) if self.select else frozenset(game.rules.clauses)
        return selected - clauses_for(known, self.ignore)


class TextOutput:
    """Findings as blocks of text, at once."""

    def game(self, source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> None:
        for said in text.mistakes(source):
            click.echo(said, err=True)
        for said in text.strangers(source, audit) if audit else ():
            click.echo(said, err=True)
        for finding in findings:
            click.echo(paint(text.block(source, finding), finding.outcome))
            self.matter(finding, seen)
        for said in (disputes.block(source, one) for one in seen.disputes):
            click.echo(f"{said}\n")
        for said in text.matrix(source, seen.rows) if seen.rows is not None else ():
            click.echo(said)

    def matter(self, finding: Finding, seen: Seen) -> None:
        """Whether the move of a finding matters, said once for each move."""
        matter = seen.matters.pop(finding.seq, None) if finding.outcome == BREACH else None
        for sentence in disputes.sentences(matter) if matter else ():
            click.echo(f"  {sentence}")
        click.echo()

    def end(self, counts: text.Counts) -> None:
        click.echo(text.summary(counts))


class MachineOutput:
    """Findings in a format for programs."""

    def __init__(self, form: str) -> None:
        self.output = formats.output(form)

    def game(self, source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> None:
        for said in self.output.game(source, audit, findings, seen):
            click.echo(said)

    def end(self, counts: text.Counts) -> None:
        for said in self.output.end(counts):
            click.echo(said)


@click.command()
@click.argument("targets", nargs=-1)
@at_option("Only what was found of event N.")
@click.option("--explain", is_flag=True, help="Every clause that a move had to obey, also those that held.")
@click.option("--reading", multiple=True, metavar="K=V", help="Judge by this reading instead of the table's.")
@click.option("--all-readings", is_flag=True, help="The verdicts under every option of every reading.")
@click.option("--select", multiple=True, metavar="ID", help="Only these clauses (or chapters, as jade.bid).")
@click.option("--ignore", multiple=True, metavar="ID", help="All but these clauses.")
@click.option("--format", "form", type=click.Choice(formats.FORMATS), default="text", help="By default text.")
@click.option("--strict", is_flag=True, help="Undecided findings count as faults.")
@lang_option
@logbook_option
def check(
    targets: tuple[str, ...],
    at: int | None,
    explain: bool,
    reading: tuple[str, ...],
    all_readings: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    form: str,
    strict: bool,
    lang: str | None,
    logbook: str,
) -> int:
    """Judge games by their rulebook: transcripts, folders of them, `-`, logbooks, logbook.db#game.

    Without TARGETS the current logbook is checked. The exit code is 1 if there are breaches.

    \b
    Examples: referee check replays/
              referee check replays/jade-example-1.txt --at 5 --explain
    """
    speak(lang, form)
    wanted = Wanted(at, explain, pairs(reading, "--reading"), select, ignore, all_readings)
    output = TextOutput() if form == "text" else MachineOutput(form)
    counts, faulty = text.Counts(), False
    for source in sources(targets_or(targets, logbook)):
        audit = wanted.audit(source)
        findings = wanted.findings(source, audit)
        counts.add(source, findings, len(audit.strangers) if audit else 0)
        faulty = faulty or any(f.counts or (strict and f.outcome == UNDECIDED) for f in findings)
        output.game(source, audit, findings, wanted.seen(source, audit, findings))
    output.end(counts)
    return 2 if counts.errors else int(faulty)
