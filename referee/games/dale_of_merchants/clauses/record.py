"""What the record cannot say: cards and events that contradict what it said before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.event import Ended
from referee.games.dale_of_merchants.carry import faults
from referee.games.dale_of_merchants.cleaning import drawn_by
from referee.games.dale_of_merchants.codes import EMPTY, SETS, UNKNOWN, playable
from referee.games.dale_of_merchants.events import (
    Build,
    Buy,
    Has,
    Inventory,
    Junk,
    Market,
    MarketPile,
    Pile,
    Play,
    Refill,
    Restock,
    RollOn,
    Swap,
    ThrowMarket,
)
from referee.games.dale_of_merchants.latest import latest
from referee.games.dale_of_merchants.resolving import resolving
from referee.games.dale_of_merchants.rules import (
    ACTION,
    BOX,
    RULES,
    SHOPPING,
    SKILLS,
    STALL,
    cite,
    faq,
    listed,
    names,
    place,
    sorted_list,
)
from referee.games.dale_of_merchants.table import (
    ACTING,
    CLEANING,
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    OVER,
    SETUP,
    WON,
    Table,
    deck,
    hand,
    pile,
)
from referee.games.dale_of_merchants.uses import uses
from referee.language import Phrase, joined
from referee.rulebook import SILENT, Verdict

Action = Buy | Play | Build | Inventory
Cleaning = Refill | Junk | Restock
Dealt = Market | Restock | ThrowMarket


_TURN: tuple[type, ...] = (Has, RollOn, ThrowMarket, Refill, Junk, Restock, Ended)
PLACES: dict[str, frozenset[type]] = {
    SETUP: frozenset({Market, Has, Ended}),
    ACTING: frozenset({*_TURN, Buy, Play, Build, Inventory}),
    CLEANING: frozenset(_TURN),
    WON: frozenset({*_TURN, Buy, Play, Build, Inventory}),
    OVER: frozenset(),
}
STAGES = {
    SETUP: Phrase("the first market is to be laid"),
    ACTING: Phrase("it is time for actions"),
    CLEANING: Phrase("clean-up has begun"),
    WON: Phrase("an eighth stack stands"),
    OVER: Phrase("the game has ended"),
}
WORDS: dict[type, str] = {
    Market: Phrase("laying out the market"),
    Has: Phrase("a hand"),
    Buy: Phrase("a purchase"),
    Play: Phrase("a technique"),
    Build: Phrase("a stack"),
    Inventory: Phrase("an inventory"),
    RollOn: Phrase("a roll"),
    ThrowMarket: Phrase("throwing away a market card"),
    Refill: Phrase("drawing"),
    Junk: Phrase("taking junk"),
    Restock: Phrase("a refill of the market"),
    Ended: Phrase("a result"),
}


@RULES.clause(
    "dale.record.event-order",
    ACTION,
    faq(1),
    breach="{event} has no place here: {stage}",
    facts=lambda t, e: {"event": WORDS[type(e)], "stage": STAGES[t.stage]},
    yields_to=("dale.end.eighth",),
)
def event_order(t: Table, e: Market | Has | Action | RollOn | ThrowMarket | Cleaning | Ended) -> Verdict:
    """An event fits the state of the game: first the market is laid, then turns of actions and clean-up; nobody
    acts once clean-up has begun, and after the result nothing happens."""
    if type(e) is Market and t.stage != SETUP:
        return UNKNOWN in t.ledger.zones[MARKET] and t.stage != OVER
    return type(e) in PLACES[t.stage]


OUT_OF_PLACE = ("dale.record.event-order", "dale.end.eighth")


@RULES.clause(
    "dale.record.card",
    BOX,
    breach="{cards}: {reason}",
    facts=lambda t, e: {"cards": listed(strange(t, e) or too_many(t, e)), "reason": why_strange(t, e)},
    yields_to=(*OUT_OF_PLACE, "dale.setup.market"),
)
def card(t: Table, e: Dealt | Action | Has | Refill | RollOn) -> Verdict:
    """No card comes up more often than its set holds it, and none of a set that is not in play."""
    if not playable(t.sets).issuperset(cards_of(t, e)) and strange(t, e):
        return False
    return type(e) is RollOn or not faults(t, e) or not too_many(t, e)


def strange(t: Table, e: Any) -> list[str]:
    """The cards of an event that are of no set in play."""
    return list(dict.fromkeys(c for c in cards_of(t, e) if c not in playable(t.sets) and c != EMPTY))


def too_many(t: Table, e: Any) -> list[str]:
    """The cards dealt from the market deck though all of their kind have been seen elsewhere."""
    if isinstance(e, (Market, Restock, ThrowMarket)):
        return _surplus(t, e, t.ledger.zones[MARKET] if type(e) is Market else ())
    return [fault.piece for fault in faults(t, e) if fault.why == "surplus"] if isinstance(e, Play) and e.steps else []


def _surplus(t: Table, e: Any, shown: Iterable[str]) -> list[str]:
    """Dealt cards of which no unlogged copy is left where they come from, after a reshuffle if it takes one."""
    cards, lying = [e.card] if type(e) is ThrowMarket else list(e.cards), list(shown)
    if type(e) is not Market and t.ledger.size(MARKET_DECK) < len(cards):
        return [fault.piece for fault in faults(t, e) if fault.piece != UNKNOWN]
    source = MARKET if type(e) is Market and t.stage != SETUP else MARKET_DECK
    seen = [*lying, *t.ledger.zones[MARKET_DECK]]
    named = [c for c in dict.fromkeys(cards) if c not in (UNKNOWN, EMPTY)]
    return [c for c in named if cards.count(c) > t.ledger.possible(source, c) + seen.count(c)]


def why_strange(t: Table, e: Any) -> str:
    if strange(t, e):
        return Phrase("of no set in play; the sets in play are {sets}", sets=names(SETS[letter] for letter in t.sets))
    many = [card for card in dict.fromkeys(too_many(t, e)) if card != UNKNOWN]
    return joined([_elsewhere(t, card) for card in many])


def _elsewhere(t: Table, card: str) -> str:
    return Phrase("all {n} of {card} in play lie elsewhere", n=t.ledger.stock.get(card, 0), card=card)


def cards_of(t: Table, e: Any) -> Iterable[str]:
    """All cards that an event names, those that are only copied left out."""
    return (
        drawn_by(e)
        if type(e) is Refill
        else _play_cards(e)
        if type(e) is Play
        else (e.card, *uses(t, e).cards)
        if type(e) is Buy or type(e) is ThrowMarket
        else uses(t, e).cards
        if type(e) is Build or type(e) is RollOn
        else e.cards
    )


def _play_cards(e: Play) -> Iterable[str]:
    cards: list[str] = [e.card.card]
    for step in e.steps:
        cards += (step.other,) if type(step) is Swap else getattr(step, "cards", ())
    return cards


@RULES.clause(
    "dale.record.hand",
    cite(SHOPPING),
    cite(SKILLS),
    cite(STALL),
    cite("D. Take Inventory"),
    breach="{cards} cannot all come from the hand of {player}, who holds {held}{owned}",
    facts=lambda t, e: hand_facts(t, e),
    yields_to=(*OUT_OF_PLACE, "dale.record.card", "dale.stall.locked", "dale.setup.hand"),
)
def in_hand(t: Table, e: Action | RollOn | Has | ThrowMarket) -> Verdict:
    """A card used from the hand is in that hand, or can be among its unlogged cards."""
    if type(e) is Has:
        return holds_all(t, hand(e.player), e.cards)
    if not uses_hand(e):
        return SILENT
    if not holds_used(t, e):
        return False
    return type(e) is not Play or not e.steps or not faults(t, e) or not _hand_faults(t, e)


def holds_all(t: Table, zone: str, cards: Sequence[str]) -> bool:
    """Whether a zone can hold just these cards."""
    whole = zone in t.ledger.vague or len(cards) == t.ledger.size(zone)
    return whole and t.ledger.may_hold(zone, cards)


def holds_used(t: Table, e: Any) -> bool:
    """Whether the hand can hold all that an event uses from it, those of a technique's steps left out."""
    return t.ledger.may_hold(hand(e.player), from_hand(t, e))


