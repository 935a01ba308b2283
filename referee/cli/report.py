"""HTML replays and their index."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

import click

from referee import replay
from referee.cli.common import logbook_option, pairs, readings_for, targets_or
from referee.logbook import LogbookError
from referee.report import html, text
from referee.sources import Source, sources

OUT = "reports/html"


@click.command()
@click.argument("targets", nargs=-1)
@click.option("-o", "--output", default=OUT, metavar="FOLDER", help=f"Where to write, by default {OUT}.")
@click.option("--reading", multiple=True, metavar="K=V", help="Judge by this reading instead of the table's.")
@logbook_option
def report(targets: tuple[str, ...], output: str, reading: tuple[str, ...], logbook: str) -> int:
    """Write the HTML replay of each game, and an index of them; prints the paths.

    \b
    Example: referee report replays/ -o reports/html
    """
    found = list(sources(targets_or(targets, logbook)))
    for said in (line for source in found for line in text.mistakes(source)):
        click.echo(said, err=True)
    for path in write(found, Path(output), pairs(reading, "--reading")):
        click.echo(path)
    return 2 if any(source.mistakes for source in found) else 0


def write(found: Iterable[Source], folder: Path, readings: dict[str, str]) -> list[Path]:
    """Write a page for each game that could be read, then the index. Returns the paths, the index last."""
    make(folder)
    entries: list[html.Entry] = []
    paths: list[Path] = []
    for source in found:
        if source.game is not None and source.record:
            entries.append(_entry(source, readings, _file_name(source.name, {e.href for e in entries})))
            paths.append(folder / entries[-1].href)
            _put(paths[-1], _page(source, readings))
    _put(folder / "index.html", html.index(entries))
    return [*paths, folder / "index.html"]


def _page(source: Source, readings: dict[str, str]) -> str:
    assert source.game is not None
    chosen = readings_for(source.game, readings)
    return html.page(
        source.game, source.record, source=source.name, head=source.head, readings=chosen, lines=source.lines
    )


def _entry(source: Source, readings: dict[str, str], href: str) -> html.Entry:
    assert source.game is not None
    audit = replay.audit(source.game, source.record, readings_for(source.game, readings), legal=False)
    counts = text.Counts()
    counts.add(source, audit.findings)
    started = replay.started_of(source.record)
    return html.Entry(
        href=href,
        title=Path(source.name).stem if "#" not in source.name else source.name.rpartition("#")[2],
        game=source.game.title,
        players=started.players,
        events=len(source.record),
        breaches=counts.breaches,
        record=counts.record,
        undecided=counts.undecided,
        waived=counts.waived,
        result=text.standing(audit.result),
        head=source.head,
        date=started.tags.get("date", ""),
    )


def _file_name(name: str, taken: set[str]) -> str:
    """A file name made of a source's name; one that is taken gets letters of the name's hash."""
    slug = re.sub(r"[^a-z0-9]+", "-", Path(name.rpartition("#")[2] or name).stem.casefold()).strip("-")[:60] or "game"
    hashed = (f"{slug}-{hashlib.sha256(f'{name} {n}'.encode()).hexdigest()[:8]}.html" for n in range(len(taken) + 1))
    return next(file for file in (f"{slug}.html", *hashed) if file not in taken and file != "index.html")


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
