"""What a logbook holds, and whether it is sound."""

from __future__ import annotations

from pathlib import Path

import click

from referee.chain import short
from referee.cli.common import DEFAULT, logbook_option
from referee.logbook import Logbook
from referee.replay import started_of


@click.command()
@logbook_option
def games(logbook: str) -> None:
    """List the games of the logbook: id, game, players, events, last change.

    \b
    Example: referee games --logbook club.db
    """
    from referee.report.text import plural

    with Logbook(Path(logbook)) as book:
        for id in book.ids():
            stored = book.read(id)
            players = ", ".join(started_of(stored.record).players)
            events = plural(len(stored.record), "event")
            click.echo(f"{id}  {stored.game.id}  {players}  {events}  {stored.times[-1][:16].replace('T', ' ')} UTC")


@click.command()
@click.argument("logbook", required=False, envvar="REFEREE_LOGBOOK", default=DEFAULT)
def verify(logbook: str) -> int:
    """Verify the chain of every game and the file; print the head of each game.

    A head that was written down or photographed at the end of a game shows a later change of
    the whole file, which the file alone cannot show. The exit code is 3 if anything is wrong.

    \b
    Example: referee verify club.db
    """
    with Logbook(Path(logbook)) as book:
        faults = list(book.faults())
        broken = {getattr(fault, "game", "") for fault in faults}
        for fault in faults:
            click.echo(f"Error: {fault}", err=True)
        for id in book.ids():
            seq, digest = book.head(id)
            state = "BROKEN" if id in broken else "sound"
            click.echo(f"{id}  {state}  {seq} events  head {short(digest.hex())}")
    return 3 if faults else 0
