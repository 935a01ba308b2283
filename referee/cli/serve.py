"""The table on the phones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from referee import language
from referee import logbook as logbooks
from referee.cli.common import logbook_option, speak
from referee.language import marked, say
from referee.logbook import Logbook


@click.command()
@click.option("--lan", is_flag=True, help="Let other devices of this network in, with a secret link.")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="By default 8642, or the next free one.")
@click.option(
    "--lang",
    type=click.Choice(language.LANGUAGES),
    metavar="LANG",
    help="The language of all pages: en, fr or ja; by default each browser's.",
)
@logbook_option
def serve(lan: bool, port: int | None, lang: str | None, logbook: str) -> int:
    """Log by tapping on a phone; let the others watch. Prints a QR code and links; Ctrl-C stops it.

    \b
    Example: referee serve --lan
    """
    server = _server()
    path = Path(logbook)
    if not path.exists():
        logbooks.create(path)
    Logbook(path, writable=True).close()
    speak(lang)
    server.serve(path, lan, port, lang or "", lambda web: say_where(web, lan))
    click.echo("\n" + say("Stopped. Everything that was logged is in {path}.", path=path))
    return 0


def _server() -> Any:
    try:
        from referee.live import server
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.partition(".")[0] == "referee":
            raise
        raise click.UsageError(_missing(str(missing.name))) from None
    return server


def _missing(name: str) -> str:
    return say("{name} is not installed; `{command}` brings it", name=name, command="pip install 'referee[live]'")


def say_where(web: Any, lan: bool) -> None:
    """Print how to get in."""
    from referee.live.invitation import in_letters, is_loopback, link

    links = {role: link(web.addresses[0], web.port, web.keys.of(role)) for role in ("scribe", "spectator")}
    if not is_loopback(web.addresses[0]):
        click.echo(in_letters(links["scribe"]))
    click.echo(say("To write: {link}", link=links["scribe"]))
    click.echo(say("To watch: {link}", link=links["spectator"]))
    if is_loopback(web.addresses[0]):
        lonely = marked("Only this machine can come; no network was found; join one and start again.")
        click.echo(say(lonely if lan else marked("Only this machine can come; --lan lets the phones in.")))
    else:
        click.echo(say("The code above is the writing one; its page shows one for those who watch."))
    click.echo(say("Ctrl-C stops."))
