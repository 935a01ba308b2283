"""How moves of Dale of Merchants are written.

Cards by code (``M1``, ``S5a``, ``j``) or by name (``swift-broker``). A card as used may say what
it is a copy of and what it counts: ``C1=M2``, ``S5a=6``, ``C1=S5a=6``. Unlogged cards that are
drawn or taken may be given by number: ``draw 3`` is ``draw ? ? ?``.
"""

from __future__ import annotations

import re
from typing import Any

from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.codes import EMPTY, UNKNOWN
from referee.games.dale_of_merchants.events import (
    Build,
    Buy,
    Discard,
    Draw,
    Fill,
    Give,
    GivenBonus,
    GivenCleaning,
    GivenDeck,
    GivenDiscard,
    GivenHand,
    GivenJunk,
    GivenMarket,
    GivenMarketDeck,
    GivenMarketDiscard,
    GivenOwns,
    GivenStacks,
    GivenStall,
    GivenTurn,
    Guess,
    Has,
    Inventory,
    Junk,
    Keep,
    Market,
    MarketPile,
    Mix,
    Pile,
    Play,
    Put,
    Refill,
    Reshuffle,
    Restock,
    Return,
    Roll,
    RollOn,
    Set,
    Swap,
    Take,
    Throw,
    ThrowMarket,
    Used,
)
from referee.games.dale_of_merchants.registry import CARDS, slug
from referee.language import Phrase, say
from referee.notation import Form
from referee.words import Kind, Names, number, pick

_NAMES = {slug(card.name): card.code for card in CARDS.values() if card.code in codes.FACES} | {"junk": codes.JUNK}
_SPELLINGS = (*codes.ALL, *_NAMES)
_CARD = Phrase("a card (M1 to C5b, its name, j or ?)")


def read_card(text: str, _: Names = ()) -> str:
    """The code of a card from its code or name. Raises ValueError."""
    found = pick(text, _SPELLINGS, prefixes=False)
    return _NAMES.get(found, found)


def _or(other: str) -> Any:
    """A reader of cards that also reads one other word."""
    return lambda text, names: other if text == other else read_card(text, names)


def _used(text: str, _: Names) -> Used:
    first, *more = text.split("=")
    copies = [read_card(part) for part in more if not part.isdigit()]
    counts = [int(part) for part in more if part.isdigit() and len(part) < 3]
    if len(copies) > 1 or len(counts) > 1 or len(copies) + len(counts) != len(more) or any(n > 20 for n in counts):
        raise ValueError
    return Used(read_card(first), copies[0] if copies else None, counts[0] if counts else None)


def _show_used(used: Used) -> str:
    said = (used.copies, used.counts)
    return "=".join([used.card, *(str(part) for part in said if part is not None)])


def _hidden(text: str, _: Names) -> tuple[str, ...]:
    if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) > 60:
        raise ValueError
    return (UNKNOWN,) * int(text)


def _show_hidden(cards: tuple[str, ...]) -> str:
    if not cards or set(cards) != {UNKNOWN}:
        raise ValueError(say("not a mere number of cards"))
    return str(len(cards))


def _show_one(cards: tuple[str, ...]) -> str:
    (card,) = cards
    return card


def _slot(text: str, _: Names) -> int:
    if not re.fullmatch(r"\+[0-4]", text):
        raise ValueError
    return int(text[1])


def _value(text: str, _: Names) -> tuple[str, int]:
    card, _sign, value = text.partition("=")
    if not re.fullmatch(r"[0-9]{1,2}", value) or int(value) > 20:
        raise ValueError
    return read_card(card), int(value)


CARD = Kind(_CARD, read_card, choices=lambda _: _SPELLINGS)
SLOT_CARD = CARD._replace(name=Phrase("a card (M1 to C5b, its name, j or ?, - for an empty slot)"), read=_or(EMPTY))
STALL_CARD = CARD._replace(name=Phrase("a card (M1 to C5b, its name, j or ?, | between stacks)"), read=_or("|"))
USED = Kind(
    Phrase('{card}, as a copy "C1=M2" or counting "S5a=6"', card=_CARD), _used, _show_used, lambda _: _SPELLINGS
)
HIDDEN = Kind(Phrase("how many cards"), _hidden, _show_hidden)
ONE = Kind(_CARD, lambda text, names: (read_card(text, names),), _show_one, lambda _: _SPELLINGS)
SLOT = Kind(Phrase("a slot (+0 to +4)"), _slot, lambda slot: f"+{slot}")
VALUE = Kind(Phrase('a card and its value, such as "j=3"'), _value, lambda pair: f"{pair[0]}={pair[1]}")
STACK = number(Phrase("a stack"), 0, 8)
PIPS = number(Phrase("the die"), 0, 3)
WORTH = number(Phrase("a value"), 0, 20)
COUNT = number(Phrase("how many"), 0, 99)

