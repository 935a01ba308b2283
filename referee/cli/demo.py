"""The newcomer's first minute."""

from __future__ import annotations

from pathlib import Path

import click

from referee import logbook, replay
from referee.cli import files, report
from referee.logbook import Logbook, LogbookError
from referee.report import text
from referee.sources import Source, sources, stored


@click.command()
@click.option("-o", "--output", default=report.OUT, metavar="FOLDER", help=f"Where to write, by default {report.OUT}.")
def demo(output: str) -> None:
    """Record the sample games, check them, write their replays, and say where everything is.

    \b
    Example: referee demo
    """
    folder = Path(output)
    report.make(folder)
    book = folder / "demo.db"
    games = _recorded(book)
    click.echo(f"Recorded {text.plural(len(games), 'sample game')} in {book}\n")
    counts = text.Counts()
    for game in games:
        _check(game, counts)
    click.echo(f"\n{text.summary(counts)}\n")
    _say_where(report.write(games, folder, {}), book)


def samples() -> Path:
    """Where the sample games lie: in the installed package, or beside it in the project."""
    here = Path(__file__).parents[1]
    found = next((place for place in (here / "samples", here.parent / "replays") if place.is_dir()), None)
    if found is None:
        raise LogbookError("the sample games were not installed with Referee")
    return found


def _recorded(book: Path) -> list[Source]:
    """The sample games, from a new logbook that they were recorded in."""
    book.unlink(missing_ok=True)  # the demo's own, made anew each time
    logbook.create(book)
    with Logbook(book, writable=True) as opened:
        ids = [files.record(opened, source) for source in sources([str(samples())])]
        return [stored(book, opened.read(id)) for id in ids]


def _check(source: Source, counts: text.Counts) -> None:
    """Check a game and say in one line what was found, with the first findings under it."""
    assert source.game is not None
    audit = replay.audit(source.game, source.record)
    counts.add(source, audit.findings)
    found = [finding for finding in audit.findings if finding.outcome != replay.HOLDS]
    click.echo(f"{source.name.rpartition('#')[2]}: {text.standing(audit.result)}")
    for finding in found:
        click.echo(f"  {finding.outcome} at {finding.seq}: {finding.clause.id}: {finding.message}")


def _say_where(paths: list[Path], book: Path) -> None:
    click.echo("Replays, to be opened in a browser:")
    for path in paths:
        click.echo(f"  {path}")
    click.echo(f"\nNext: referee check {book}, referee rules, referee new --help")
