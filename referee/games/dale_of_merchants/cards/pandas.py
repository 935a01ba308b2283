"""P: dealing giant pandas, at home in the market."""

from __future__ import annotations

from typing import Any

from referee.games.dale_of_merchants.cards.declare import IMPOSSIBLE, passive, technique
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, MARKET_SIZE
from referee.games.dale_of_merchants.effects import (
    fill_market,
    keep_from_market_deck,
    look_at_market_deck,
    take_from_market,
    throw_from_market,
    throw_from_market_deck,
)
from referee.games.dale_of_merchants.events import Buy, Fill, Keep, Step, Take, Throw, ThrowMarket
from referee.games.dale_of_merchants.registry import named
from referee.games.dale_of_merchants.resolving import Resolving, all_of, as_many, is_none, same
from referee.games.dale_of_merchants.rules import LATE_ABILITY, NO_TARGET, listed, sorted_list
from referee.games.dale_of_merchants.shopping import is_over, over_facts
from referee.games.dale_of_merchants.table import MARKET, MARKET_PILE, Table
from referee.games.dale_of_merchants.turns import ability_facts, may_use, user_of
from referee.games.dale_of_merchants.uses import is_lifted, uses
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


def _refillable(c: Resolving) -> int:
    thrown = sum(card not in (EMPTY, JUNK) for card in c.t.ledger.zones[MARKET])
    return c.from_market_deck(more=thrown)


@technique(
    "P1",
    "Loyal Partner",
    {Throw: throw_from_market, Fill: fill_market},
    breach="{player} threw away {thrown} of {market} market cards and filled in {filled}",
)
def loyal_partner(c: Resolving) -> Verdict:
    """Throw away all market cards in any order, then fill the market at once.

    ``Ann play P1: throw P3 M2 S4 S2 P5a; fill M4 P2 S3 M3 P4`` (filled: the cheapest slot first)
    """
    return all_of(c.n(Throw) == c.market, as_many(c.n(Fill), MARKET_SIZE, _refillable(c)))


def _only_card(c: Resolving) -> tuple[Step, ...]:
    there = c.t.ledger.zones[MARKET]
    return (Take((there[0],)),) if not c.logged and c.market == 1 and len(set(there)) == 1 else c.logged


@technique(
    "P2",
    "Prepaid Good",
    {Take: take_from_market},
    icon=False,
    readings=(NO_TARGET,),
    breach="{player} took {taken} of {market} market cards; it is one",
)
def prepaid_good(c: Resolving) -> Verdict:
    """Take any one market card into your hand for nothing; its slot stays empty until clean-up.

    ``Ann play P2: take M3``, or ``take M3 +4`` where two of them lie in the market
    """
    return as_many(c.n(Take), 1, c.market) if c.market else c.no_target()


def _junk_paid(t: Table, e: Buy) -> list[str]:
    """The cards of a payment that are junk or a copy of it."""
    return [card for card, kind in zip(uses(t, e).cards, uses(t, e).kinds, strict=True) if kind == JUNK]


@passive(
    "P3",
    "Essential Purchase",
    breach="{player} bought {bought} and threw away {thrown} of the payment; with {card} it is up to three junk "
    "of the payment ({junk}), and with no other card anything",
    facts=lambda t, e: {
        "player": e.player,
        "bought": named(e.card),
        "thrown": listed(e.thrown),
        "junk": listed(_junk_paid(t, e)),
    },
)
def essential_purchase(t: Table, e: Buy) -> Verdict:
    """When this is the card bought, up to three junk of the payment are thrown away instead of discarded.

    ``Ann buy P3 with j j M1 throw j j``
    """
    if e.card != "P3":
        return False if e.thrown else SILENT
    return len(e.thrown) <= 3 and _is_junk_paid(t, e)


def _is_junk_paid(t: Table, e: Buy) -> bool:
    """Whether all that was thrown away is junk of the payment."""
    rest = _junk_paid(t, e)
    return all(card in rest and not rest.remove(card) for card in e.thrown)  # type: ignore[func-returns-value]


def _discovery_facts(t: Table, e: Any) -> dict[str, Any]:
    pile = t.ledger.zones[MARKET_PILE]
    if isinstance(e, Buy):
        reason = Phrase(
            "it was not in the payment, and {card} was bought out of the market's discard pile", card=e.card
        )
        return {"player": e.player, "reason": reason, "pile": sorted_list(pile)}
    return ability_facts(t, e, "P4")


@passive(
    "P4",
    "Market Discovery",
    breach="{player} may not use {card}: {reason}",
    facts=_discovery_facts,
    readings=(LATE_ABILITY,),
    lifts=frozenset({"dale.record.market"}),
    ability="throw",
)
def market_discovery(t: Table, e: Buy | ThrowMarket) -> Verdict:
    """Once a turn you may throw away the top card of the market deck; and a purchase paid with this may be
    the top card of the market's discard pile, at its printed value.

    ``Ann throw market M4`` · ``Ann buy M4 from discard with P4``
    """
    if isinstance(e, ThrowMarket):
        return may_use(t, e, "P4") if user_of(t, e) == "P4" else SILENT
    return is_lifted(t, e, "dale.record.market") if e.pile else SILENT


def _two_thrown(c: Resolving) -> tuple[Step, ...]:
    """What is thrown away may be left out where it is one card, or all are alike."""
    rest = c.cards(Take)
    for card in c.cards(Keep):
        if card in rest:
            rest.remove(card)
    alike = len(set(rest)) == 1 and c.has(Keep) and not c.has(Throw)
    return (*c.logged, Throw(tuple(rest))) if alike else c.logged


@technique(
    "P5a",
    "Special Offer",
    {Take: look_at_market_deck, Keep: keep_from_market_deck, Throw: throw_from_market_deck},
    icon=False,
    implied=_two_thrown,
    readings=(NO_TARGET,),
    breach="{player} took {taken}, kept {kept} and threw away {thrown}; it is three, one and the others",
)
def special_offer(c: Resolving) -> Verdict:
    """Take the top three cards of the market deck, keep one in hand and throw away the others in any order.

    ``Ann play P5a: take M1 S4 P2; keep S4; throw M1 P2``
    """
    if is_none(c.from_market_deck()):
        return c.no_target()
    rest = same([*c.cards(Keep), *c.cards(Throw)], c.cards(Take))
    return all_of(as_many(c.n(Take), 3, c.from_market_deck()), as_many(c.n(Keep), 1, c.n(Take)), rest)


@passive(
    "P5b",
    "Stock Clearance",
    breach="{player} holds {card}, which helps only in the payment: paid {paid}, price {price}, over {over}, "
    "smallest card {least}",
    facts=over_facts,
    yields_to=(*IMPOSSIBLE, "dale.buy.one", "dale.buy.price", "dale.card.market-discovery"),
    lifts=frozenset({"dale.buy.overpay"}),
)
def stock_clearance(t: Table, e: Buy) -> Verdict:
    """A payment that includes this has no overpay limit; kept in hand it changes nothing.

    ``Ann buy P1 with P5b j``
    """
    if is_lifted(t, e, "dale.buy.overpay"):
        return "P5b" in uses(t, e).kinds or SILENT
    return False if "P5b" in t.hand(e.player) and is_over(t, e) else SILENT
