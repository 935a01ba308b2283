"""The rulebooks in our own words."""

from __future__ import annotations

from collections.abc import Iterable

import click

from referee import casebook
from referee import game as games
from referee.game import Game
from referee.report.text import cited
from referee.rulebook import Clause, Reading
from referee.words import nearest


@click.command()
@click.argument("what", required=False, metavar="[GAME | CLAUSE-ID | READING-ID]")
def rules(what: str | None) -> None:
    """The rules of a game in our own words, or one clause or reading in full.

    \b
    Examples: referee rules jade-merchant
              referee rules jade.bid.lower
    """
    known = [games.find(id) for id in games.ids()]
    wanted = (what or "").casefold()
    if not wanted:
        click.echo("\n".join(f"{game.id}  {game.title}, {len(game.rules.clauses)} clauses" for game in known))
        return
    lines = next((said for game in known if (said := _about(game, wanted))), None)
    if lines is None:
        raise click.UsageError(_unknown(known, wanted))
    click.echo("\n".join(lines))


def _about(game: Game, wanted: str) -> list[str]:
    """What there is to say of a game, or of a clause or reading of it; nothing if it is another's."""
    if wanted == game.id:
        return list(_listing(game))
    if wanted in game.rules.clauses:
        return list(_clause(game, game.rules.clauses[wanted]))
    if wanted in game.rules.readings:
        return list(_reading(game, game.rules.readings[wanted]))
    return []


def _unknown(known: list[Game], wanted: str) -> str:
    ids = [id for game in known for id in (game.id, *game.rules.clauses, *game.rules.readings)]
    near = nearest(wanted, ids)
    return f'no game, clause or reading "{wanted}"' + (f'; did you mean "{near}"?' if near else "")


def _listing(game: Game) -> Iterable[str]:
    yield game.title
    for clause in game.rules.clauses.values():
        yield f"  {clause.id}  ({clause.kind})  {clause.rule}"
    yield "Readings"
    for reading in game.rules.readings.values():
        yield f"  {reading.id}  {reading.question} {' | '.join(reading.choices)}"


def _clause(game: Game, clause: Clause) -> Iterable[str]:
    yield clause.id
    yield f"  {clause.rule}"
    yield f"  source: {cited(clause.cites)}"
    yield f"  how: {_KINDS[clause.kind]}"
    if clause.readings:
        yield f"  depends on: {', '.join(clause.readings)}"
    if clause.yields_to:
        yield f"  silent where one of these is broken: {', '.join(clause.yields_to)}"
    yield from _examples(game, clause.id)


_KINDS = {
    "checked": "the referee checks every event that it constrains",
    "derived": "the referee does it itself, and checks what players claim",
    "advisory": "no record can show it",
}


def _examples(game: Game, id: str) -> Iterable[str]:
    """The first legal and the first illegal case of the case book."""
    cases = [case for case in casebook.cases(game.id) if case.heading == id]
    for word, broken in (("legal", False), ("not legal", True)):
        for case in [case for case in cases if case.breaks(id) == broken][:1]:
            yield f"  {word}: {case.why}"
            yield from (f"      {text}" for text in case.marked.splitlines())


def _reading(game: Game, reading: Reading) -> Iterable[str]:
    yield reading.id
    yield f"  {reading.question}"
    for option in reading.options:
        default = " (the default)" if option.id == reading.default else ""
        yield f"  {option.id}{default}: {option.text}"
    yield f"  why: {reading.why}"
    users = [clause.id for clause in game.rules.clauses.values() if reading.id in clause.readings]
    yield f"  consulted by: {', '.join(users)}"
