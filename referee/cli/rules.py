"""The rulebooks in our own words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import click

from referee import game as games
from referee.cli.common import lang_option, speak
from referee.game import Game
from referee.language import say
from referee.report import rules as told
from referee.words import hinted, nearest


class Answer(NamedTuple):
    """What is shown, in both formats; each is only made where it is wanted."""

    text: Callable[[], Iterable[str]]
    data: Callable[[], Any]


@click.command()
@click.argument("what", required=False, metavar="[GAME | CLAUSE-ID | READING-ID]")
@click.option("--coverage", is_flag=True, help="Every sentence of the rulebook, and what became of it.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", help="By default text.")
@lang_option
def rules(what: str | None, coverage: bool, form: str, lang: str | None) -> None:
    """The rules of a game in our own words, or one clause, chapter (jade.bid) or reading in full.

    \b
    Examples: referee rules jade.bid.lower
              referee rules jade-merchant --coverage
    """
    speak(lang, form)
    wanted = (what or "").casefold()
    answer = _coverage(wanted) if coverage else _answer(wanted)
    click.echo(told.as_json(answer.data()) if form == "json" else "\n".join(answer.text()))


def _answer(wanted: str) -> Answer:
    """What was asked for. Raises UsageError where there is no such thing."""
    if not wanted:
        known = _all()
        return Answer(lambda: map(told.headline, known), lambda: {"games": [told.game_data(game) for game in known]})
    found = next((said for game in games.every() if (said := _about(game, wanted))), None)
    if found is None:
        raise click.UsageError(_unknown(_all(), wanted))
    return found


def _all() -> list[Game]:
    return [games.find(id) for id in games.ids()]


def _about(game: Game, wanted: str) -> Answer | None:
    """What there is to say of a game, or of a clause, chapter or reading of it; None if it is another's."""
    if wanted == game.id:
        return Answer(lambda: told.listing(game), lambda: told.game_data(game))
    if clause := game.rules.clauses.get(wanted):
        return Answer(lambda: told.clause_text(game, clause), lambda: told.clause_data(game, clause))
    if reading := game.rules.readings.get(wanted):
        return Answer(lambda: told.reading_text(game, reading), lambda: told.reading_data(game, reading))
    if any(id.startswith(f"{wanted}.") for id in (*game.rules.clauses, *game.rules.readings)):
        return Answer(lambda: told.chapter(game, wanted), lambda: told.game_data(game, f"{wanted}."))
    return None


def _coverage(wanted: str) -> Answer:
    """What became of the sentences of one game's rulebook, or of all. Raises UsageError for others."""
    from referee.report import coverage as coverages  # seldom wanted, and what reads its files takes a while

    known = _all()
    chosen = [game for game in known if wanted in ("", game.id)]
    if not chosen:
        near = nearest(wanted, (game.id for game in known))
        said = say('--coverage is for a whole game, and no game is called "{game}"', game=wanted)
        there = say("{said}; there are: {words}", said=said, words=", ".join(game.id for game in known))
        raise click.UsageError(hinted(said, near) if near else there)
    return Answer(
        lambda: (line for game in chosen for line in coverages.text(game)),
        lambda: {"games": [coverages.data(game) for game in chosen]},
    )


def _unknown(known: list[Game], wanted: str) -> str:
    ids = [id for game in known for id in (game.id, *game.rules.clauses, *game.rules.readings)]
    return hinted(say('no game, clause or reading "{what}"', what=wanted), nearest(wanted, ids))
