"""Positions that leave decks out: legal games told so find nothing while they are played on for some turns."""

from __future__ import annotations

from random import Random

import pytest

from referee import game as games
from referee import replay, simulate
from referee.event import Position, Record
from referee.games.dale_of_merchants.events import GivenDeck, GivenMarketDeck, GivenOwns
from referee.games.dale_of_merchants.table import CLEANING

GAME = games.find("dale-of-merchants")
LEFT_OUT = (GivenDeck, GivenMarketDeck, GivenOwns)
PLAYED_ON = 40
"""Of games played on for 150 events still one in sixteen was accused of something."""


@pytest.mark.parametrize("seed", range(40))
def test_a_legal_game_from_a_position_without_decks_finds_nothing(seed: int) -> None:
    chance = Random(seed)
    record = simulate.simulate(GAME, chance.choice(GAME.players), seed)
    begun = told(record, chance.randrange(2, max(3, len(record) - 30)), chance)
    found = replay.audit(GAME, begun, legal=False).findings if begun else []
    assert [(f.seq, f.clause.id, f.message) for f in found if f.outcome == replay.BREACH] == []


def told(record: Record, cut: int, chance: Random) -> Record:
    """The game from its event ``cut`` on, as a position says it that leaves out some decks; empty where none can."""
    table = replay.table_at(GAME, record, cut)
    if table.acted and table.stage != CLEANING:
        return []  # no position can say so
    assert GAME.describe is not None
    stated = [one for one in GAME.describe(table) if not (isinstance(one, LEFT_OUT) and chance.random() < 0.7)]
    return [record[0], Position(tuple(stated)), *record[cut : cut + PLAYED_ON]] if stated else []
