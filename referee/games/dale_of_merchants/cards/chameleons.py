"""C: adapting veiled chameleons, most of them copies of other cards."""

from __future__ import annotations

from typing import Any

from referee.games.dale_of_merchants.cards.declare import IMPOSSIBLE, passive, technique
from referee.games.dale_of_merchants.codes import EMPTY, UNKNOWN, in_order
from referee.games.dale_of_merchants.effects import swap_with_market
from referee.games.dale_of_merchants.events import Build, Buy, Play, RollOn, Swap, ThrowMarket, Used
from referee.games.dale_of_merchants.registry import CARDS
from referee.games.dale_of_merchants.resolving import Resolving, all_of
from referee.games.dale_of_merchants.rules import LATE_ABILITY, NO_TARGET
from referee.games.dale_of_merchants.table import MARKET, MARKET_PILE, Table, hand, pile
from referee.games.dale_of_merchants.turns import ability_facts, may_use, user_of
from referee.games.dale_of_merchants.uses import copyable, used_cards, used_in
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict

Use = Buy | Play | Build | RollOn | ThrowMarket
SHADED = (*IMPOSSIBLE, "dale.build.whole")


def _copies(t: Table, player: str, used: Used) -> Verdict:
    """Whether a chameleon can be what it is used as; without a word, whether it has one choice only."""
    options = copyable(t, player, used.card)
    if used.copies is None:
        return None if UNKNOWN in options and len(options) < 3 else len(options) == 1
    if used.copies == used.card and options - {used.card, UNKNOWN}:
        return False
    if used.copies in options:
        return True
    return None if UNKNOWN in options else False


def judged(t: Table, e: Use, code: str) -> Verdict:
    """All uses of a chameleon in an event."""
    return _judged(t, e, code) if code in used_cards(t, e) and code in t.ledger.stock else SILENT


def _judged(t: Table, e: Use, code: str) -> Verdict:
    return all_of(*[_copies(t, e.player, used) for used in used_in(e) if used.card == code])


def _facts(code: str, t: Table, e: Any) -> dict[str, Any]:
    said = [used.copies or Phrase("nothing in particular") for used in used_in(e) if used.card == code]
    options = ", ".join(in_order(copyable(t, e.player, code) - {code}))
    return {"player": e.player, "said": ", ".join(said) or "-", "options": options or "-"}


COPY = "{player} uses {card} as a copy of {said}; it must be a copy of one of: {options}"
UNSEEN = "whether {card} can be {said}: not all that it may copy was logged"


@passive(
    "C1",
    "Flexible Shopkeeper",
    breach=COPY,
    undecided=UNSEEN,
    facts=lambda t, e: _facts("C1", t, e),
    yields_to=SHADED,
    copies=lambda t, player: list(t.rightmost(player)),
)
def flexible_shopkeeper(t: Table, e: Use) -> Verdict:
    """This is a copy of any card in the rightmost stack of your stall.

    ``Ann build C1=M2 M1``
    """
    return judged(t, e, "C1")


def _tops(t: Table, player: str) -> list[str]:
    tops = (t.top(pile(other)) for other in t.others(player))
    return [card for card in tops if card]


@passive(
    "C2",
    "Reflection",
    breach=COPY,
    undecided=UNSEEN,
    facts=lambda t, e: _facts("C2", t, e),
    yields_to=SHADED,
    copies=_tops,
)
def reflection(t: Table, e: Use) -> Verdict:
    """This is a copy of the top card of another player's discard pile.

    ``Ann play C2=M4: take P1 j S2; keep P1; return S2 j``
    """
    return judged(t, e, "C2")


def _market_top(t: Table, player: str) -> list[str]:
    top = t.top(MARKET_PILE)
    return [top] if top else []


def _old_times_facts(t: Table, e: Any) -> dict[str, Any]:
    thrown = isinstance(e, ThrowMarket) and user_of(t, e) == "C3"
    ability = ability_facts(t, e, "C3") if thrown else {"reason": Phrase("it is not what it may copy"), "used": "C3"}
    return _facts("C3", t, e) | ability


@passive(
    "C3",
    "Good Old Times",
    breach="{player} may not use {card} so: {reason} (used as {said}, to copy: {options})",
    undecided=UNSEEN,
    facts=_old_times_facts,
    readings=(LATE_ABILITY,),
    yields_to=SHADED,
    copies=_market_top,
    ability="throw",
)
def good_old_times(t: Table, e: Use) -> Verdict:
    """Once a turn you may throw away the top card of the market deck; and this is a copy of the top card of
    the market's discard pile.

    ``Ann throw market M4 with C3`` · ``Ann buy M2 with C3=P5b``
    """
    if isinstance(e, ThrowMarket):
        return may_use(t, e, "C3") if user_of(t, e) == "C3" else SILENT
    return judged(t, e, "C3")


@technique(
    "C4",
    "Gift Voucher",
    {Swap: swap_with_market},
    readings=(NO_TARGET,),
    breach="{player} changed {steps}; it is this very card for one of {market} in the market",
)
def gift_voucher(c: Resolving) -> Verdict:
    """This changes places with any market card, which comes to your hand.

    ``Ann play C4: swap C4 for M3`` (``+2`` names the slot, where two hold that card)
    """
    if not c.market:
        return c.no_target()
    swaps = c.of(Swap)
    return len(swaps) == 1 and swaps[0].card == c.e.card.card and not swaps[0].player


@passive(
    "C5a",
    "Trendsetting",
    breach=COPY,
    undecided=UNSEEN,
    facts=lambda t, e: _facts("C5a", t, e),
    yields_to=SHADED,
    copies=lambda t, player: [card for card in t.ledger.zones[MARKET] if card != EMPTY],
)
def trendsetting(t: Table, e: Use) -> Verdict:
    """This is a copy of any card in the market.

    ``Ann buy M2 with C5a=P3``
    """
    return judged(t, e, "C5a")


def _rest_of_hand(t: Table, player: str) -> list[str]:
    """The other hand cards, with ``?`` where some were not logged."""
    rest = list(t.hand(player))
    if "C5b" in rest:
        rest.remove("C5b")
    elif UNKNOWN in rest and t.ledger.possible(hand(player), "C5b"):  # else it lies elsewhere, and is copied itself
        rest.remove(UNKNOWN)
    return [*rest, *([UNKNOWN] if hand(player) in t.ledger.vague else [])]


def _doubled(t: Table, player: str, used: Used) -> Verdict:
    """Whether a hand that is hidden can hold the card copied."""
    verdict = _copies(t, player, used)
    if verdict is not None or used.copies is None:
        return verdict
    return True if t.ledger.may_hold(hand(player), [used.copies]) else _may_chain(t, player)


def _all_doubled(t: Table, e: Use) -> Verdict:
    return all_of(*[_doubled(t, e.player, used) for used in used_in(e) if used.card == "C5b"])


def _may_chain(t: Table, player: str) -> Verdict:
    """Undecided where a hidden chameleon may lead on to another card, else not possible."""
    hidden = t.ledger.candidates(hand(player))
    return None if any(CARDS[card].copies for card in hidden if card != "C5b") else False


@passive(
    "C5b",
    "Seeing Doubles",
    breach=COPY,
    undecided=UNSEEN,
    facts=lambda t, e: _facts("C5b", t, e),
    yields_to=SHADED,
    copies=_rest_of_hand,
)
def seeing_doubles(t: Table, e: Use) -> Verdict:
    """This is a copy of another card in your hand.

    ``Ann build C5b=M2 M2``
    """
    return _all_doubled(t, e) if "C5b" in used_cards(t, e) else SILENT
