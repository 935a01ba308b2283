"""What a logbook holds, and whether it is sound."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from referee import seal
from referee.chain import short
from referee.cli.common import DEFAULT, logbook_option
from referee.logbook import Logbook, LogbookError
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
@click.option("--head", "heads", multiple=True, metavar="GAME=HEAD", help="A head that was written down earlier.")
@click.option("--seal", "seals", multiple=True, metavar="FILE", help="A seal that was kept elsewhere.")
def verify(logbook: str, heads: tuple[str, ...], seals: tuple[str, ...]) -> int:
    """Verify the chain of every game and the file; print the head of each game.

    A head or a seal that was kept elsewhere shows a later change of the whole file, which the
    file alone cannot show. The exit code is 3 if anything is wrong.

    \b
    Examples: referee verify club.db --head friday-3="MZXW 6YTB OI5D EMRT"
              referee verify club.db --seal club.seal
    """
    with Logbook(Path(logbook)) as book:
        wrong = list(book.faults())
        kept = _kept(book, heads, seals)
        for fault in [*wrong, *(each.fault for each in kept if each.fault)]:
            click.echo(f"Error: {fault}", err=True)
        for said in [*_states(book, wrong), *(each.said for each in kept if each.said)]:
            click.echo(said)
    if not kept:
        click.echo("Whether all of it was rewritten only a head or a seal kept elsewhere can show.")
    return 3 if wrong or any(each.fault for each in kept) else 0


def _states(book: Logbook, faults: Iterable[LogbookError]) -> Iterator[str]:
    """Each game with its head, and what was forgotten."""
    broken = {getattr(fault, "game", "") for fault in faults}
    try:
        for id in book.ids():
            seq, digest = book.head(id)
            state = "BROKEN" if id in broken else "sound"
            yield f"{id}  {state}  {seq} events  head {short(digest.hex())}"
        yield from (str(stone) for stone in book.tombstones())
    except LogbookError:  # so damaged that no more can be read; it stands among the faults
        return


def _kept(book: Logbook, heads: Iterable[str], files: Iterable[str]) -> list[seal.Kept]:
    """What became of all that was written down or sealed."""
    written = [_pair(text) for text in heads]
    leaves = [leaf for file in files for leaf in seal.read(_bytes(file), file).leaves]
    return [
        *(seal.written_down(book, game, head) for game, head in written),
        *(seal.kept(book, leaf) for leaf in leaves),
    ]


def _pair(text: str) -> tuple[str, str]:
    game, sign, head = text.partition("=")
    if not sign:
        raise click.UsageError(f'--head "{text}": expected GAME=HEAD')
    return game.strip(), seal.written_head(head)


def _bytes(file: str) -> bytes:
    try:
        with Path(file).open("rb") as opened:
            return opened.read(seal.LARGEST + 1)
    except OSError as problem:
        raise LogbookError(f"{file}: cannot be read: {problem.strerror}") from None
