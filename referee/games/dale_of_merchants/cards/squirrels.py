"""S: hoarding flying squirrels, who care for their stall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.dale_of_merchants.building import (
    PLACED,
    facts,
    has_junk,
    mixes,
    stack_number,
    surplus_from_pile,
)
from referee.games.dale_of_merchants.cards.declare import IMPOSSIBLE, passive, technique
from referee.games.dale_of_merchants.codes import UNKNOWN
from referee.games.dale_of_merchants.effects import swap_with_stall
from referee.games.dale_of_merchants.events import Build, Buy, Inventory, Play, Swap
from referee.games.dale_of_merchants.resolving import Resolving
from referee.games.dale_of_merchants.rules import NO_TARGET, NOSTALGIC_CHAIN
from referee.games.dale_of_merchants.table import Table, stall
from referee.games.dale_of_merchants.uses import used_in, uses
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict

Fault = Callable[[Table, Build], bool]


def _helps(t: Table, e: Build, code: str, fault: Fault) -> Verdict:
    """A card that allows something for its own stack: used so, or kept in hand while the stack needed it."""
    if code in uses(t, e).kinds:
        return True if fault(t, e) else SILENT
    return False if code in t.hand(e.player) and fault(t, e) else SILENT


@passive(
    "S1",
    "Stashing Vendor",
    breach="{player} holds {card}, which helps only a stack that it is in: {junk} junk in stack {stack}",
    facts=lambda t, e: facts(t, e),
    yields_to=PLACED,
    lifts=frozenset({"dale.build.no-junk"}),
)
def stashing_vendor(t: Table, e: Build) -> Verdict:
    """A stack with this in it may hold any number of junk.

    ``Ann build S1 j j``
    """
    return _helps(t, e, "S1", has_junk)


@passive(
    "S2",
    "Empty Chest",
    breach="{player} holds {card}, which helps only a stack that it is in: stack {stack} has {sets}",
    facts=lambda t, e: facts(t, e),
    yields_to=PLACED,
    lifts=frozenset({"dale.build.one-set"}),
)
def empty_chest(t: Table, e: Build) -> Verdict:
    """A stack with this in it may mix sets; junk it may not hold.

    ``Ann build S2 M1 P1``
    """
    return _helps(t, e, "S2", mixes)


@passive(
    "S3",
    "Nostalgic Item",
    breach="{player} holds {card}, which helps only a stack that it is in: {piled} came out of the discard pile",
    facts=lambda t, e: facts(t, e),
    readings=(NOSTALGIC_CHAIN,),
    yields_to=PLACED,
    lifts=frozenset({"dale.build.from-hand"}),
)
def nostalgic_item(t: Table, e: Build) -> Verdict:
    """A stack with this in it may take one card, junk or of any set, from anywhere in your discard pile; one
    for each Nostalgic Item.

    ``Ann build S3 M1 from discard j``
    """
    if "S3" in uses(t, e).kinds:
        return True if e.piled and surplus_from_pile(t, e) <= 0 else SILENT
    return False if "S3" in t.hand(e.player) and e.piled else SILENT


@technique(
    "S4",
    "Acorn",
    {Swap: swap_with_stall},
    readings=(NO_TARGET,),
    breach="{player} changed {steps}; it is this very card for one in another player's stall",
)
def acorn(c: Resolving) -> Verdict:
    """This changes places with any card in an opponent's stall: that card comes to your hand, this one stays
    in the stack.

    ``Ann play S4: swap S4 for M3 of Bo`` (``in 3`` names the stack, where two hold that card)
    """
    if not any(c.t.finished(player) for player in c.t.others(c.player)):
        return c.no_target()
    swaps = c.of(Swap)
    if len(swaps) != 1 or swaps[0].card != c.e.card.card or not c.is_other(swaps[0].player):
        return False
    theirs = stall(swaps[0].player)
    return swaps[0].other != UNKNOWN or c.t.ledger.size(theirs) > 0 or None


def _claims(t: Table, e: Build | Buy) -> list[tuple[int, bool]]:
    """What Accordions of an event are said to count, and whether they can count it."""
    plus = t.raised if e.player == t.turn else 0
    mine = [used for used, kind in zip(used_in(e), uses(t, e).kinds, strict=True) if kind == "S5a" and not t.marks]
    allowed = (4, 5, 6) if isinstance(e, Build) else (5,)
    return [(used.counts, used.counts - plus in allowed) for used in mine if used.counts is not None]


def _all_fit(t: Table, e: Build | Buy) -> bool:
    return all(fits for _, fits in _claims(t, e))


def _accordion_facts(t: Table, e: Any) -> dict[str, Any]:
    wrong = [said for said, fits in _claims(t, e) if not fits]
    use = Phrase("a stack") if isinstance(e, Build) else Phrase("a payment")
    return {"said": wrong[0] if wrong else "-", "use": use}


@passive(
    "S5a",
    "Accordion",
    breach="{card} cannot count {said} in {use}: in a stack it is 4, 5 or 6, for buying always 5",
    facts=_accordion_facts,
    counts=(4, 5, 6),
)
def accordion(t: Table, e: Build | Buy) -> Verdict:
    """In a stack this may count 4, 5 or 6; for buying it does not.

    ``Ann build S5a=6 S1 j``
    """
    used = uses(t, e)
    if used.told and _claims(t, e):
        return _all_fit(t, e)
    return True if isinstance(e, Build) and "S5a" in used.kinds else SILENT


@passive(
    "S5b",
    "Winter is Coming",
    breach="after a stack with {card} {player} may build stack {stack} at once, and nothing else",
    facts=lambda t, e: {"player": e.player, "stack": t.next_stack(e.player)},
    yields_to=(*IMPOSSIBLE, "dale.turn.order"),
    again=True,
)
def winter_is_coming(t: Table, e: Build | Buy | Play | Inventory) -> Verdict:
    """After a stack with this in it you may at once build the next one, and so on.

    ``Ann build S5b`` then ``Ann build S4 S2``
    """
    if t.again and not t.due and e.player == t.turn:
        return isinstance(e, Build) and e.stack in (0, stack_number(t, e))
    return SILENT
