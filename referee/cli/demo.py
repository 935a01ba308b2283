"""The newcomer's first minute."""

from __future__ import annotations

from pathlib import Path

import click

from referee import logbook, replay
from referee.cli import files, report
from referee.language import counted, say
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
    games_said = counted(len(games), "{n} sample game", "{n} sample games")
    click.echo(say("Recorded {games} in {logbook}", games=games_said, logbook=book) + "\n")
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
        found_at = say("{outcome} at {seq}", outcome=say(text.OUTCOMES[finding.outcome]), seq=finding.seq)
        click.echo(f"  {found_at}: {finding.clause.id}: {text.message(source.game, finding)}")


def _say_where(paths: list[Path], book: Path) -> None:
    click.echo(say("Replays, to be opened in a browser:"))
    for path in paths:
        click.echo(f"  {path}")
    next_commands = f"referee check {book}, referee rules, referee new --help"
    click.echo("\n" + say("Next: {commands}", commands=next_commands))
