"""Writing to a logbook: new games, moves, corrections, objections, rulings."""

from __future__ import annotations

import itertools
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from referee import game as games
from referee import line, logbook, replay, sources, transcript
from referee.cli import output
from referee.cli.common import current_game, game_option, logbook_option, made_if_need_be, paint, pairs, spoken_option
from referee.event import (
    REMARKS,
    Amended,
    Disputed,
    Event,
    Noted,
    Position,
    Retracted,
    Ruled,
    Started,
    effective,
)
from referee.language import marked, say
from referee.logbook import Logbook, LogbookError, Stored, check_id
from referee.words import PLAYER, Unreadable, show_name, split

LONG = 1_000
"""In a game of so many events a move is judged from a snapshot of the table."""


@click.command()
@click.argument("game")
@click.option("--players", required=True, metavar="A,B,C", help="In seat order, the first player first.")
@click.option("--reading", multiple=True, metavar="K=V", help="A reading other than the default.")
@click.option("--tag", multiple=True, metavar="K=V", help="Anything to keep with the game: date, place ...")
@click.option("--id", "wanted", metavar="ID", help="The game's id; by default the next free one.")
@spoken_option
@logbook_option
def new(game: str, players: str, reading: tuple[str, ...], tag: tuple[str, ...], wanted: str, logbook: str) -> None:
    """Start a record and print its id.

    \b
    Example: referee new jade-merchant --players Ann,Bo,Cy --tag place=Kurumari
    """
    started = _started(games.find(game.casefold()), players, pairs(reading, "--reading"), pairs(tag, "--tag"))
    if wanted:
        check_id(wanted)
    with made_if_need_be(Path(logbook)) as book:
        id = wanted or _free(book, started.game)
        book.start(id, [started])
    click.echo(id)


def _started(game: games.Game, players: str, readings: dict[str, str], tags: dict[str, str]) -> Started:
    """The first event from the options, by way of the text that a transcript would have."""
    ids = {transcript.reading_id(game, name): option.casefold() for name, option in readings.items()}
    names = tuple(transcript.player_names(split(_composed(players))))
    started = Started(game.id, names, ids, {key: _composed(value) for key, value in tags.items()})
    problems = transcript.start_problems(game, started)
    problems += [("tag", why) for key, value in tags.items() if (why := transcript.tag_problem(key, value))]
    if problems:
        raise click.UsageError("; ".join(f"{key}: {why}" for key, why in problems))
    return started


def _composed(text: str) -> str:
    """A text as transcripts have it, whichever way its accents were typed."""
    try:
        line.refuse_controls(text)
    except Unreadable as problem:
        raise click.UsageError(str(problem)) from None
    return unicodedata.normalize("NFC", text)


def _free(book: Logbook, base: str) -> str:
    return next(id for n in itertools.count(1) if not book.is_taken(id := f"{base}-{n}"))


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
    return _append(book, stored, event)


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
    return _say(sources.Source("", kept.game, [], ""), found, seq)


def _move(game: games.Game, started: Started, text: str) -> Event | None:
    """What a line says, if that is a move; anything about other events needs them."""
    try:
        event = line.read_line(game, [started], text)
    except Unreadable:
        return None
    return None if isinstance(event, (Position, *REMARKS)) else event


def _append(book: Logbook, stored: Stored, event: Event) -> int:
    """Put an event on record and say what the referee thinks. Returns the exit code."""
    seq = _put(book, stored.id, stored.game, event, len(stored.record))
    record = [*stored.record, event]
    audit = replay.audit(stored.game, record)
    if seq >= LONG:
        from referee import snapshot

        snapshot.keep(book, stored.id, stored.game, replay.started_of(record), audit.table)
    correction = isinstance(event, (Amended, Retracted, Ruled))
    found = [finding for finding in audit.findings if finding.seq == seq or correction]
    return _say(sources.Source(stored.id, stored.game, record, ""), found, seq)


def _put(book: Logbook, id: str, game: games.Game, event: Event, after: int) -> int:
    """Put an event on record. Returns its number."""
    try:
        seq = book.append(id, event, after)
    except logbook.Conflict as conflict:
        theirs = line.show(game, conflict.event)
        late = marked("{id}: somebody logged event {n} first: {move}; try again")
        raise LogbookError(say(late, id=id, n=conflict.seq, move=theirs)) from None
    click.echo(f"{id}#{seq}: {line.show(game, event)}")
    return seq


def _say(source: sources.Source, found: list[replay.Finding], seq: int) -> int:
    """Say what was found of the last event; after a correction, of all that the record now holds."""
    from referee.report import text  # only needed once there is something to say

    assert source.game is not None
    for finding in found:
        said = text.verdict(source.game, finding) if finding.seq == seq else text.block(source, finding)
        click.echo(paint(said, finding.outcome))
    if not found:
        click.echo(paint("  " + say("fine"), "holds"))
    return int(any(finding.counts for finding in found))


