"""Every sentence of the rulebook is accounted for, and everything that is cited exists."""

from __future__ import annotations

from referee.games.castle_merchants import GAME
from tests.sentences import Sentences


class TestCastle(Sentences):
    game = GAME
    rules = "Castle Merchants rulebook"
    counts = (123, 25)
