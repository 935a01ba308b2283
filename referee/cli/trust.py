"""Seals and copies of a logbook, what is wrong with it, and removing a game from it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from referee.cli.common import DEFAULT, logbook_option
from referee.logbook import Logbook, LogbookError


def logbook_argument() -> click.Argument:
    """``[LOGBOOK]``, where a command is about a logbook as a whole."""
    return click.Argument(["logbook"], required=False, envvar="REFEREE_LOGBOOK", default=DEFAULT)


@click.command(params=[logbook_argument()])
@click.option("-o", "--output", metavar="FILE", help="Write the seal to this file, not to the screen.")
def seal(logbook: str, output: str | None) -> int:
    """Print a seal over all games: one short text that shows later whether anything was changed.

    Keep it where the logbook is not: on paper, with the players, in a mail. It can be signed with
    `ssh-keygen -Y sign -n referee-checkpoint -f KEY FILE`.

    \b
    Example: referee seal club.db -o club.seal
    """
    from referee import seal as seals

    with Logbook(Path(logbook)) as book:
        fault = next(book.faults(), None)
        if fault:
            click.echo(f"Error: {fault}; not sealed", err=True)
            return 3
        text = str(seals.of(book))
    if output is None:
        click.echo(text, nl=False)
    else:
        _write(Path(output), text)
        click.echo(output)
    return 0


def _write(path: Path, text: str) -> None:
    """Write a new file, whole or not at all; one that is there is left be, since it may be an older seal."""
    from referee.logfile import draft_beside, place_new, sync, sync_folder

    with draft_beside(path) as draft:
        draft.write_text(text, encoding="utf-8", newline="\n")
        sync(draft)
        if not place_new(draft, path):
            raise LogbookError(f"{path}: is there already; seals are kept, choose another name")
    sync_folder(path.parent)


@click.command()
@click.argument("target", metavar="FILE-OR-FOLDER")
@logbook_option
def backup(target: str, logbook: str) -> None:
    """Copy the logbook safely, also while somebody writes to it, and verify the copy.

    An older copy of the same name is replaced only if all that it holds is in the new one.

    \b
    Example: referee backup /media/stick --logbook club.db
    """
    from referee.backup import backup as copied
    from referee.report.text import plural

    copy = copied(Path(logbook), Path(target))
    click.echo(f"{copy.path}: {plural(copy.games, 'game')}, verified")


@click.command(params=[logbook_argument()])
def doctor(logbook: str) -> int:
    """Say what is wrong with a logbook or the place where it lies, and what to do.

    Changes nothing. The exit code is 3 if something is wrong, 2 if there is no logbook.

    \b
    Example: referee doctor club.db
    """
    from referee.doctor import WRONG, examine

    notes = list(examine(Path(logbook)))
    for note in notes:
        click.echo(f"{note.level:5}  {note.said}")
        if note.advice:
            click.echo(f"       {note.advice}")
    if not Path(logbook).is_file():
        return 2
    return 3 if any(note.level == WRONG for note in notes) else 0


@click.command()
@click.argument("game")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it stands in the logbook from now on.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@logbook_option
def forget(game: str, reason: str, yes: bool, logbook: str) -> None:
    """Remove a whole game for good, because somebody asked for it. A tombstone stays.

    The tombstone says how many events there were, their head, when, who and why, but neither the
    game's id nor its players. Copies and replays that were made before are not touched.

    \b
    Example: referee forget friday-3 --reason "asked for by a player"
    """
    from referee.forget import forget as forgotten
    from referee.line import refuse_controls
    from referee.words import Unreadable

    try:
        refuse_controls(reason)
    except Unreadable as problem:
        raise click.UsageError(f"--reason: {problem}; nothing was removed") from None
    if not yes and sys.stdin.isatty():
        click.confirm(f"Remove {game} for good? Nothing can bring it back.", abort=True)
    click.echo(forgotten(Path(logbook), game, reason))
