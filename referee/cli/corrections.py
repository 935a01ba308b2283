"""Events about other events: corrections, remarks, objections, rulings."""

from __future__ import annotations

import click

from referee import line, replay
from referee.cli.common import current_game, game_option, logbook_option, spoken_option, unrecorded
from referee.cli.log import append, joined
from referee.event import Disputed, Event, Noted, Ruled, effective
from referee.language import say
from referee.logbook import LogbookError, Stored
from referee.words import PLAYER, Unreadable


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
        return append(book, stored, _written(stored, f"undo {number or _last_move(stored)}"))


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
        return append(book, stored, _written(stored, f"amend {number}: {joined(move)}"))


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
        return append(book, stored, _allowed(stored, Noted(number, " ".join(words))))


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
        return append(book, stored, _allowed(stored, event))


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
        return append(book, stored, _allowed(stored, event))


def _player(stored: Stored, name: str) -> str:
    """The player whom a name or its beginning means."""
    try:
        return str(PLAYER.read(name, replay.started_of(stored.record).players))
    except ValueError:
        players = ", ".join(replay.started_of(stored.record).players)
        raise click.UsageError(_nobody(name, players)) from None


def _nobody(name: str, players: str) -> str:
    return say('nobody called "{name}" plays here; there are: {players}', name=name, players=players)


def _allowed(stored: Stored, event: Event) -> Event:
    """The event, if it can come next and its text can be written in a transcript."""
    why = line.objection(stored.game, stored.record, event)
    if why:
        raise click.UsageError(unrecorded(why))
    return _written(stored, line.show(stored.game, event))
