"""The rulebook of Castle Merchants: its readings, how it is cited, and words the clauses share."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.castle_merchants.pieces import SLIDE, TYPES, UNKNOWN, in_order
from referee.games.castle_merchants.table import Table, hand
from referee.language import Phrase
from referee.rulebook import Cite, Rulebook

RULES = Rulebook("castle")


def cite(section: str, item: int | str | None = None) -> Cite:
    return Cite("Castle Merchants rulebook", section, item)


BLOCKING = RULES.reading(
    "castle.reading.blocking",
    "What is an area that rock slides must not block off?",
    {
        "any": "Any space: all spaces without a rock slide hang together, and the edge of the board is a wall.",
        "places": "Only an area with a castle, the warehouse, the meadow or a merchant in it.",
    },
    "The rulebook speaks of an area of the board, without saying that anything has to be in it.",
)
SLIDE_ON_MEADOW = RULES.reading(
    "castle.reading.slide-on-meadow",
    "May a rock slide lie on the meadow?",
    {
        "no": "No: it lies on path spaces.",
        "yes": "Yes: the meadow is an empty space of the board.",
    },
    "The rulebook lists the meadow among the special spaces and speaks of tiles and empty spaces only.",
)
UNDER_SLIDE = RULES.reading(
    "castle.reading.under-slide",
    "What becomes of a path tile on which a rock slide is placed?",
    {
        "stays": "It stays under the rock slide and is back in use when that leaves.",
        "supply": "It goes back to its stack.",
    },
    "A rock slide is placed on top of a tile; nothing says that the tile is taken away.",
)
LATE_SALE = RULES.reading(
    "castle.reading.late-sale",
    "May one sell in a castle that was entered on an earlier turn?",
    {
        "no": "No: one sells upon entering.",
        "yes": "Yes, as long as one stays there.",
    },
    "The sale is offered upon entering a castle.",
)
LATE_ROLL = RULES.reading(
    "castle.reading.late-roll",
    "May one roll the die for standing in a castle that was entered on an earlier turn?",
    {
        "no": "No: the roll is for ending one’s movement there, and who stays has not moved.",
        "yes": "Yes, once on each turn on which one stays.",
    },
    "The roll is the reward of ending one’s movement in a castle.",
)
DRAW_SHORT = RULES.reading(
    "castle.reading.draw-short",
    "May one draw fewer cards than one is due?",
    {
        "no": "No: one draws exactly as many.",
        "yes": "Yes: the number due is the most that one may draw.",
    },
    "The rulebook says how many are drawn, and names a maximum only for the cards that were played.",
)
EMPTY_PILE = RULES.reading(
    "castle.reading.empty-pile",
    "What if the draw pile runs out?",
    {
        "reshuffle": "The played cards are shuffled and make a new pile.",
        "none-left": "Then nobody can draw any more.",
    },
    "The rulebook does not say; without new cards the game could come to a stop.",
)
DIE_SLIDE = RULES.reading(
    "castle.reading.die-slide",
    "Where does a rock slide go that the die removes?",
    {
        "supply": "To the supply, whoever placed it.",
        "owner": "To the player who placed it; to the supply if nobody did.",
    },
    "What the die removes goes back onto the supply.",
)
EMPTY_TURN = RULES.reading(
    "castle.reading.empty-turn",
    "May a turn pass without a card played and without rebuilding?",
    {
        "allowed": "Yes, and nothing is drawn.",
        "no": "No: a player who plays no card rebuilds.",
    },
    "One may take the actions as often as one is able, and nothing says that one must.",
)

OVER = ("castle.record.event-order", "castle.end.eighteen")
"""Broken by what happens after the end, of which nothing more need be said."""
OUT_OF_TURN = (*OVER, "castle.turn.draw-ends", "castle.turn.one-option", "castle.turn.order")
"""Broken by who draws or ends a turn that is not theirs, so that numbers mean nothing."""
NOWHERE = (*OVER, "castle.record.space")
"""Broken by an event that names a space or tile which is not there."""


def called(tile: str) -> str:
    """A tile in words."""
    if tile in TYPES:
        return Phrase("{type} tile", type=tile)
    return Phrase("rock slide") if tile == SLIDE else Phrase("tile that was not logged")


def names(players: Iterable[str]) -> str:
    return ", ".join(players) or Phrase("nobody")


def said(cards: Iterable[str]) -> str:
    """Cards in words."""
    return " ".join(in_order(cards)) or Phrase("no cards")


def held(t: Table, player: str) -> str:
    """A player's hand as far as it was logged."""
    zone = hand(player)
    if zone in t.ledger.vague:
        known = " ".join(in_order(t.ledger.pieces(zone)))
        return Phrase("{cards} and cards that were not logged", cards=known)
    debt = -min(0, t.ledger.zones[zone].get(UNKNOWN, 0))
    cards = said(t.ledger.pieces(zone))
    return Phrase("{cards}, less {n} that were not logged", cards=cards, n=debt) if debt else cards


def number(n: int | None) -> str:
    """A count, ``?`` where it was not logged."""
    return "?" if n is None else str(n)
