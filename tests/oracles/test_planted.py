"""Breaches planted in legal games, at least one of each clause; `python -m tests.oracles.planted` does it at length."""

from __future__ import annotations

import pytest

from referee import game as games
from tests.oracles import planted

NEVER_ALONE = {"jade.round.once-each"}
"""Who has taken is out of the auction, and can win another one only by bids that are breaches themselves."""


@pytest.mark.parametrize("id", games.ids())
def test_the_planted_breach_is_found_and_no_other(id: str) -> None:
    game = games.find(id)
    scores = planted.campaign(game, most=1, tries=4)
    assert {clause: score.example for clause, score in scores.items() if score.found < score.planted} == {}
    checked = {id for id, clause in game.rules.clauses.items() if clause.on}
    assert checked - set(scores) == checked & NEVER_ALONE