def uses_hand(e: Any) -> bool:
    """Whether an event uses cards from the hand."""
    return bool(
        e.cards
        if type(e) is Build or type(e) is Inventory
        else e.paid
        if type(e) is Buy
        else e.by
        if type(e) is ThrowMarket
        else True
    )


def from_hand(t: Table, e: Any) -> tuple[str, ...]:
    """The cards that an event uses from the hand, those of a technique's steps left out."""
    return (
        (e.card.card,)
        if type(e) is Play or type(e) is RollOn
        else e.cards
        if type(e) is Has or type(e) is Inventory
        else uses(t, e).cards[: len(e.cards)]
        if type(e) is Build
        else uses(t, e).cards
    )


def _hand_faults(t: Table, e: Play) -> list[str]:
    wrong = faults(t, e)
    zones = {hand(player) for player in t.players} if wrong else ()
    return [fault.piece for fault in wrong if fault.zone in zones]


def hand_facts(t: Table, e: Any) -> dict[str, Any]:
    used: Sequence[str] = from_hand(t, e)
    if isinstance(e, Play) and holds_used(t, e):
        used = _hand_faults(t, e)
    held = t.hand(e.player)
    hidden = UNKNOWN in held or hand(e.player) in t.ledger.vague
    own = sorted_list(c for c, n in t.ledger.candidates(hand(e.player)).items() for _ in range(n))
    owned = Phrase(" (? being among {cards})", cards=own) if hidden else ""
    return {"player": e.player, "cards": listed(used), "held": sorted_list(held), "owned": owned}


