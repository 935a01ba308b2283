"""HTML replays and their index."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from referee.cli.common import lang_option, logbook_option, pairs, readings_for, speak, targets_or
from referee.logbook import LogbookError
from referee.report import site, text
from referee.sources import Source, sources

OUT = "reports/html"


@click.command()
@click.argument("targets", nargs=-1)
@click.option("-o", "--output", default=OUT, metavar="FOLDER", help=f"Where to write, by default {OUT}.")
@click.option("--reading", multiple=True, metavar="K=V", help="Judge by this reading instead of the table's.")
@lang_option
@logbook_option
def report(targets: tuple[str, ...], output: str, reading: tuple[str, ...], lang: str | None, logbook: str) -> int:
    """Write the HTML replay of each game, and an index of them; prints the paths.

    \b
    Example: referee report replays/ -o reports/html
    """
    speak(lang)
    found = list(sources(targets_or(targets, logbook)))
    for said in (line for source in found for line in text.mistakes(source)):
        click.echo(said, err=True)
    for path in write(found, Path(output), pairs(reading, "--reading")):
        click.echo(path)
    return 2 if any(source.mistakes for source in found) else 0


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


def make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise LogbookError(f"{folder}: cannot be made: {problem.strerror}") from None


def _put(path: Path, content: str) -> None:
    """Write a file whole or not at all."""
    try:
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(content)
        Path(draft).chmod(0o644)
        Path(draft).replace(path)
    except OSError as problem:
        raise LogbookError(f"{path}: cannot be written: {problem.strerror}") from None
