"""Where the statements of a position contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from referee.event import Given, Position, Started
from referee.game import Problem
from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, SETS, UNKNOWN, set_of
from referee.games.dale_of_merchants.events import (
    GivenBonus,
    GivenCleaning,
    GivenHand,
    GivenJunk,
    GivenMarket,
    GivenOwns,
    GivenStacks,
    GivenStall,
)
from referee.games.dale_of_merchants.table import sets_named, stock


def contradictions(started: Started, position: Position[Any]) -> list[Problem]:
    """Each statement that cannot be true beside those before it."""
    found: list[Problem] = []
    for i, given in enumerate(position.given):
        found += [Problem(i, why) for why in _against(started, given, position.given[:i])]
    return found


def _against(started: Started, given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    yield from _said_twice(given, before)
    yield from _cards(started, given, before)
    yield from _shape(given, before)


def _said_twice(given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    for earlier in before:
        if type(earlier) is type(given) and getattr(earlier, "player", None) == getattr(given, "player", None):
            yield "the position states this twice"


def _named(given: Given) -> list[str]:
    cards: tuple[str, ...] = getattr(given, "cards", ())
    return [card for card in cards if card not in (UNKNOWN, EMPTY, "|")]


def _cards(started: Started, given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    """No more of a card than are in play, and none of another set; junk is never short."""
    sets = sets_named(started) or tuple(SETS)[: len(started.players) + 1]
    bag = stock(len(started.players), sets)
    counts = Counter(card for each in (*before, given) for card in _named(each))
    for card in dict.fromkeys(_named(given)):
        if card != JUNK and set_of(card) not in sets:
            yield f"{card} is of no set in play; the sets in play are {', '.join(SETS[letter] for letter in sets)}"
        elif card != JUNK and counts[card] > bag[card]:
            yield f"{bag[card]} of {card} are in play; with this the position names {counts[card]}"
    piles = [given.count for given in (*before, given) if isinstance(given, GivenJunk)]
    if isinstance(given, GivenJunk) and sum(piles) > codes.JUNK_CARDS:
        yield f"there are {codes.JUNK_CARDS} cards of junk"


def _shape(given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    both = (*before, given)
    if isinstance(given, GivenMarket) and len(given.cards) > codes.MARKET_SIZE:
        yield f"the market has {codes.MARKET_SIZE} slots; {len(given.cards)} are stated"
    if isinstance(given, (GivenBonus, GivenCleaning)) and {GivenBonus, GivenCleaning} <= {type(g) for g in both}:
        yield "in clean-up no bonus action is due"
    if isinstance(given, (GivenStacks, GivenStall)):
        others = (GivenStacks if isinstance(given, GivenStall) else GivenStall,)
        if any(isinstance(g, others) and g.player == given.player for g in before):
            yield "the stall is stated twice, by its cards and by the number of stacks"
    if isinstance(given, GivenStall):
        yield from _stall(given)
    if isinstance(given, (GivenOwns, GivenHand)):
        yield from _owned(given.player, both)


def _stall(given: GivenStall) -> Iterable[str]:
    stacks = " ".join(given.cards).split("|") if given.cards else []
    if len(stacks) > codes.STACKS:
        yield f"a stall has {codes.STACKS} stacks; {len(stacks)} are stated"
    if any(not stack.strip() for stack in stacks):
        yield "a stack has at least one card"


def _owned(player: str, givens: Iterable[Given]) -> Iterable[str]:
    """The unknown hand cards are among those owned."""
    hands = [g.cards for g in givens if isinstance(g, GivenHand) and g.player == player]
    owned = [g.cards for g in givens if isinstance(g, GivenOwns) and g.player == player]
    if hands and owned and hands[0].count(UNKNOWN) > len(owned[0]):
        yield f"{hands[0].count(UNKNOWN)} unknown hand cards cannot be among {len(owned[0])} cards owned"
