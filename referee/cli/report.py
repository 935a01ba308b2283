"""HTML replays and their index."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from referee.cli.common import lang_option, logbook_option, pairs, readings_for, speak, targets_or
from referee.language import say
from referee.logfile import LogbookError, draft_beside, is_logbook
from referee.report import site, text
from referee.sight import UnknownViewerError
from referee.sources import Source, as_seen, sources

OUT = "reports/html"


@click.command()
@click.argument("targets", nargs=-1)
@click.option("-o", "--output", default=OUT, metavar="FOLDER", help=f"Where to write, by default {OUT}.")
@click.option("--as", "viewer", metavar="PLAYER", help="What this player could know, or with `table` what all saw.")
@click.option("--reading", multiple=True, metavar="K=V", help="Judge by this reading instead of the table's.")
@lang_option
@logbook_option
def report(
    targets: tuple[str, ...],
    output: str,
    viewer: str | None,
    reading: tuple[str, ...],
    lang: str | None,
    logbook: str,
) -> int:
    """Write the HTML replay of each game, and an index of them; prints the paths.

    With --as, cards that were hidden from that player are not in the files at all. A target can also be
    what `referee audit --state` kept: then the page sums up the archive.

    \b
    Examples: referee report replays/ -o reports/html
              referee report friday.txt --as Ann
    """
    speak(lang)
    audits = [target for target in targets if _is_state(target)]
    if audits and viewer is not None:
        why = (
            f"{audits[0]} is what an audit kept, which tells what all that was logged tells; leave out one or the other"
        )
        raise click.BadParameter(why, param_hint="--as")
    for path in [path for target in audits for path in write_audit(Path(target), Path(output))]:
        click.echo(path)
    targets = tuple(target for target in targets if target not in audits)
    if audits and not targets:
        return 0
    found = [_seen(source, viewer) for source in sources(targets_or(targets, logbook))]
    for said in (line for source in found for line in text.mistakes(source)):
        click.echo(said, err=True)
    for path in write(found, Path(output), pairs(reading, "--reading")):
        click.echo(path)
    return 2 if any(source.mistakes for source in found) else 0


def _seen(source: Source, viewer: str | None) -> Source:
    """The game with the eyes of somebody at the table; None for all that was logged."""
    try:
        return source if viewer is None else as_seen(source, viewer)
    except UnknownViewerError as unknown:
        raise click.BadParameter(f"{source.name}: {unknown}", param_hint="--as") from None


def write(found: Iterable[Source], folder: Path, wanted: dict[str, str]) -> list[Path]:
    """Write a page for each game that could be read, the rulebooks, the index. Returns the paths, the index last."""
    games = list(found)
    readings = {source.game.id: readings_for(source.game, wanted) for source in games if source.game is not None}
    make(folder)
    paths = []
    for name, content in site.pages(games, readings):
        paths.append(folder / name)
        _put(paths[-1], content)
    return paths


def _is_state(target: str) -> bool:
    """Whether a target is what an audit kept."""
    if not Path(target).is_file() or not is_logbook(Path(target)):
        return False
    from referee import crew

    return crew.is_state(Path(target))


def write_audit(state: Path, folder: Path) -> list[Path]:
    """Write what an audit found, and the rulebooks. Returns the paths, the summary last."""
    from referee import crew
    from referee.report import html_archive

    is_old = not crew.is_of_these_rules(state)
    if is_old:
        click.echo(say("{file}: judged by other rules than today's; audit the archive again", file=state), err=True)
    make(folder)
    paths = []
    summary = site.file_name(state.name, set())
    for name, content in html_archive.pages(summary, state.name, crew.verdicts_in(state), is_old):
        paths.append(folder / name)
        _put(paths[-1], content)
    return paths


def make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise LogbookError(f"{folder}: cannot be made: {problem.strerror}") from None


def _put(path: Path, content: str) -> None:
    """Write a file whole or not at all."""
    with draft_beside(path) as draft:
        draft.write_text(content, encoding="utf-8", newline="\n")
        draft.replace(path)