DRAWS = (Form(Draw, "draw {cards}", cards=HIDDEN), Form(Draw, "draw {cards*}", cards=CARD))
RESHUFFLE = Form(Reshuffle, "reshuffle")
STEPS = (
    Form(Discard, "discard {cards*} [by {player}]", cards=CARD),
    Form(Throw, "throw {cards*}", cards=CARD),
    *DRAWS,
    Form(Take, "take {cards} [from {player}]", cards=HIDDEN),
    Form(Take, "take {cards} {slot}", cards=ONE, slot=SLOT),
    Form(Take, "take {cards*} [from {player}]", cards=CARD),
    Form(Take, "take at {slot} {cards*} [from {player}]", cards=CARD, slot=SLOT),
    Form(Keep, "keep {cards*}", cards=CARD),
    Form(Return, "return {cards*}", cards=CARD),
    Form(Give, "give {cards*} to {player}", cards=CARD),
    Form(
        Swap,
        "swap {card} for {other} [{slot}] [of {player}] [in {stack}]",
        card=CARD,
        other=CARD,
        slot=SLOT,
        stack=STACK,
    ),
    Form(Roll, "roll {pips}", pips=PIPS),
    Form(Guess, "guess {value} by {player}", value=WORTH),
    Form(Set, "value {card,value}", card=VALUE),
    Form(Put, "build {card}", card=USED),
    Form(Fill, "fill {cards}", cards=HIDDEN),
    Form(Fill, "fill {cards*}", cards=CARD),
    Form(Mix, "mix with {player} [into {cards+}]", cards=CARD),
    RESHUFFLE,
)
_PAID: dict[str, Any] = {"card": CARD, "slot": SLOT, "paid": USED, "thrown": CARD}
_THEN: dict[str, Any] = {"then": (*DRAWS, RESHUFFLE)}

FORMS = (
    Form(Market, "market {cards*}", cards=SLOT_CARD),
    Form(Has, "{player} has {cards}", cards=HIDDEN),
    Form(Has, "{player} has {cards*}", cards=CARD),
    Form(Pile, "{player} pile {cards*}", cards=CARD),
    Form(MarketPile, "pile {cards*}", cards=CARD),
    Form(Buy, "{player} buy {card} [{slot}] with {paid*} [throw {thrown+}]", **_PAID),
    Form(Buy, "{player} buy {card} [{slot}] from discard with {paid*} [throw {thrown+}]", pile=True, **_PAID),
    Form(Play, "{player} play {card} [: {steps;}]", card=USED, steps=STEPS),
    Form(
        Build,
        "{player} build {cards*} [from discard {piled+}] [as {stack}] [onto {onto}]",
        cards=USED,
        piled=USED,
        stack=STACK,
        onto=STACK,
    ),
    Form(Inventory, "{player} inventory {cards*}", cards=CARD),
    Form(RollOn, "{player} roll {pips} on {card}", pips=PIPS, card=USED),
    Form(ThrowMarket, "{player} throw market {card} [with {by}]", card=CARD, by=USED),
    Form(Refill, "{player} reshuffle", shuffled=True),
    Form(Refill, "{player} reshuffle ; draw {cards} [; {then;}]", shuffled=True, cards=HIDDEN, **_THEN),
    Form(Refill, "{player} reshuffle ; draw {cards*} [; {then;}]", shuffled=True, cards=CARD, **_THEN),
    Form(Refill, "{player} draw {cards} [; {then;}]", cards=HIDDEN, **_THEN),
    Form(Refill, "{player} draw {cards*} [; {then;}]", cards=CARD, **_THEN),
    Form(Junk, "{player} junk {count}", count=COUNT),
    Form(Restock, "refill {cards}", cards=HIDDEN),
    Form(Restock, "refill {cards*}", cards=CARD),
    Form(GivenTurn, "given turn {player}"),
    Form(GivenBonus, "given bonus"),
    Form(GivenCleaning, "given cleaning"),
    Form(GivenMarket, "given market {cards*}", cards=SLOT_CARD),
    Form(GivenMarketDiscard, "given market-discard {cards*}", cards=CARD),
    Form(GivenMarketDeck, "given market-deck {count}", count=COUNT),
    Form(GivenJunk, "given junk {count}", count=COUNT),
    Form(GivenHand, "given {player} hand {cards}", cards=HIDDEN),
    Form(GivenHand, "given {player} hand {cards*}", cards=CARD),
    Form(GivenDeck, "given {player} deck {cards}", cards=HIDDEN),
    Form(GivenDeck, "given {player} deck {cards*}", cards=CARD),
    Form(GivenDiscard, "given {player} discard {cards*}", cards=CARD),
    Form(GivenOwns, "given {player} owns {cards*}", cards=CARD),
    Form(GivenStacks, "given {player} stacks {count}", count=STACK),
    Form(GivenStall, "given {player} stall {cards*}", cards=STALL_CARD),
)