@click.command()
@click.argument("number", required=False, metavar="[N]")
@spoken_option
@logbook_option
@game_option
def undo(number: str | None, logbook: str, game_id: str | None) -> int:
    """Take back event N, or with "N.." it and all that follow; without N the last move.

    \b
    Example: referee undo 17
    """
    with current_game(logbook, game_id, writable=True) as (book, stored):
        return _append(book, stored, _written(stored, f"undo {number or _last_move(stored)}"))


def _last_move(stored: Stored) -> int:
    """The number of the last move in force."""
    moves = effective(stored.record)
    if len(moves) < 2:
        raise LogbookError(say("{id}: there is no move to take back", id=stored.id))
    return moves[-1][0]


def _written(stored: Stored, text: str) -> Event:
    """The event that a line says, as in a transcript."""
    try:
        return line.read_line(stored.game, stored.record, text)
    except Unreadable as problem:
        raise click.UsageError(unrecorded(problem)) from None


@click.command()
@click.argument("number", type=int, metavar="N")
@click.argument("move", nargs=-1, required=True)
@spoken_option
@logbook_option
@game_option
def amend(number: int, move: tuple[str, ...], logbook: str, game_id: str | None) -> int:
    """Put a slip of the pen right: event N should have read MOVE.

    \b
    Example: referee amend 17 Bo bid 2
    """
    with current_game(logbook, game_id, writable=True) as (book, stored):
        return _append(book, stored, _written(stored, f"amend {number}: {joined(move)}"))


@click.command()
@click.argument("number", type=click.IntRange(min=1), metavar="N")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@spoken_option
@logbook_option
@game_option
def note(number: int, words: tuple[str, ...], logbook: str, game_id: str | None) -> int:
    """Add a remark to event N.

    \b
    Example: referee note 17 "Bo thought for ten minutes"
    """
    with current_game(logbook, game_id, writable=True) as (book, stored):
        return _append(book, stored, _allowed(stored, Noted(number, " ".join(words))))


@click.command()
@click.argument("number", type=click.IntRange(min=1), metavar="N")
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@click.option("--by", required=True, metavar="PLAYER", help="Who objects.")
@click.option("--clause", default="", metavar="ID", help="The clause that is in question.")
@spoken_option
@logbook_option
@game_option
def dispute(number: int, words: tuple[str, ...], by: str, clause: str, logbook: str, game_id: str | None) -> int:
    """Object to event N.

    \b
    Example: referee dispute 17 --by Di "that was not lower"
    """
    with current_game(logbook, game_id, writable=True) as (book, stored):
        event = Disputed(number, _player(stored, by), " ".join(words), clause.casefold())
        return _append(book, stored, _allowed(stored, event))


@click.command()
@click.argument("number", type=click.IntRange(min=1), metavar="D")
@click.argument("verdict", type=click.Choice(["upheld", "dismissed", "waived"], case_sensitive=False))
@click.argument("words", nargs=-1, required=True, metavar="TEXT")
@click.option("--by", required=True, metavar="PLAYER", help="Who decides.")
@spoken_option
@logbook_option
@game_option
def ruling(number: int, verdict: str, words: tuple[str, ...], by: str, logbook: str, game_id: str | None) -> int:
    """Decide about the objection in event D: upheld, dismissed, or waived (a breach that stands).

    \b
    Example: referee ruling 18 waived --by Ann "too late to go back"
    """
    with current_game(logbook, game_id, writable=True) as (book, stored):
        event = Ruled(number, verdict.casefold(), _player(stored, by), " ".join(words))
        return _append(book, stored, _allowed(stored, event))


def _player(stored: Stored, name: str) -> str:
    """The player whom a name or its beginning means."""
    try:
        return str(PLAYER.read(name, replay.started_of(stored.record).players))
    except ValueError:
        players = ", ".join(replay.started_of(stored.record).players)
        raise click.UsageError(_nobody(name, players)) from None


def _nobody(name: str, players: str) -> str:
    return say('nobody called "{name}" plays here; there are: {players}', name=name, players=players)


def unrecorded(why: object) -> str:
    """Why something was not recorded."""
    return say("{why}; nothing was recorded", why=why)


def _allowed(stored: Stored, event: Event) -> Event:
    """The event, if it can come next and its text can be written in a transcript."""
    why = line.objection(stored.game, stored.record, event)
    if why:
        raise click.UsageError(unrecorded(why))
    return _written(stored, line.show(stored.game, event))
