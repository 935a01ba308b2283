"""The codes of the 90 animalfolk cards and of junk, and what the code alone tells (rules, What's in the Box).

A code is the letter of the set and the value, with ``a`` or ``b`` for the two different 5s; ``j`` is junk,
``?`` a card that was not logged. What a card is called and what it does stands with it in ``cards``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, TypeAlias

from referee.games.dale_of_merchants.once import once

SETS = {
    "M": "macaws",
    "P": "pandas",
    "R": "raccoons",
    "S": "squirrels",
    "O": "ocelots",
    "C": "chameleons",
}
"""The six animalfolk sets by their letter."""

if TYPE_CHECKING:  # decoders see to it that cards are cards; to the type checker they are texts
    Code: TypeAlias = str
    Slot: TypeAlias = str
    Divided: TypeAlias = str
else:
    # fmt: off
    Face = Literal[
        "M1", "M2", "M3", "M4", "M5a", "M5b",
        "P1", "P2", "P3", "P4", "P5a", "P5b",
        "R1", "R2", "R3", "R4", "R5a", "R5b",
        "S1", "S2", "S3", "S4", "S5a", "S5b",
        "O1", "O2", "O3", "O4", "O5a", "O5b",
        "C1", "C2", "C3", "C4", "C5a", "C5b",
    ]
    # fmt: on
    Code = Literal[Face, "j", "?"]
    Slot = Literal[Code, "-"]
    Divided = Literal[Code, "|"]
"""A card; what lies in a slot of the market, ``-`` being nothing; cards of stacks, ``|`` between the stacks."""

Cards = tuple[Code, ...]

JUNK = "j"
UNKNOWN = "?"
EMPTY = "-"

VALUES = ("1", "2", "3", "4", "5a", "5b")
FACES: tuple[str, ...] = tuple(letter + value for letter in SETS for value in VALUES)
ALL: tuple[str, ...] = (*FACES, JUNK, UNKNOWN)
JUNK_CARDS = 20
MARKET_SIZE = 5
HAND_SIZE = 5
DECK_SIZE = 10
STACKS = 8

_COPIES = {"1": 4, "2": 3, "3": 3, "4": 3, "5a": 1, "5b": 1}
PRINTED = {JUNK: 1} | {face: int(face[1]) for face in FACES}
_ORDER = {card: i for i, card in enumerate(ALL)}


def copies(face: str) -> int:
    """How many of an animalfolk card its set holds."""
    return _COPIES[face[1:]]


def printed(card: str) -> int:
    """The value printed on a card; 0 for one that was not logged."""
    return PRINTED.get(card, 0)


def set_of(card: str) -> str:
    """The letter of an animalfolk card's set; "" for junk and unlogged cards."""
    return card[0] if card in PRINTED and card != JUNK else ""


def is_animalfolk(card: str) -> bool:
    return card in PRINTED and card != JUNK


@once
def playable(sets: tuple[str, ...]) -> frozenset[str]:
    """The cards that can come up where these sets are in play, unlogged ones among them."""
    return frozenset({JUNK, UNKNOWN, *(face for face in FACES if face[0] in sets)})


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards sorted by set and value, as people lay them out."""
    return sorted(cards, key=lambda card: _ORDER.get(card, len(_ORDER)))
