"""Simulated players with some sense, so that their games end."""

from __future__ import annotations

from random import Random

from referee.event import Event
from referee.games.dale_of_merchants.codes import JUNK, SETS, printed
from referee.games.dale_of_merchants.events import Build, Buy, Inventory, Play, Put, Restock, RollOn, ThrowMarket
from referee.games.dale_of_merchants.table import Table, pile


def tags(players: int, random: Random) -> dict[str, str]:
    """Random sets: one a player, and one more."""
    letters = random.sample(list(SETS), players + 1)
    return {"sets": ", ".join(SETS[letter] for letter in SETS if letter in letters)}


def choose(t: Table, moves: list[Event], random: Random) -> Event:
    """Mostly build what can be built, else buy or play, else put away what is least useful."""
    weighed = [max(_weight(t, move), 0.001) for move in moves]
    return random.choices(moves, weighed)[0]


def _weight(t: Table, move: Event) -> float:
    if isinstance(move, Build):
        return 4000 / (len(move.cards) ** 2)
    if isinstance(move, Buy):
        return _bargain(t, move)
    if isinstance(move, Play):
        return 400 if any(isinstance(step, Put) for step in move.steps) else 8
    if isinstance(move, (RollOn, ThrowMarket)):
        return 0.4
    if isinstance(move, Inventory):
        return 0.2 + sum(card == JUNK for card in move.cards) if len(move.cards) < 4 else 0.1
    return 6 if isinstance(move, Restock) else 1


def _bargain(t: Table, buy: Buy) -> float:
    """A purchase is good if it pays with junk, and gets a card that the next stacks need."""
    junk = sum(used.card == JUNK for used in buy.paid)
    waste = sum(printed(used.card) for used in buy.paid) - junk
    wanted = 3.0 if abs(printed(buy.card) - t.next_stack(buy.player)) <= 1 else 1.0
    crowded = 1 + len(t.ledger.zones[pile(buy.player)]) / 4
    return wanted * (1 + 3 * junk) / ((1 + waste) * crowded)
