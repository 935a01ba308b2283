"""The rulebook of Jade Merchant: its readings, how it is cited, and words the clauses share."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.jade_merchant import cards
from referee.games.jade_merchant.events import Bid
from referee.games.jade_merchant.table import CENTRE, Table, hand
from referee.language import Phrase, counted
from referee.rulebook import Cite, Rulebook

RULES = Rulebook("jade")


def cite(section: str, item: int | str | None = None) -> Cite:
    return Cite("Jade Merchant rulebook", section, item)


BOX = Cite("Jade Merchant, publisher's box", "players")

REOPEN = RULES.reading(
    "jade.reading.reopen",
    "Who opens the next auction of a round once somebody has taken?",
    {
        "opener": "The player who opened the round, or the next one clockwise who has still to take.",
        "left-of-taker": "The next player clockwise from the one who took.",
        "any": "Any player who has still to take.",
    },
    'The rulebook only says that the others repeat the bidding "in the same way", and the same way '
    "begins with the same player.",
)
CEILING = RULES.reading(
    "jade.reading.ceiling",
    "May a bid leave too few cards for the others?",
    {
        "leave-one": "No: each other player must find a card, a returned one included.",
        "plain": "No, and a card that is to be returned does not count for the others.",
        "none": "Yes, as long as there are as many cards as the bid says.",
    },
    "A note says that every player takes cards once each round; that needs a card for each.",
)
OPENER_PASS = RULES.reading(
    "jade.reading.opener-pass",
    "May the player who opens an auction pass?",
    {
        "no": "No: the opener names a number.",
        "yes": "Yes, unless all others have passed; the next player clockwise then opens.",
    },
    "The rulebook has the opener state how many cards, and gives the choice to pass only to those who follow.",
)
ZERO_SPICE = RULES.reading(
    "jade.reading.zero-spice",
    "Does a player without spice take a place in the ranking?",
    {
        "ranks": "Yes, with a value of 0.",
        "out": "No: places are only for players with spice.",
    },
    "The rulebook compares the totals that the players collected; a total of 0 can be compared.",
)
WILD = RULES.reading(
    "jade.reading.wild",
    "Must X be declared as the letter that scores most?",
    {
        "any": "No, any letter will do; a better one is pointed out.",
        "best": "Yes, the letter must be one that scores most.",
    },
    "X may stand for any letter, says the rulebook, and leaves it to its holder.",
)
GOLD_TIE = RULES.reading(
    "jade.reading.gold-tie",
    "Players are tied, and none of them has gold. Who wins?",
    {
        "shared": "They share the victory.",
        "open": "The rulebook does not say, so it stays undecided.",
    },
    "The only tie-break is the higher gold card; with none, nothing is left to tell them apart.",
)

NO_PART = ("jade.record.event-order", "jade.round.rest", "jade.round.last-takes-rest", "jade.bid.hard-pass")
"""Broken by an event that has no place in the auction at all, so that nothing more need be said of it."""
NO_BID = (*NO_PART, "jade.bid.form")
"""The same, and what is no bid at all, which can neither be too high nor too low."""
RESTS = ("jade.record.event-order", "jade.round.rest")
"""Broken by a take of somebody who has nothing to take in this round any more."""


def said(bid: Bid | None) -> str:
    """A bid as people write it."""
    if bid is None:
        return Phrase("no bid")
    return f"{bid.take}-{bid.back}" if bid.back else str(bid.take)


def names(players: Iterable[str]) -> str:
    return ", ".join(players) or Phrase("nobody")


def cards_in_words(n: int) -> str:
    """So many cards: 1 card, 2 cards."""
    return counted(n, "{n} card", "{n} cards")


def lying(t: Table) -> str:
    """The cards in the centre, in words."""
    return " ".join(cards.in_order(t.ledger.pieces(CENTRE))) or Phrase("nothing")


def held(t: Table, player: str) -> str:
    """The cards in front of a player, in words."""
    return " ".join(cards.in_order(t.ledger.pieces(hand(player)))) or Phrase("no cards")
