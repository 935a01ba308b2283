"""Records and tables of Castle Merchants for the tests."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import structs

from referee import game as games
from referee import replay, transcript
from referee.event import Event, Record, Started
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.pieces import TYPES
from referee.games.castle_merchants.table import PILE, PLAYED, Table
from referee.replay import Audit, Referee

GAME = games.find("castle-merchants")
NAMES = ("Yellow", "Red", "Green", "Blue")


def read(body: str, headers: str = "") -> Record:
    """The record of a transcript without its usual headers. Mistakes are errors."""
    players = "" if "players:" in headers else "players: Yellow, Red\n"
    (found,) = transcript.parse(f"game: castle-merchants\n{players}{headers}\n\n{body}\n")
    assert found.mistakes == []
    return found.record


def audit(body: str, headers: str = "") -> Audit:
    return replay.audit(GAME, read(body, headers))


def broken(body: str, headers: str = "") -> list[str]:
    """The ids of the clauses that a transcript breaks, in order; undecided ones are marked."""
    return [("?" if f.outcome == "undecided" else "") + f.clause.id for f in audit(body, headers).findings]


def mistakes(text: str) -> list[tuple[int, str]]:
    """Lines and messages of what cannot be read."""
    (found,) = transcript.parse(text)
    return [(m.line, m.message) for m in found.mistakes]


def drawn(t: Table, n: int, random: Random) -> tuple[str, ...]:
    """Cards that really lie on top of the pile, where everybody's hand is logged."""
    pile = [card for card in TYPES for _ in range(t.ledger.unseen[card])]
    first = random.sample(pile, min(n, t.size(PILE) or 0))
    return (*first, *random.sample(t.ledger.pieces(PLAYED), n - len(first)))


def play(players: int, seed: int, logged: bool = False, readings: dict[str, str] | None = None, most: int = 400) -> Any:
    """A random legal game, event by event: (referee, event) before each is carried out."""
    random = Random(seed)
    started = Started(GAME.id, NAMES[:players], readings or {}, GAME.tags(players, random))
    referee = Referee(GAME, started, legal=False)
    yield referee, started
    for player in started.players if logged else ():
        yield referee, ev.Has(player, drawn(referee.table, 6, random))
    for _ in range(most):
        event = _next(referee, random, logged)
        if event is None:
            return
        yield referee, event


def _next(referee: Referee, random: Random, logged: bool) -> Event | None:
    t = referee.table
    event = GAME.chance(t, random)
    if event is None:
        moves = GAME.legal(t)
        event = GAME.choose(t, moves, random) if moves else None
    if logged and isinstance(event, (ev.Draw, ev.Rebuild)):
        return structs.replace(event, cards=drawn(t, len(event.cards), random))
    return event


EXAMPLE = """
Yellow place village A2
Yellow move village A2
Yellow place castle H3
Yellow draw 3
Red place village A3
Red move village A3
Red place forest A4
Red move forest A4
Red move field fromage
Red sell cheese for 3
Red roll 4
Red die remove A3
Red slide A4
"""
