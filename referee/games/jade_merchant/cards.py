"""The 56 cards of Jade Merchant (rulebook, Contents).

``J`` jade, ``G1``-``G8`` gold, ``F2``-``F7`` counterfeit gold, ``S1``-``S4`` spice, ``A``-``E`` and the wild
card ``X`` books, ``?`` a card that was not logged.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.language import Phrase, marked

JADE = "J"
GOLD = tuple(f"G{n}" for n in range(1, 9))
COUNTERFEIT = tuple(f"F{n}" for n in range(2, 8))
SPICE = ("S1", "S2", "S3", "S4")
LETTERS = ("A", "B", "C", "D", "E")
WILD = "X"
UNKNOWN = "?"

DECK: dict[str, int] = (
    {JADE: 12}
    | dict.fromkeys(GOLD, 1)
    | dict.fromkeys(COUNTERFEIT, 1)
    | {"S1": 4, "S2": 4, "S3": 3, "S4": 3}
    | dict.fromkeys(LETTERS, 3)
    | {WILD: 1}
)
"""How many of each card the deck holds."""

SIZE = 56
ROUNDS = 7
PER_ROUND = 8

_ORDER = {card: i for i, card in enumerate((*DECK, UNKNOWN))}
_KINDS = {"J": "jade", "G": "gold", "F": "counterfeit", "S": "spice", "?": "unknown"}


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards sorted by kind and value, as people lay them out."""
    return sorted(cards, key=lambda card: _ORDER.get(card, len(_ORDER)))


def kind(card: str) -> str:
    """``jade``, ``gold``, ``counterfeit``, ``spice``, ``book`` or ``unknown``."""
    return _KINDS.get(card[:1], "book")


def name(card: str) -> str:
    """The card's name, to be read aloud."""
    return _NAMES.get(card) or Phrase(_VALUED.get(kind(card), _BOOK), value=card[1:] or card)


_NAMES = {
    JADE: Phrase("jade"),
    WILD: Phrase("book X, the wild card"),
    UNKNOWN: Phrase("a card that was not logged"),
}
_BOOK = marked("book {value}")
_VALUED = {
    "gold": marked("gold {value}"),
    "counterfeit": marked("counterfeit {value}"),
    "spice": marked("spice {value}"),
}


def value(card: str) -> int:
    """The number printed on a gold, counterfeit or spice card; 0 for all others."""
    return int(card[1:]) if card[1:].isdigit() else 0


def is_counterfeit(card: str) -> bool:
    return card in COUNTERFEIT
