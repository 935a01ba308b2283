"""How a game stands: who has how many stacks, and whether somebody has eight."""

from __future__ import annotations

from fractions import Fraction

from referee import game
from referee.games.dale_of_merchants.table import Table


def result(t: Table) -> game.Result:
    """The game is finished once an eighth stack stands; the score is the number of stacks."""
    scores: dict[str, Fraction | None] = {player: Fraction(t.finished(player)) for player in t.players}
    return game.Result(bool(t.winner), (t.winner,) if t.winner else (), scores)
