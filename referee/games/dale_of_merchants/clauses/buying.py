"""A: buying a card from the market."""

from __future__ import annotations

from referee.games.dale_of_merchants.building import CHAMELEONS
from referee.games.dale_of_merchants.clauses.record import OUT_OF_PLACE
from referee.games.dale_of_merchants.events import Buy
from referee.games.dale_of_merchants.rules import RULES, SHOPPING, cite, faq
from referee.games.dale_of_merchants.shopping import covers, is_enough, is_within, over_facts, overpaid
from referee.games.dale_of_merchants.table import Table
from referee.games.dale_of_merchants.uses import is_lifted
from referee.rulebook import SILENT, Verdict

NO_PURCHASE = (
    *OUT_OF_PLACE,
    "dale.record.card",
    "dale.record.hand",
    "dale.record.market",
    "dale.record.pile",
    "dale.stall.locked",
    "dale.buy.one",
    "dale.card.market-discovery",
    *CHAMELEONS,
    "dale.card.accordion",
    "dale.card.flashy-show",
)
"""Broken by what is no purchase at all, or one whose numbers are not known."""


@RULES.clause(
    "dale.buy.one",
    cite(SHOPPING, 1),
    breach="{player} pays nothing for {bought}",
    facts=over_facts,
    yields_to=OUT_OF_PLACE,
)
def one(t: Table, e: Buy) -> Verdict:
    """One card is bought with at least one card of the hand."""
    return bool(e.paid)


@RULES.clause(
    "dale.buy.price",
    cite(SHOPPING, 1),
    cite(SHOPPING, 2),
    faq(2),
    breach="{cards} are worth {paid}; {bought} in slot {slot} costs {price}",
    undecided="whether {cards} pay for {bought}: worth {paid}, price {price}, not all of it logged",
    facts=over_facts,
    yields_to=NO_PURCHASE,
)
def price(t: Table, e: Buy) -> Verdict:
    """A card costs its value and 0 to 4 more by its slot, counted from the right; the payment covers that, each
    card paid counting its value."""
    return covers(t, e)


@RULES.clause(
    "dale.buy.overpay",
    cite(SHOPPING, "note"),
    cite(SHOPPING, "example"),
    faq(2),
    breach="paid {paid} for a price of {price}: {over} over, which is not less than the smallest card paid, {least}",
    undecided="whether {cards} are too much for {bought}: worth {paid}, price {price}, not all of it logged",
    facts=over_facts,
    yields_to=(*NO_PURCHASE, "dale.buy.price", "dale.card.stock-clearance"),
)
def overpay(t: Table, e: Buy) -> Verdict:
    """One may pay more than the price, if what is paid over is less than the value of each card paid."""
    over = overpaid(t, e)
    if over is not None and is_within(over):
        return True
    if is_lifted(t, e, "dale.buy.overpay"):
        return True
    return None if over is None else False if is_enough(over) else SILENT


RULES.derived(
    "dale.buy.goes",
    "The cards paid go to the buyer's own discard pile, in the buyer's order, and the card bought to the hand.",
    cite(SHOPPING, 2),
    faq(2),
)
