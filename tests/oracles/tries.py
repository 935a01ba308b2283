"""Moves that a game's own ``tries`` leave out: what nobody would type, but somebody could."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from msgspec import structs

from referee.event import Event
from referee.game import Game
from referee.games.jade_merchant import cards, outcome
from referee.games.jade_merchant.events import Bid, Deal, Score, Take
from referee.games.jade_merchant.moves import _decimal
from referee.games.jade_merchant.table import SCORING, Table

PARTS = ("gold", "counterfeit", "jade", "spice", "books")


def _jade(t: Table, game: Game, chance: Random) -> Iterable[Event]:
    deal = game.chance(t, chance)
    if isinstance(deal, Deal):
        yield structs.replace(deal, cards=deal.cards[:-1])
        yield from (structs.replace(deal, cards=(card, *deal.cards[1:])) for card in ("G1", "F7", "X"))
    if t.stage == SCORING:
        for player in t.players:
            for part in PARTS:
                yield Score(player, **{part: _decimal((outcome.points(t, player, part) or 0) + 1)})  # type: ignore[arg-type]
    standing = t.standing
    if isinstance(standing, Bid) and standing.back:
        centre = sorted(t.ledger.pieces("centre"))
        for card in cards.DECK:
            yield Take(standing.player, tuple(centre[: standing.take]), card)


EXTRA: dict[str, Callable[[Any, Game, Random], Iterable[Event]]] = {"jade-merchant": _jade}


def more(game: Game, table: Any, chance: Random) -> list[Event]:
    """What else to try at a table."""
    return list(EXTRA[game.id](table, game, chance)) if game.id in EXTRA else []
