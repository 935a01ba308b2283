"""Once-a-turn abilities: whose they are, and whether they can still be used."""

from __future__ import annotations

from typing import Any

from referee.games.dale_of_merchants.events import RollOn, ThrowMarket
from referee.games.dale_of_merchants.registry import CARDS, named
from referee.games.dale_of_merchants.rules import LATE_ABILITY
from referee.games.dale_of_merchants.table import CLEANING, Table, hand
from referee.games.dale_of_merchants.uses import identity
from referee.language import Phrase
from referee.rulebook import Verdict


def ability_card(t: Table, e: RollOn | ThrowMarket) -> str:
    """The hand card whose ability is used: as logged, or the first that can have it."""
    if isinstance(e, RollOn):
        return e.card.card
    if e.by is not None:
        return e.by.card
    able = [card.code for card in CARDS.values() if card.ability == "throw"]
    able = [code for code in able if t.ledger.may_hold(hand(e.player), [code])] or able
    return next((code for code in able if _times_left(t, e.player, code)), able[0])


def user_of(t: Table, e: RollOn | ThrowMarket) -> str:
    """The card that it is used as."""
    used = e.card if isinstance(e, RollOn) else e.by
    if used is None:
        return ability_card(t, e)
    own = "roll" if isinstance(e, RollOn) else "throw"
    return used.card if used.copies is None and CARDS[used.card].ability == own else identity(t, e.player, used)


def times_used(t: Table, code: str) -> int:
    """How often the ability of copies of a hand card was used this turn."""
    return sum(mark.used for mark in t.marks if mark.card == code)


def _late(t: Table, code: str) -> int:
    """How many copies do not count because they were drawn in this clean-up."""
    return t.drawn.count(code) if t.stage == CLEANING and t.readings[LATE_ABILITY] == "no" else 0


def _times_left(t: Table, player: str, code: str) -> bool:
    needed = times_used(t, code) + _late(t, code) + 1
    return t.ledger.may_hold(hand(player), [code] * needed)


def may_use(t: Table, e: RollOn | ThrowMarket, code: str) -> Verdict:
    """Whether the ability of a card is used by such a card, for the first time this turn."""
    return user_of(t, e) == code and _times_left(t, e.player, ability_card(t, e))


def ability_facts(t: Table, e: RollOn | ThrowMarket, code: str) -> dict[str, Any]:
    used = ability_card(t, e)
    if user_of(t, e) != code:
        reason = Phrase("it is no {card}", card=named(code))
    elif _late(t, used):
        reason = Phrase("it was drawn in clean-up")
    else:
        times = times_used(t, used)
        reason = Phrase("it was used {n} time(s) this turn, once for each copy in hand", n=times)
    return {"player": e.player, "used": used, "reason": reason}
