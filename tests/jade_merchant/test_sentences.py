"""Every sentence of the rulebook is accounted for, and everything that is cited exists."""

from __future__ import annotations

from referee.games.jade_merchant import GAME
from tests.sentences import Sentences


class TestJade(Sentences):
    game = GAME
    rules = "Jade Merchant rulebook"
    counts = (62, 7)
    elsewhere = frozenset({"players"})  # their number stands on the box
