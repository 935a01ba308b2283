"""C: creating a stack in the stall."""

from __future__ import annotations

from collections import Counter

from referee.games.dale_of_merchants.building import (
    CHAMELEONS,
    PLACED,
    are_mixed,
    facts,
    kinds,
    stack_number,
    surplus_from_pile,
)
from referee.games.dale_of_merchants.clauses.record import OUT_OF_PLACE, Action, from_hand, holds_used
from referee.games.dale_of_merchants.codes import JUNK, STACKS, UNKNOWN
from referee.games.dale_of_merchants.events import Build
from referee.games.dale_of_merchants.rules import RUBBISH, RULES, STALL, cite, faq, listed
from referee.games.dale_of_merchants.table import Table, stall
from referee.games.dale_of_merchants.uses import is_lifted, stack_sums
from referee.rulebook import SILENT, Verdict

UNLOGGED = "whether {cards} can be stack {stack}: not all cards were logged"
SHOWN = (*PLACED, *CHAMELEONS)


@RULES.clause(
    "dale.build.next",
    cite(STALL, 1),
    cite(STALL, 4),
    faq(3),
    breach="{player} builds stack {stack}; the next is stack {next}",
    facts=facts,
    yields_to=PLACED,
)
def following(t: Table, e: Build) -> Verdict:
    """Stacks are built in order from 1 to 8, each once."""
    return e.stack in (0, t.next_stack(e.player)) and t.next_stack(e.player) <= STACKS


@RULES.clause(
    "dale.build.sum",
    cite(STALL, 1),
    cite(STALL, 4),
    faq(3),
    breach="{cards} add up to {sum}; stack {stack} needs exactly {stack}",
    undecided=UNLOGGED,
    facts=facts,
    yields_to=(*SHOWN, "dale.card.accordion", "dale.card.flashy-show"),
)
def adds_up(t: Table, e: Build) -> Verdict:
    """The values of a stack's cards, as they are at that moment, add up to exactly the stack's number."""
    sums = stack_sums(t, e)
    return None if sums is None else stack_number(t, e) in sums


@RULES.clause(
    "dale.build.one-set",
    cite(STALL, 3),
    breach="{cards} mix sets: {sets}",
    undecided=UNLOGGED,
    facts=facts,
    yields_to=(*SHOWN, "dale.card.empty-chest"),
)
def one_set(t: Table, e: Build) -> Verdict:
    """A stack is of one animalfolk set, unless a card allows more."""
    found = kinds(t, e)
    if not are_mixed(found) and UNKNOWN not in found:
        return True
    return is_lifted(t, e, "dale.build.one-set") or (False if are_mixed(found) else None)


@RULES.clause(
    "dale.build.no-junk",
    cite(STALL, 2),
    RUBBISH,
    breach="{junk} junk in stack {stack}, and no card in it that allows that",
    undecided=UNLOGGED,
    facts=facts,
    yields_to=(*SHOWN, "dale.card.stashing-vendor"),
)
def no_junk(t: Table, e: Build) -> Verdict:
    """A stack holds no junk, unless a card allows it."""
    found = kinds(t, e)
    if JUNK not in found and UNKNOWN not in found:
        return True
    return is_lifted(t, e, "dale.build.no-junk") or (False if JUNK in found else None)


@RULES.clause(
    "dale.build.from-hand",
    cite(STALL, 3),
    breach="{piled} out of the discard pile; allowing cards in the stack: {lifted}",
    facts=facts,
    yields_to=(*SHOWN, "dale.card.nostalgic-item"),
)
def out_of_hand(t: Table, e: Build) -> Verdict:
    """The cards of a stack come from the hand, unless a card allows another place."""
    return not e.piled or surplus_from_pile(t, e) <= 0


@RULES.clause(
    "dale.build.whole",
    cite(STALL, 3),
    faq(3),
    breach="{player} adds {cards} to stack {onto}; nothing is added to a stack that stands",
    facts=facts,
    yields_to=OUT_OF_PLACE,
)
def whole(t: Table, e: Build) -> Verdict:
    """A stack is placed at once and whole; nothing is added to it later."""
    return not e.onto


@RULES.clause(
    "dale.stall.locked",
    cite(STALL, 1),
    cite(STALL, 4),
    cite(STALL, 5),
    faq(3),
    breach="{cards} cannot be used: in the stall of {player} a card is used for nothing else",
    facts=lambda t, e: {"cards": listed(_from_stall(t, e)), "player": e.player},
    yields_to=OUT_OF_PLACE,
)
def locked(t: Table, e: Action) -> Verdict:
    """A card in a stall is used for nothing else, and a finished stack stays finished, whatever becomes of its
    cards."""
    if not t.finished(e.player):
        return SILENT
    return holds_used(t, e) or not _from_stall(t, e)


def _from_stall(t: Table, e: Action) -> list[str]:
    """Cards used as from the hand that cannot lie there and do lie in the player's stall."""
    if holds_used(t, e):
        return []
    missing = Counter(from_hand(t, e)) - Counter(t.hand(e.player))
    lying = t.ledger.zones[stall(e.player)]
    return [card for card in missing.elements() if card in lying]
