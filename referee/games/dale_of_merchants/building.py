"""Stacks: what is in them, and what they count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.dale_of_merchants.codes import JUNK, SETS, UNKNOWN, printed, set_of
from referee.games.dale_of_merchants.events import Build, Used
from referee.games.dale_of_merchants.registry import CARDS, lifting, named
from referee.games.dale_of_merchants.rules import NOSTALGIC_CHAIN, listed, names
from referee.games.dale_of_merchants.table import Table
from referee.games.dale_of_merchants.uses import copyable, lifters, raised, show, stack_sums, uses
from referee.language import Phrase

PLACED = (
    "dale.record.event-order",
    "dale.end.eighth",
    "dale.record.card",
    "dale.record.hand",
    "dale.record.pile",
    "dale.stall.locked",
    "dale.build.whole",
)
"""Broken by what is no stack at all, so that what is in it does not matter."""
CHAMELEONS = (
    "dale.card.flexible-shopkeeper",
    "dale.card.reflection",
    "dale.card.good-old-times",
    "dale.card.trendsetting",
    "dale.card.seeing-doubles",
)


def stack_number(t: Table, e: Build) -> int:
    """The number that the stack is said to have, or else the next."""
    return e.stack or t.next_stack(e.player)


def kinds(t: Table, e: Build) -> tuple[str, ...]:
    """What the hand cards of a stack are."""
    return uses(t, e).kinds[: len(e.cards)]


def junk_in(t: Table, e: Build) -> int:
    """How many junk cards of a stack come from the hand."""
    return kinds(t, e).count(JUNK)


def has_junk(t: Table, e: Build) -> bool:
    """Whether hand cards of a stack are junk."""
    return JUNK in kinds(t, e)


def sets_in(t: Table, e: Build) -> list[str]:
    """The letters of the sets of a stack's hand cards, each once."""
    return [letter for letter in SETS if any(set_of(kind) == letter for kind in kinds(t, e))]


def mixes(t: Table, e: Build) -> bool:
    """Whether the hand cards of a stack are of several sets."""
    return are_mixed(kinds(t, e))


def are_mixed(cards: Sequence[str]) -> bool:
    """Whether cards are of several sets."""
    return len(cards) > 1 and len(set(map(set_of, cards)) - {""}) > 1


def surplus_from_pile(t: Table, e: Build) -> int:
    """How many cards too many come out of the discard pile."""
    allowing = uses(t, e).kinds if t.readings[NOSTALGIC_CHAIN] == "yes" else kinds(t, e)
    return len(e.piled) - sum([kind in lifting("dale.build.from-hand") for kind in allowing])


def facts(t: Table, e: Build) -> dict[str, Any]:
    """The numbers of a stack, and the cards that lift rules for it."""
    lifted = [
        named(code)
        for clause in ("dale.build.one-set", "dale.build.no-junk", "dale.build.from-hand")
        for code in lifters(t, e, clause)
    ]
    return {
        "player": e.player,
        "stack": stack_number(t, e),
        "next": t.next_stack(e.player),
        "onto": e.onto,
        "sum": show(stack_sums(t, e)),
        "cards": listed(uses(t, e).cards),
        "sets": names(SETS[letter] for letter in sets_in(t, e)),
        "junk": junk_in(t, e),
        "piled": listed(used.card for used in e.piled),
        "lifted": names(dict.fromkeys(lifted)) if lifted else Phrase("no card"),
    }


def can_be_alone(t: Table, player: str, card: Used | str) -> bool | None:
    """Whether a card by itself can be a player's next stack; None where that was not logged."""
    if isinstance(card, Used):
        options = {card.copies} if card.copies else copyable(t, player, card.card)
        said = card.counts
    else:
        options, said = copyable(t, player, card), None
    fits = any(code not in (JUNK, UNKNOWN) and _fits(t, player, code, said) for code in options)
    return True if fits else None if UNKNOWN in options else False


def _fits(t: Table, player: str, code: str, said: int | None) -> bool:
    plus = raised(t, player)
    values = {base + plus for base in CARDS[code].counts or (printed(code),)}
    return t.next_stack(player) in (values & {said} or values)
