"""Looking at a table: how it stands, what may be played."""

from __future__ import annotations

import click

from referee import language, line, replay
from referee.cli.common import at_option, current_game, game_option, in_record, logbook_option, no_event, spoken_option
from referee.event import Event
from referee.game import Game
from referee.language import say
from referee.logbook import LogbookError
from referee.replay import Referee
from referee.sources import Source, sources, stored


def one_source(target: str | None, logbook: str, game_id: str | None, at: int | None) -> Source:
    """The one game that is meant."""
    if target is None:
        with current_game(logbook, game_id) as (book, game):
            in_record(game, at)
            return stored(book.path, game)
    found = list(sources([target]))
    if len(found) != 1:
        raise click.UsageError(say("{target} holds {n} games; name one as FILE#ID", target=target, n=len(found)))
    return _usable(found[0], at)


def _usable(source: Source, at: int | None) -> Source:
    for mistake in source.mistakes:
        click.echo(f"{source.name}:{mistake.line}:{mistake.column}: {mistake.message}", err=True)
    if source.game is None or not source.record:
        raise LogbookError(say("{source}: nothing could be read", source=source.name))
    if at is not None and at > len(source.record):
        raise LogbookError(no_event(source.name, at, source.record))
    return source


@click.command()
@click.argument("target", required=False)
@at_option("The table once event N has happened, by default after the last.")
@spoken_option
@logbook_option
@game_option
def show(target: str | None, at: int | None, logbook: str, game_id: str | None) -> int:
    """The table as text.

    \b
    Example: referee show replays/jade-example-1.txt --at 5
    """
    from referee.report import text

    source = one_source(target, logbook, game_id, at)
    assert source.game is not None
    table = replay.table_at(source.game, source.record, at)
    click.echo(text.table(language.said(source.game, source.game.scene(table))))
    return 2 if source.mistakes else 0


@click.command()
@click.argument("target", required=False)
@at_option("What may be played once event N has happened, by default after the last.")
@click.option("--why-not", is_flag=True, help="Also what may not be played, and the clause that forbids it.")
@spoken_option
@logbook_option
@game_option
def moves(target: str | None, at: int | None, why_not: bool, logbook: str, game_id: str | None) -> int:
    """The legal moves.

    \b
    Example: referee moves replays/jade-example-1.txt --at 5 --why-not
    """
    source = one_source(target, logbook, game_id, at)
    assert source.game is not None
    referee = Referee(source.game, replay.started_of(source.record), legal=False)
    referee.table = replay.table_at(source.game, source.record, at)
    for move in source.game.legal(referee.table):
        click.echo(line.show(source.game, move))
    for move, why in forbidden(source.game, referee) if why_not else ():
        click.echo(say("not {move}: {why}", move=line.show(source.game, move), why=why))
    return 2 if source.mistakes else 0


def forbidden(game: Game, referee: Referee) -> list[tuple[Event, str]]:
    """Each move that somebody might try and that breaks a clause, with what it breaks."""
    from referee.report import text

    found: dict[str, tuple[Event, str]] = {}
    for move in game.tries(referee.table):
        broken = [f"{f.clause.id} ({text.message(game, f)})" for f in referee.judge(0, move)]
        if broken:
            found.setdefault(line.show(game, move), (move, "; ".join(broken)))
    return [found[shown] for shown in sorted(found)]
