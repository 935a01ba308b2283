"""What an audit of a whole archive found, as a page; and the rulebooks that it links to."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from heapq import nlargest
from typing import Any

import msgspec
from msgspec import Struct

from referee import game as games
from referee.archive import Verdicts
from referee.game import Game
from referee.language import text_of
from referee.report import archive, html
from referee.report.archive import Summary, counts
from referee.stopwatch import Spent

MOST = 1_000
"""So many of the games with faults are listed; the state has them all."""


class Faulty(Struct, frozen=True):
    """A game in which something is wrong: its faults by clause, most frequent first, and what could not be read."""

    source: str
    game: str
    players: list[str]
    events: int
    clauses: dict[str, int]
    errors: list[str]

    @property
    def faults(self) -> int:
        return sum(self.clauses.values()) + len(self.errors)


class Line(Struct, frozen=True):
    """A clause in the table: its findings, and its time where that was measured."""

    id: str
    rule: str
    href: str
    found: archive.Clause
    spent: Spent | None
    share: float
    """Of the time of all clauses."""


def pages(name: str, title: str, verdicts: Iterable[bytes], is_old: bool) -> Iterator[tuple[str, str]]:
    """The name and content of each page: rulebooks, then the summary under the name ``name``.

    ``is_old`` says that the rules have changed since these games were judged.
    """
    found, number = Summary(), itertools.count()
    listed = nlargest(MOST, _all_faulty(verdicts, found, number), key=lambda one: one.faults)  # stable
    found = archive.ordered(found)
    known = {id: games.find(id) for id in found.tables if id in games.ids()}
    for game in known.values():
        yield rules_page(game), html.rulebook(game, {}, name)
    context: dict[str, Any] = {"title": title, "found": found, "lines": _lines(found, known.values()), "is_old": is_old}
    context |= {
        "faulty": listed,
        "more": next(number) - len(listed),
        "titles": {id: g.title for id, g in known.items()},
    }
    yield name, html.render(html.templates_of(""), "archive.html", like="index", **context)


def rules_page(game: Game) -> str:
    return f"rules-{game.id}.html"


def _all_faulty(verdicts: Iterable[bytes], found: Summary, number: Iterator[int]) -> Iterator[Faulty]:
    """The games in which something is wrong, each counted in ``number``; all are added to ``found``."""
    for game in verdicts:
        found.add(game)
        for one in _faulty(game):
            next(number)
            yield one


def _faulty(game: bytes) -> Iterator[Faulty]:
    one = msgspec.json.decode(game, type=Verdicts)
    clauses: dict[str, int] = {}
    for said in filter(counts, one.findings):
        clauses[said.clause] = clauses.get(said.clause, 0) + 1
    if clauses or one.errors:
        often = dict(sorted(clauses.items(), key=lambda item: (-item[1], item[0])))
        errors = [error.message for error in one.errors]
        yield Faulty(one.source, one.game or "", one.players, one.events, often, errors)


def _lines(found: Summary, known: Iterable[Game]) -> list[Line]:
    """The clauses with findings, then those whose time was measured."""
    total = sum(spent.ns for spent in found.times.values()) or 1
    return [
        Line(id, *_rule(known, id), found.clauses.get(id, archive.Clause()), spent, spent.ns / total if spent else 0.0)
        for id in dict.fromkeys([*found.clauses, *found.times])
        for spent in [found.times.get(id)]
    ]


def _rule(known: Iterable[Game], id: str) -> tuple[str, str]:
    """A clause in words, and where it stands in its rulebook's page."""
    for game in known:
        if id in game.rules.clauses:
            return text_of(game, game.rules.clauses[id].rule), f"{rules_page(game)}#{id}"
    return "", ""
