"""Whole archives on all cores, or on a cluster."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from referee import crew
from referee.archive import Piece, pieces
from referee.cli.common import lang_option, speak
from referee.crew import Answer, NoClusterError, State
from referee.language import fact_of
from referee.report import archive
from referee.report.archive import Summary
from referee.report.text import counted_games


@click.command()
@click.argument("paths", nargs=-1, required=True)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes, by default one for each core.")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, whose workers see the same files.")
@click.option("--state", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Go on from, and keep.")
@click.option("--format", "form", type=click.Choice(["text", "json", "jsonl"]), default="text", help="By default text.")
@click.option("--times", "timed", is_flag=True, help="Also say how long each clause takes; never twice the same.")
@click.option("--strict", is_flag=True, help="Undecided findings count as faults.")
@lang_option
def audit(
    paths: tuple[str, ...],
    jobs: int | None,
    scheduler: str | None,
    state: Path | None,
    form: str,
    timed: bool,
    strict: bool,
    lang: str | None,
) -> int:
    """Judge whole archives: transcripts, folders of them, logbooks, in any mix.

    With --state the verdicts are kept in an SQLite file: an audit that was cut short goes on
    where it was, and the file can be looked into. What is printed does not depend on who judged.
    Exit codes are those of check.

    \b
    Examples: referee audit league.db replays/ --state audit.db
              referee audit league.db --format jsonl | jq .findings
    """
    found = Summary()
    with contextlib.closing(State(state)) if state else contextlib.nullcontext() as kept:
        for _, games in _shown(_answers(pieces(paths, timed), jobs, scheduler, kept)):
            for game in games:
                found.add(game)
                if form == "jsonl":
                    click.echo(game)
    speak(lang, form)
    for said in [archive.as_json(found)] if form == "json" else archive.as_text(found) if form == "text" else ():
        click.echo(said)
    return found.code(strict)


def _answers(archive: Iterator[Piece], jobs: int | None, scheduler: str | None, kept: State | None) -> Iterator[Answer]:
    """What comes of each piece, in order, by whoever is to judge."""
    number = jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1
    try:
        if scheduler is None and number == 1:
            return crew.alone(archive, kept)
        return (crew.of_cluster(scheduler) if scheduler else crew.of_cores(number)).answers(archive, kept)
    except NoClusterError as problem:
        raise click.UsageError(str(problem)) from None


def _shown(answers: Iterator[Answer]) -> Iterator[Answer]:
    """The same, with progress on a terminal."""
    games = 0
    for answer in answers:
        yield answer
        games += len(answer[1])
        if sys.stderr.isatty():
            click.echo("\r" + fact_of(None, counted_games(games)), nl=False, err=True)
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
