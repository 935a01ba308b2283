"""Starting a record."""

from __future__ import annotations

import itertools
import unicodedata
from pathlib import Path

import click

from referee import game as games
from referee import line, transcript
from referee.cli.common import logbook_option, made_if_need_be, pairs, spoken_option
from referee.event import Started
from referee.logbook import Logbook, check_id
from referee.words import Unreadable, split


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
