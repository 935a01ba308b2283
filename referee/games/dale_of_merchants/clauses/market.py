"""Cleaning up, 2: filling the market."""

from __future__ import annotations

from typing import Any

from referee.games.dale_of_merchants.clauses.record import OUT_OF_PLACE
from referee.games.dale_of_merchants.cleaning import is_early
from referee.games.dale_of_merchants.codes import EMPTY, MARKET_SIZE
from referee.games.dale_of_merchants.events import Restock
from referee.games.dale_of_merchants.rules import RULES, STOCKING, cite, listed
from referee.games.dale_of_merchants.table import MARKET, MARKET_DECK, MARKET_PILE, Table, hand
from referee.language import Phrase
from referee.rulebook import Verdict

RULES.derived(
    "dale.market.slide",
    "Before the market is filled, its cards move to the right into empty slots; the dearest slots are left empty.",
    cite(STOCKING, 1),
)


def _due(t: Table) -> int:
    lying = t.ledger.zones[MARKET]
    return MARKET_SIZE - len(lying) + lying.count(EMPTY)


def _facts(t: Table, e: Restock) -> dict[str, Any]:
    left = t.ledger.size(MARKET_DECK) + t.ledger.size(MARKET_PILE)
    unknown = bool({MARKET_DECK, MARKET_PILE} & t.ledger.vague)
    return {"cards": listed(e.cards), "count": len(e.cards), "due": _due(t), "left": "?" if unknown else left}


@RULES.clause(
    "dale.market.fill",
    cite(STOCKING, 1),
    cite(STOCKING, 3),
    breach="{count} new market cards ({cards}); {due} slots were empty, with {left} cards left to fill them",
    undecided="whether {count} new market cards are enough for {due} empty slots: it was not logged how many are left",
    facts=_facts,
    yields_to=(*OUT_OF_PLACE, "dale.record.card", "dale.market.when"),
)
def fill(t: Table, e: Restock) -> Verdict:
    """The market has five cards again, filled from the right; fewer only where the market deck and its discard pile
    are both used up."""
    due = _due(t)
    if len(e.cards) >= due:
        return len(e.cards) == max(0, due)
    if {MARKET_DECK, MARKET_PILE} & t.ledger.vague:
        return None
    return len(e.cards) == t.ledger.size(MARKET_DECK) + t.ledger.size(MARKET_PILE)


@RULES.clause(
    "dale.market.when",
    cite(STOCKING, 1),
    breach="the market is filled while {turn} still has {held} cards in hand and {state}; that waits for clean-up",
    facts=lambda t, e: {
        "turn": t.turn,
        "held": t.ledger.size(hand(t.turn)),
        "state": Phrase("a bonus action due") if t.bonus else Phrase("has just played a technique"),
    },
    yields_to=(*OUT_OF_PLACE, "dale.turn.one-action"),
)
def when(t: Table, e: Restock) -> Verdict:
    """The market is filled only in clean-up, or when a card says so."""
    return not is_early(t)


RULES.derived(
    "dale.market.reshuffle",
    "A used-up market deck is made anew from the market's discard pile when a card is needed.",
    cite(STOCKING, 3),
)
