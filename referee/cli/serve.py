"""The table on the phones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from referee import language
from referee import logbook as logbooks
from referee.cli.common import logbook_option
from referee.logbook import Logbook


@click.command()
@click.option("--lan", is_flag=True, help="Let other devices of this network in, with a secret link.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="By default 8642, or the next free one.")
@logbook_option
def serve(lan: bool, port: int | None, logbook: str) -> int:
    """Log by tapping on a phone; let the others watch. Prints a QR code and links; Ctrl-C stops it.

    \b
    Example: referee serve --lan
    """
    server = _server()
    path = Path(logbook)
    if not path.exists():
        logbooks.create(path)
    Logbook(path, writable=True).close()
    with language.using(language.ENGLISH):  # as the labels of the pages are
        server.serve(path, lan, port, lambda web: say_where(web, lan))
    click.echo(f"\nStopped. Everything that was logged is in {path}.")
    return 0


def _server() -> Any:
    try:
        from referee.live import server
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.partition(".")[0] == "referee":
            raise
        raise click.UsageError(f"{missing.name} is not installed; `pip install 'referee[live]'` brings it") from None
    return server


def say_where(web: Any, lan: bool) -> None:
    """Print how to get in."""
    from referee.live.invitation import in_letters, is_loopback, link

    links = {role: link(web.addresses[0], web.port, web.keys.of(role)) for role in ("scribe", "spectator")}
    if not is_loopback(web.addresses[0]):
        click.echo(in_letters(links["scribe"]))
    click.echo(f"To write: {links['scribe']}")
    click.echo(f"To watch: {links['spectator']}")
    if is_loopback(web.addresses[0]):
        why = "no network was found; join one and start again" if lan else "--lan lets the phones in"
        click.echo(f"Only this machine can come; {why}.")
    else:
        click.echo("The code above is the writing one; its page shows one for those who watch.")
    click.echo("Ctrl-C stops.")
