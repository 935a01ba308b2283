"""Transcripts in and out, and random games."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from referee import game as games
from referee import transcript
from referee.cli.common import logbook_option, made_if_need_be, spoken_option
from referee.language import say
from referee.logbook import Logbook
from referee.simulate import simulate as simulated
from referee.sources import Source, sources

TOGETHER = 100
"""So many games are imported with one sync of the disk."""


@click.command("import")
@click.argument("files", nargs=-1, required=True)
@spoken_option
@logbook_option
def import_(files: tuple[str, ...], logbook: str) -> int:
    """Record transcripts in the logbook; prints the ids of the games.

    A transcript with a line that cannot be read is not recorded at all.

    \b
    Example: referee import replays/*.txt
    """
    from referee.report import text

    faulty = False
    with made_if_need_be(Path(logbook)) as book:
        for some in batches(sources(files), TOGETHER):
            with book.together():
                ids = [record(book, source) for source in some if not source.mistakes]
            for id in ids:  # only now is it on disk
                click.echo(id)
            for said in (said for source in some for said in text.mistakes(source)):
                faulty = True
                click.echo(said, err=True)
    return 2 if faulty else 0


def batches(sources: Iterable[Source], size: int) -> Iterator[list[Source]]:
    """So many at a time, and at the end the rest."""
    left = iter(sources)
    while some := list(itertools.islice(left, size)):
        yield some


def record(book: Logbook, source: Source) -> str:
    """Record a game that was read; returns its new id."""
    id = free_id(book, Path(source.name).stem)
    book.start(id, source.record)
    return id


def free_id(book: Logbook, wanted: str) -> str:
    """An id like this name that no game of the logbook has yet."""
    base = re.sub(r"[^a-z0-9._-]+", "-", wanted.casefold()).strip("-._")[:50] or "game"
    ids = (base if n == 1 else f"{base}-{n}" for n in itertools.count(1))
    return next(id for id in ids if not book.is_taken(id))


@click.command()
@click.argument("ids", nargs=-1, required=True, metavar="GAME-ID...")
@logbook_option
def export(ids: tuple[str, ...], logbook: str) -> None:
    """Print games of the logbook as transcripts, an empty line between two.

    \b
    Example: referee export jade-merchant-1 > friday.txt
    """
    with Logbook(Path(logbook)) as book:
        stored = [book.read(id) for id in ids]
    texts = [transcript.write(game.game, game.record) for game in stored]
    click.echo("\n".join(texts), nl=False)


@click.command()
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="By default the fewest that the game allows.")
@click.option("--seed", default="1", metavar="S", help="The same seed gives the same game.")
@click.option("--count", type=click.IntRange(min=1), default=1, metavar="K", help="How many games.")
@click.option("--flaws", type=click.IntRange(0, 100), default=0, metavar="F", help="Breaches to plant in each game.")
def simulate(game: str, players: int | None, seed: str, count: int, flaws: int) -> None:
    """Print random legal games as transcripts, an empty line between two.

    \b
    Example: referee simulate jade-merchant --players 4 --seed 7 --flaws 2 | referee check -
    """
    found = games.find(game.casefold())
    number = found.players.start if players is None else players
    if number not in found.players:
        raise click.UsageError(_wrong_number(found, number))
    for i, text in enumerate(_simulated(found, number, seed, count, flaws)):
        click.echo(("\n" if i else "") + text, nl=False)


def _wrong_number(game: games.Game, n: int) -> str:
    least, most = game.players.start, game.players.stop - 1
    return say("{game} is for {least} to {most} players, not {n}", game=game.title, least=least, most=most, n=n)


def _simulated(game: games.Game, players: int, seed: str, count: int, flaws: int) -> Iterator[str]:
    for i in range(count):
        own = seed if count == 1 else f"{seed}.{i + 1}"
        tags = {"seed": own} | ({"flaws": str(flaws)} if flaws else {})
        yield transcript.write(game, simulated(game, players, own, flaws, tags))
