"""Breaches planted in legal games, a few of each clause; `python -m tests.oracles.planted` does it at length."""

from __future__ import annotations

import pytest

from referee import game as games
from tests.oracles import planted

LEAST = {"jade-merchant": 27}
"""How many clauses can be broken alone by a move of a few games; fewer would be a loss."""


@pytest.mark.parametrize("id", LEAST)
def test_the_planted_breach_is_found_and_no_other(id: str) -> None:
    scores = planted.campaign(games.find(id), most=2, tries=12)
    assert {clause: score.example for clause, score in scores.items() if score.found < score.planted} == {}
    assert len(scores) >= LEAST[id]
