"""A finding cut down to what shows it."""

from __future__ import annotations

import click

from referee import reduce, transcript
from referee.cli.common import game_option, logbook_option, spoken_option
from referee.cli.look import one_source
from referee.logbook import LogbookError


@click.command()
@click.argument("target", required=False)
@click.option("--at", type=click.IntRange(min=1), required=True, metavar="N", help="The event with the finding.")
@spoken_option
@logbook_option
@game_option
def case(target: str | None, at: int, logbook: str, game_id: str | None) -> None:
    """The smallest transcript that still shows the finding at event N, players renamed.

    For a case book, a forum or a bug report.

    \b
    Example: referee case replays/jade-family-game.txt --at 17
    """
    source = one_source(target, logbook, game_id, at)
    assert source.game is not None
    try:
        found = reduce.case(source.game, source.record, at)
    except reduce.NothingToShow as problem:
        raise LogbookError(f"{source.name}: {problem}") from None
    click.echo(transcript.write(source.game, found), nl=False)
