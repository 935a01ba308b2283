"""Records of any length: games one after another at one table.

Each is legal and set up anew by a position, but the record as a whole is not quite: what the position leaves
out is unknown, and some of what a game before it has shown contradicts the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from referee import game as games
from referee.event import Given, Position, Record, Started
from referee.game import Game
from referee.games.castle_merchants import events as castle
from referee.games.dale_of_merchants import events as dale
from referee.simulate import simulate
from tests.report import records

PLAYERS = 2


def record(id: str, events: int) -> Record:
    """A record of exactly so many events of this game."""
    if id not in _ANEW:
        return records.random_record(events)[:events]
    game = games.find(id)
    played = simulate(game, PLAYERS, 1)
    for seed in count(2):
        if len(played) >= events:
            return played[:events]
        again = simulate(game, PLAYERS, seed, tags=_started(played).tags)
        if _started(again).tags == _started(played).tags:
            played += [Position(tuple(_ANEW[id](game, again))), *again[_SAID[id] :]]
    raise AssertionError


def _started(played: Record) -> Started:
    assert isinstance(played[0], Started)
    return played[0]


def _castle(game: Game, again: Record) -> Iterable[Given]:
    """An empty board, full carts."""
    assert game.describe is not None
    return game.describe(game.start(_started(again))) or (castle.GivenTurn(_started(again).players[0]),)


def _dale(game: Game, again: Record) -> Iterable[Given]:
    """The first market, and what everybody owns."""
    market, table = again[1], game.start(_started(again))
    assert isinstance(market, dale.Market)
    yield from (dale.GivenTurn(_started(again).players[0]), dale.GivenMarket(market.cards), dale.GivenMarketDiscard(()))
    for player in _started(again).players:
        owned = tuple(card for card, n in table.ledger.fog.bags[player].items() for _ in range(n))
        yield from (dale.GivenHand(player, ("?",) * 5), dale.GivenDiscard(player, ()), dale.GivenOwns(player, owned))


_ANEW: dict[str, Callable[[Game, Record], Any]] = {
    "castle-merchants": _castle,
    "dale-of-merchants": _dale,
}
_SAID = {"castle-merchants": 1, "dale-of-merchants": 2}
"""How many of a game's first events its position stands for."""