@RULES.clause(
    "dale.record.market",
    cite(SHOPPING, 2),
    breach="{card} does not lie {where}; the market has {market}",
    facts=lambda t, e: market_facts(t, e),
    yields_to=(*OUT_OF_PLACE, "dale.record.card"),
)
def in_market(t: Table, e: Buy | Play) -> Verdict:
    """The card that is bought, taken or swapped lies in that slot of the market."""
    if isinstance(e, Buy):
        return SILENT if e.pile else lies_there(t, e.card, e.slot)
    if not e.steps:
        return SILENT
    return not faults(t, e) or not _market_faults(t, e)


def _market_faults(t: Table, e: Play) -> list[str]:
    return [fault.piece for fault in faults(t, e) if fault.zone == MARKET]


def lies_there(t: Table, card: str, slot: int | None) -> bool:
    held = t.ledger.zones[MARKET]
    if MARKET in t.ledger.vague:
        return t.ledger.may_hold(MARKET, [card])
    there = held if slot is None else held[slot : slot + 1]
    if card == UNKNOWN:
        return any(c != EMPTY for c in there)
    return card in there or (UNKNOWN in there and t.ledger.may_hold(MARKET, [card]))


def market_facts(t: Table, e: Buy | Play) -> dict[str, Any]:
    if isinstance(e, Buy):
        card, slot = str(e.card), e.slot
    else:
        card = listed(_market_faults(t, e))
        slot = next((step.slot for step in e.steps if getattr(step, "slot", None) is not None), None)  # type: ignore
    return {"card": card, "where": _where(t, slot), "market": laid_out(t)}


def _where(t: Table, slot: int | None) -> str:
    if slot is None:
        return Phrase("in the market")
    lying = t.ledger.zones[MARKET][slot : slot + 1]
    if not lying or lying == (EMPTY,):
        return Phrase("in slot +{n}, which is empty", n=slot)
    return Phrase("in slot +{n}, where {card} lies", n=slot, card=lying[0])


def laid_out(t: Table) -> str:
    """The market cards with their slots, the cheapest first."""
    lying = [f"{card} +{slot}" for slot, card in enumerate(t.ledger.zones[MARKET]) if card != EMPTY]
    return joined(lying) if lying else Phrase("no card")


@RULES.clause(
    "dale.record.pile",
    cite(SKILLS, 2),
    faq(4),
    breach="{cards} cannot come from {zone}, where there is {lying}",
    facts=lambda t, e: pile_facts(t, e),
    yields_to=(*OUT_OF_PLACE, "dale.record.card", "dale.record.hand", "dale.record.market", "dale.clean.reshuffle"),
)
def in_pile(t: Table, e: Play | Refill | Buy | Build | ThrowMarket | Pile | MarketPile) -> Verdict:
    """A card taken from a pile lies there, on top where the top card is meant; what is drawn is, or can be, what
    the deck holds."""
    if type(e) is Pile or type(e) is MarketPile:
        return holds_pile(t, e)
    if _takes_nothing(t, e):
        return SILENT
    return not faults(t, e) or not _pile_faults(t, e)


def _takes_nothing(t: Table, e: Any) -> bool:
    """Whether an event certainly takes no card from a pile."""
    return (
        not e.pile
        if type(e) is Buy
        else not e.piled
        if type(e) is Build
        else type(e) is Play and not resolving(t, e).steps
    )


@latest
def holds_pile(t: Table, e: Pile | MarketPile) -> bool:
    """Whether a pile can be the cards shown."""
    return holds_all(t, MARKET_PILE if isinstance(e, MarketPile) else pile(e.player), e.cards)


def _pile_faults(t: Table, e: Any) -> list[tuple[str, str]]:
    wrong = faults(t, e)
    elsewhere = {MARKET, *(hand(player) for player in t.players)} if wrong else ()
    return [(fault.piece, fault.zone) for fault in wrong if fault.zone not in elsewhere]


def pile_facts(t: Table, e: Any) -> dict[str, Any]:
    if isinstance(e, (Pile, MarketPile)):
        zone = MARKET_PILE if isinstance(e, MarketPile) else pile(e.player)
        return {"cards": listed(e.cards), "zone": place(zone), "lying": listed(t.ledger.zones[zone])}
    wrong = _pile_faults(t, e)
    zone = wrong[0][1] if wrong else deck(getattr(e, "player", ""))
    lying = listed(t.ledger.zones.get(zone, []))
    return {"cards": listed(c for c, _ in wrong), "zone": place(zone), "lying": lying}
