"""Prices and payments."""

from __future__ import annotations

from typing import Any

from referee.games.dale_of_merchants.codes import UNKNOWN, printed
from referee.games.dale_of_merchants.events import Buy
from referee.games.dale_of_merchants.latest import latest
from referee.games.dale_of_merchants.registry import named
from referee.games.dale_of_merchants.rules import listed
from referee.games.dale_of_merchants.table import MARKET, Table
from referee.games.dale_of_merchants.uses import Total, lifters, payments
from referee.language import Phrase


def slot_of(t: Table, e: Buy) -> int | None:
    """The slot that a card is bought from: as logged, or the cheapest where it is seen; None if that is not sure."""
    held = t.ledger.zones[MARKET]
    if e.slot is not None:
        return e.slot
    if e.card == UNKNOWN or e.card not in held:
        return None
    unlogged = UNKNOWN in held and t.ledger.may_hold(MARKET, [e.card] * (held.count(e.card) + 1))
    return None if unlogged else held.index(e.card)


def price(t: Table, e: Buy) -> int | None:
    """What a card costs; None where that was not logged."""
    if e.card == UNKNOWN:
        return None
    if e.pile:
        return printed(e.card)
    slot = slot_of(t, e)
    return None if slot is None else printed(e.card) + slot


def covers(t: Table, e: Buy) -> bool | None:
    """Whether the payment reaches the price."""
    over = overpaid(t, e)
    return None if over is None else is_enough(over)


@latest
def overpaid(t: Table, e: Buy) -> set[Total] | None:
    """By how much the payment may exceed the price, each with the least card of it; None if that was not logged."""
    due = price(t, e)
    worth = payments(t, e) if due is not None else None
    return None if due is None or worth is None else {(total - due, least) for total, least in worth}


def is_enough(over: set[Total]) -> bool:
    """Whether a payment can be one that reaches the price."""
    return bool(over) and max(over)[0] >= 0


def is_within(over: set[Total]) -> bool:
    """Whether a payment can be one that is paid over by less than each of its cards."""
    for n, least in over:  # noqa: SIM110 (usually there is one, for which a generator is dear)
        if 0 <= n < least:
            return True
    return False


def is_over(t: Table, e: Buy) -> bool:
    """Whether the payment certainly breaks the overpay limit."""
    over = [one for one in overpaid(t, e) or () if one[0] >= 0]
    return bool(e.paid and over) and not any(n < least for n, least in over)


def over_facts(t: Table, e: Buy) -> dict[str, Any]:
    """The numbers of a purchase, and the card that lifts the limit, if one does."""
    due, worth = price(t, e), payments(t, e)
    total, least = _telling(worth or {(0, 0)}, due or 0)
    known = due is not None and worth is not None
    lifted = lifters(t, e, "dale.buy.overpay")
    return {
        "player": e.player,
        "bought": named(e.card),
        "cards": listed(used.card for used in e.paid),
        "paid": total if worth is not None else "?",
        "price": "?" if due is None else due,
        "slot": f"+{slot_of(t, e)}" if slot_of(t, e) is not None else "+?",
        "over": total - due if due is not None and known else "?",
        "least": least if worth is not None else "?",
        "lifted": named(lifted[0]) if lifted else Phrase("no card"),
    }


def _telling(worth: set[Total], due: int) -> Total:
    """The way to count a payment that comes nearest to what is allowed."""
    return min(worth, key=lambda w: (w[0] < due, not 0 <= w[0] - due < w[1], w[0]))
