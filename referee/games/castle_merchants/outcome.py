"""Gold and winner of a table."""

from __future__ import annotations

from fractions import Fraction

from referee import game
from referee.games.castle_merchants.table import Table


def result(t: Table) -> game.Result:
    """How the game stands: it is finished once somebody has 18 gold."""
    scores: dict[str, Fraction | None] = {player: Fraction(t.gold.get(player, 0)) for player in t.players}
    return game.Result(bool(t.winner), (t.winner,) if t.winner else (), scores)
