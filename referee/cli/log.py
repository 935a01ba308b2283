"""Logging moves. Nothing is imported here that a move which is fine does without, so that it is logged quickly."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from referee import line, logbook, replay
from referee.cli import output
from referee.cli.common import game_option, logbook_option, paint, spoken_option, unrecorded
from referee.event import REMARKS, Amended, Event, Position, Record, Retracted, Ruled, Started
from referee.game import Game
from referee.language import marked, say
from referee.logbook import Logbook, LogbookError, Stored
from referee.words import Unreadable, show_name

LONG = 200
"""In a game of so many events a move is judged from a snapshot of the table; that is quicker from some fifty on."""


@click.command()
@click.argument("move", nargs=-1)
@spoken_option
@logbook_option
@game_option
def log(move: tuple[str, ...], logbook: str, game_id: str | None) -> int:
    """Append a move and say at once what the referee thinks.

    Without MOVE, a prompt helps to write one move after the other; from a pipe, moves are read one
    a line. The move is recorded whether it was legal or not; the exit code is 1 if it was not.

    \b
    Example: referee log Ann bid 4
    """
    if move:
        return _log(logbook, game_id, joined(move))
    if sys.stdin.isatty() and sys.stdout.isatty() and (prompt := _prompt()):
        return int(prompt.run(logbook, game_id))
    return max((_log_or_say_why(logbook, game_id, text) for text in _typed()), default=0)


def _prompt() -> Any:
    """The module with the prompt, or None where what it needs is not installed."""
    try:
        from referee.cli import prompt  # prompt_toolkit takes a while to load
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.partition(".")[0] == "referee":
            raise
        click.echo(
            say("For completion and verdicts beforehand: {command}", command="pip install 'referee[prompt]'"), err=True
        )
        return None
    return prompt


def joined(words: tuple[str, ...]) -> str:
    """The words of a move as one line; an argument with spaces among several is one quoted word."""
    if len(words) == 1:
        return words[0]
    return " ".join(show_name(word) if " " in word else word for word in words)


def _typed() -> Iterable[str]:
    """The lines of standard input that say something, with a prompt on a terminal."""
    while True:
        if sys.stdin.isatty():
            click.echo("> ", nl=False, err=True)
        text = sys.stdin.readline()
        if not text:
            return
        if text.strip() and not text.strip().startswith("#"):
            yield text.rstrip("\r\n")


def _log_or_say_why(logbook: str, id: str | None, text: str) -> int:
    try:
        return _log(logbook, id, text)
    except click.ClickException as problem:
        output.explain(problem)
        return 2


def _log(logbook: str, id: str | None, text: str) -> int:
    with Logbook(Path(logbook), writable=True) as book:
        game = id or book.current()
        code = _log_quickly(book, game, text) if book.head(game)[0] >= LONG else None
        return _log_slowly(book, book.read(game), text) if code is None else code


def _log_slowly(book: Logbook, stored: Stored, text: str) -> int:
    try:
        event = line.read_line(stored.game, stored.record, text)
    except Unreadable as problem:
        raise click.UsageError(unrecorded(say("column {n}: {why}", n=problem.column, why=problem))) from None
    return append(book, stored, event)


def _log_quickly(book: Logbook, id: str, text: str) -> int | None:
    """Log a move in a game of which a snapshot was kept; None where the whole record is needed."""
    from referee import snapshot  # seldom is a game so long

    kept = snapshot.kept(book, id)
    event = None if kept is None else _move(kept.game, kept.started, text)
    if kept is None or event is None:
        return None
    seq = _put(book, id, kept.game, event, kept.seq)
    referee = replay.Referee(kept.game, kept.started)
    referee.table = kept.table
    found = referee.see(seq, event)
    snapshot.keep(book, id, kept.game, kept.started, referee.table)
    return _say(id, kept.game, [], found, seq)


def _move(game: Game, started: Started, text: str) -> Event | None:
    """What a line says, if that is a move; anything about other events needs them."""
    try:
        event = line.read_line(game, [started], text)
    except Unreadable:
        return None
    return None if isinstance(event, (Position, *REMARKS)) else event


def append(book: Logbook, stored: Stored, event: Event) -> int:
    """Put an event on record and say what the referee thinks. Returns the exit code."""
    seq = _put(book, stored.id, stored.game, event, len(stored.record))
    record = [*stored.record, event]
    audit = replay.audit(stored.game, record)
    if seq >= LONG:
        from referee import snapshot

        snapshot.keep(book, stored.id, stored.game, replay.started_of(record), audit.table)
    correction = isinstance(event, (Amended, Retracted, Ruled))
    found = [finding for finding in audit.findings if finding.seq == seq or correction]
    return _say(stored.id, stored.game, record, found, seq)


def _put(book: Logbook, id: str, game: Game, event: Event, after: int) -> int:
    """Put an event on record. Returns its number."""
    try:
        seq = book.append(id, event, after)
    except logbook.Conflict as conflict:
        theirs = line.show(game, conflict.event)
        late = marked("{id}: somebody logged event {n} first: {move}; try again")
        raise LogbookError(say(late, id=id, n=conflict.seq, move=theirs)) from None
    click.echo(f"{id}#{seq}: {line.show(game, event)}")
    return seq


def _say(id: str, game: Game, record: Record, found: list[replay.Finding], seq: int) -> int:
    """Say what was found of the last event; after a correction, of all that the record now holds."""
    if found:
        _say_findings(id, game, record, found, seq)
    else:
        click.echo(paint("  " + say("fine"), "holds"))
    return int(any(finding.counts for finding in found))


def _say_findings(id: str, game: Game, record: Record, found: list[replay.Finding], seq: int) -> None:
    from referee import sources
    from referee.report import text

    source = sources.Source(id, game, record, "")
    for finding in found:
        said = text.verdict(game, finding) if finding.seq == seq else text.block(source, finding)
        click.echo(paint(said, finding.outcome))
