"""Where the statements of a position contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from referee.event import Given, Position, Started
from referee.game import Problem
from referee.games.jade_merchant import cards
from referee.games.jade_merchant.cards import UNKNOWN
from referee.games.jade_merchant.events import (
    GivenCentre,
    GivenHolds,
    GivenOpener,
    GivenPassed,
    GivenResting,
    GivenRound,
    GivenScoring,
    GivenStanding,
)


def contradictions(started: Started, position: Position[Any]) -> list[Problem]:
    """Each statement that cannot be true beside those before it."""
    found: list[Problem] = []
    for i, given in enumerate(position.given):
        found += [Problem(i, why) for why in _against(started, given, position.given[:i])]
    return found


def _against(started: Started, given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    yield from _said_twice(given, before)
    yield from _too_many_cards(given, before)
    yield from _in_two_states(given, before)
    yield from _too_early(started, given, before)
    yield from _beyond_the_round(given, before)


def _said_twice(given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    for earlier in before:
        same = type(earlier) is type(given) and getattr(earlier, "player", None) == getattr(given, "player", None)
        if same or (isinstance(given, (GivenStanding, GivenOpener)) and type(earlier) is type(given)):
            yield "the position states this twice"


def _too_many_cards(given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    counts = Counter(card for earlier in before for card in getattr(earlier, "cards", ()))
    mine: tuple[str, ...] = getattr(given, "cards", ())
    counts.update(mine)
    for card in dict.fromkeys(mine):
        if card != UNKNOWN and counts[card] > cards.DECK[card]:
            yield f"the deck holds {cards.DECK[card]} of {card}; with this the position names {counts[card]}"
    if isinstance(given, GivenCentre) and len(given.cards) > cards.PER_ROUND:
        yield f"the centre never holds more than {cards.PER_ROUND} cards"


def _in_two_states(given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    """A player has taken, has passed, or has the lowest bid, and after the last round none of it."""
    states = {GivenResting: "has taken", GivenPassed: "has passed", GivenStanding: "has the lowest bid"}
    if type(given) in states:
        for earlier in before:
            if type(earlier) in states and getattr(earlier, "player", "") == getattr(given, "player", None):
                yield f"the position also says that this player {states[type(earlier)]}"
    if isinstance(given, GivenStanding) and (given.take < 1 or given.back > 1):
        yield f"{given.take}-{given.back} is no bid, so it does not stand"
    mid_round = (*states, GivenCentre)
    both = [given, *before]
    over, going = (any(isinstance(g, kinds) for g in both) for kinds in (GivenScoring, mid_round))
    mine = isinstance(given, (GivenScoring, *mid_round))
    if over and going and mine:
        yield "after the last round there is no centre and no auction"
    rounds = {g.round for g in both if isinstance(g, GivenRound)}
    if over and isinstance(given, (GivenScoring, GivenRound)) and rounds - {cards.ROUNDS}:
        yield f"all rounds have been played only after round {cards.ROUNDS}"


def _too_early(started: Started, given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    """In round 1 only those who have taken this round hold cards; somebody has always still to take."""
    both = (*before, given)
    first = any(isinstance(g, GivenRound) and g.round == 1 for g in both)
    resting = {g.player for g in both if isinstance(g, GivenResting)}
    early = [g.player for g in both if isinstance(g, GivenHolds) and g.cards and g.player not in resting]
    last_word = isinstance(given, (GivenRound, GivenHolds))
    if first and early and last_word:
        yield f"in round 1 {early[-1]} holds cards only after taking; say first that {early[-1]} is resting"
    if isinstance(given, GivenResting) and resting >= set(started.players):
        yield "somebody has still to take in a round that goes on"
    bidders = {g.player for g in both if isinstance(g, (GivenStanding, GivenPassed))}
    auction = isinstance(given, (GivenResting, GivenStanding, GivenPassed)) and bidders - resting
    if auction and len(set(started.players) - resting) == 1:
        yield "the last player in a round takes the rest; there is no auction"


def _beyond_the_round(given: Given, before: tuple[Given, ...]) -> Iterable[str]:
    """By the end of round r only 8r cards have been dealt."""
    both = (*before, given)
    rounds = next((g.round for g in both if isinstance(g, GivenRound)), cards.ROUNDS)
    named = sum(len(getattr(g, "cards", ())) for g in both)
    tells = isinstance(given, GivenRound) or hasattr(given, "cards")
    if tells and named > cards.PER_ROUND * rounds:
        yield f"by round {rounds} {cards.PER_ROUND * rounds} cards have been dealt; the position names {named}"
