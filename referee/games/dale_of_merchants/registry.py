"""What a card is made of, and the register of all of them.

A card says of itself what the base rules ask of any card: which rules it *lifts* where it is
used, what it may count in a stack, by how much it enlarges the hand, what it copies. So the
base rules know no card by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.games.dale_of_merchants.codes import JUNK, UNKNOWN, printed
from referee.games.dale_of_merchants.events import Step
from referee.games.dale_of_merchants.once import once
from referee.games.dale_of_merchants.table import Table
from referee.language import Phrase

if TYPE_CHECKING:
    from referee.games.dale_of_merchants.effects import Effect
    from referee.games.dale_of_merchants.resolving import Resolving

Route = Callable[["Effect", Any], None]
"""How one step of a technique is carried out."""


def _nothing(x: Effect) -> None:
    """Most effects begin with their first step."""


def _as_logged(c: Resolving) -> tuple[Step, ...]:
    return c.logged


class Card(Struct, frozen=True):
    """One of the 36 cards, or junk."""

    code: str
    name: str
    text: str
    """Its effect in our words."""
    example: str = ""
    """How its use is written."""
    technique: bool = False
    icon: bool = False
    """Whether it shows the bonus action icon."""
    steps: Mapping[type[Step], Route] = {}
    """The steps of a technique in printed order, and how each is carried out."""
    begins: Callable[[Effect], None] = _nothing
    """What a technique does before the first step."""
    implied: Callable[[Resolving], tuple[Step, ...]] = _as_logged
    """The steps as logged and those that could be left out because they leave no choice."""
    lifts: frozenset[str] = frozenset()
    """The clauses that do not hold where this card is used."""
    counts: tuple[int, ...] = ()
    """What it may count in a stack, where that is not its value."""
    larger_hand: int = 0
    """By how much it enlarges the hand while it is held."""
    again: bool = False
    """Whether the next stack may be built right after one with it."""
    ability: str = ""
    """What it allows once a turn: ``roll`` or ``throw``."""
    copies: Callable[[Table, str], list[str]] | None = None
    """What it is a copy of: the cards to choose from, ``?`` for one that was not logged."""


CARDS: dict[str, Card] = {
    JUNK: Card(JUNK, Phrase("junk"), "It buys animalfolk cards, and nothing else."),
    UNKNOWN: Card(UNKNOWN, Phrase("a card that was not logged"), ""),
}
"""All cards by code; those of a set are added by the set's module."""
CHAMELEONS: set[str] = set()
"""Those that are copies of others."""


def add(card: Card) -> None:
    """One more card."""
    CARDS[card.code] = card
    if card.copies is not None:
        CHAMELEONS.add(card.code)


def named(code: str) -> str:
    """A card with its name, for a message: "M4 Spyglass"."""
    return code if code in (JUNK, UNKNOWN) else f"{code} {CARDS[code].name}"


def slug(name: str) -> str:
    """A card's name as it stands in ids and may be written: ``swift-broker``."""
    return name.casefold().replace(" ", "-")


@once
def enlarging(sets: tuple[str, ...]) -> dict[str, int]:
    """The cards of these sets that enlarge the hand, and by how much."""
    return {code: card.larger_hand for code, card in CARDS.items() if card.larger_hand and code[0] in sets}


@once
def lifting(clause: str) -> frozenset[str]:
    """The cards that lift a clause."""
    return frozenset(code for code, card in CARDS.items() if clause in card.lifts)


@cache
def icons() -> frozenset[str]:
    """The cards with a bonus action icon."""
    return frozenset(code for code, card in CARDS.items() if card.icon)


@cache
def flexible() -> frozenset[str]:
    """The cards that may count something else than their value in a stack."""
    return frozenset(code for code, card in CARDS.items() if card.counts)


@cache
def counts(code: str, in_stack: bool) -> tuple[int, ...]:
    """What a card can count, unchanged; nothing where it was not logged."""
    if code == UNKNOWN:
        return ()
    return (in_stack and CARDS[code].counts) or (printed(code),)


@once
def copying(sets: tuple[str, ...]) -> list[str]:
    """The cards of these sets that are copies of others."""
    return [code for code, card in CARDS.items() if card.copies is not None and code[0] in sets]
