"""All that may certainly be played next, by whomever, each once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, islice

from referee.event import Ended, Event
from referee.games.dale_of_merchants.carry import tried
from referee.games.dale_of_merchants.cleaning import hand_size
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, MARKET_SIZE, STACKS, UNKNOWN, in_order, printed
from referee.games.dale_of_merchants.events import (
    Build,
    Buy,
    Inventory,
    Junk,
    Play,
    Refill,
    Reshuffle,
    Restock,
    RollOn,
    ThrowMarket,
    Used,
)
from referee.games.dale_of_merchants.moves.choices import (
    MOST,
    Use,
    copies_of,
    groups,
    known_hand,
    selections,
    subsets,
    useds,
    uses_of,
)
from referee.games.dale_of_merchants.moves.techniques import plays
from referee.games.dale_of_merchants.registry import CARDS
from referee.games.dale_of_merchants.rules import LATE_ABILITY, RESHUFFLE
from referee.games.dale_of_merchants.table import (
    ACTING,
    CLEANING,
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    WON,
    Table,
    deck,
    hand,
    pile,
)
from referee.games.dale_of_merchants.uses import identity


def legal(t: Table) -> list[Event]:
    """All legal moves, none twice."""
    if t.stage == WON:
        return [Ended((t.winner,))]
    if t.stage not in (ACTING, CLEANING) or t.turn not in t.players:
        return []
    moves: list[Event] = []
    if t.stage == ACTING:
        moves += actions(t, t.turn)
    moves += abilities(t, t.turn)
    if t.acted:
        moves += cleaning(t, t.turn)
    return list(dict.fromkeys(moves))


def actions(t: Table, player: str) -> Iterator[Event]:
    """The four actions, where one is due; the next stack alone, where that may be built at once."""
    if t.due or t.again:
        yield from builds(t, player)
    if t.due:
        yield from buys(t, player)
        yield from techniques(t, player)
        yield from (Inventory(player, cards) for cards in subsets(known_hand(t, player)))


# Buying


def buys(t: Table, player: str) -> Iterator[Buy]:
    """Every market card with every payment that covers it and does not overpay it."""
    payments = [some for some in islice(selections(groups(t, player, False), 99), MOST) if some]
    held = t.ledger.zones[MARKET]
    for slot, card in enumerate(held[:MARKET_SIZE]):
        if card in (EMPTY, UNKNOWN):
            continue
        said = slot if held.count(card) > 1 else None
        for some in payments:
            if _pays(some, printed(card) + slot):
                yield from _with_thrown(Buy(player, card, useds(some), said), some)
    yield from _buys_from_pile(t, player, payments)


def _buys_from_pile(t: Table, player: str, payments: list[tuple[Use, ...]]) -> Iterator[Buy]:
    top = t.top(MARKET_PILE)
    for some in payments if top not in ("", UNKNOWN) else ():
        if _lifts(some, "dale.record.market") and _pays(some, printed(top)):
            yield from _with_thrown(Buy(player, top, useds(some), pile=True), some)


def _pays(some: tuple[Use, ...], price: int) -> bool:
    over = sum(use.value for use in some) - price
    return over == 0 or (over > 0 and (over < min(use.value for use in some) or _lifts(some, "dale.buy.overpay")))


def _lifts(some: Iterable[Use], clause: str) -> bool:
    return any(clause in CARDS[use.code].lifts for use in some)


def _with_thrown(buy: Buy, some: tuple[Use, ...]) -> Iterator[Buy]:
    """Where Essential Purchase is bought, up to three junk of the payment may be thrown away."""
    yield buy
    junk = [use.used.card for use in some if use.code == JUNK] if buy.card == "P3" else []
    for n in range(1, min(3, len(junk)) + 1):
        yield Buy(buy.player, buy.card, buy.paid, buy.slot, buy.pile, tuple(junk[:n]))


# Building


def builds(t: Table, player: str) -> Iterator[Build]:
    """Every stack that the hand, with what it allows from the discard pile, can make."""
    number = t.next_stack(player)
    if number > STACKS:
        return
    for some in islice(selections(groups(t, player, True), number), MOST):
        left = number - sum(use.value for use in some)
        if some and _fits(some):
            if not left:
                yield Build(player, useds(some))
            yield from (Build(player, useds(some), useds(more)) for more in _from_pile(t, player, some, left) if more)


def _fits(some: tuple[Use, ...]) -> bool:
    """One set and no junk, unless a card in the stack allows it."""
    kinds = {use.kind for use in some}
    if JUNK in kinds and not _lifts(some, "dale.build.no-junk"):
        return False
    return len(kinds - {JUNK}) <= 1 or _lifts(some, "dale.build.one-set")


def _from_pile(t: Table, player: str, some: tuple[Use, ...], left: int) -> Iterator[tuple[Use, ...]]:
    """Cards of the discard pile that bring a stack up to its number, one for each card that allows it."""
    allowed = sum("dale.build.from-hand" in CARDS[use.code].lifts for use in some)
    if not allowed or left <= 0:
        return
    held = t.ledger.zones[pile(player)]
    lying = [card for card in in_order(dict.fromkeys(held)) if card != UNKNOWN]
    uses = [use for card in lying for use in uses_of(t, player, card, True)]
    for n in range(1, allowed + 1):
        for more in combinations_with_replacement(uses, n):
            enough = all(held.count(use.used.card) >= _count(more, use) for use in more)
            if enough and sum(use.value for use in more) == left:
                yield more


def _count(more: tuple[Use, ...], use: Use) -> int:
    return sum(other.used.card == use.used.card for other in more)


# Techniques and abilities


def techniques(t: Table, player: str) -> Iterator[Play]:
    for card in dict.fromkeys(known_hand(t, player)):
        for used in copies_of(t, player, card):
            if CARDS[identity(t, player, used)].technique:
                yield from plays(t, player, used)


def abilities(t: Table, player: str) -> Iterator[Event]:
    """Rolls, and throwing away the top of the market deck, for cards that have not been used so this turn."""
    held = known_hand(t, player)
    for card in dict.fromkeys(held):
        if _unused(t, held, card):
            for used in _as_ability(t, player, card, "roll"):
                yield from (RollOn(player, pips, used) for pips in range(4))
    if t.ledger.size(MARKET_DECK) + t.ledger.size(MARKET_PILE) or MARKET_DECK in t.ledger.vague:
        yield from _throws(t, player, held)


def _throws(t: Table, player: str, held: list[str]) -> Iterator[ThrowMarket]:
    top = t.ledger.zones[MARKET_DECK][-1:] or [UNKNOWN]
    able = [card for card in dict.fromkeys(held) if _unused(t, held, card)]
    if any(CARDS[card].ability == "throw" for card in able):
        yield ThrowMarket(player, top[0])
    for card in able:
        if not CARDS[card].ability:
            for used in _as_ability(t, player, card, "throw"):
                yield ThrowMarket(player, top[0], used)


def _as_ability(t: Table, player: str, card: str, ability: str) -> list[Used]:
    """The uses of a card, itself or as a copy, that have an ability."""
    if CARDS[card].ability == ability:
        return [Used(card)]
    return [used for used in copies_of(t, player, card) if CARDS[identity(t, player, used)].ability == ability]


def _unused(t: Table, held: list[str], card: str) -> bool:
    used = sum(mark.used for mark in t.marks if mark.card == card)
    late = t.drawn.count(card) if t.stage == CLEANING and t.readings[LATE_ABILITY] == "no" else 0
    return held.count(card) > used + late


# Clean-up


def cleaning(t: Table, player: str) -> Iterator[Event]:
    """Drawing, or taking junk, while the hand is short; else the market."""
    size = hand_size(t, t.ledger, player)
    if hand(player) in t.ledger.vague or size.limit > size.most:
        return
    held = t.ledger.size(hand(player))
    there = drawable(t, player)
    if there is None:
        return
    for count in range(1, min(there, MOST_DRAWN) + 1):
        if fills(t, player, count, there):
            yield draw_hidden(t, player, count)
    for due in range(max(1, size.least - held), size.most - held + 1) if not there else ():
        yield from _junk(t, player, due, held)
    if t.filled or held >= size.least:
        yield from _restock(t)


def _junk(t: Table, player: str, due: int, held: int) -> Iterator[Event]:
    if t.readings["dale.reading.junk-fill"] == "five":
        due = 5 - held
    if due > 0:
        yield Junk(player, due)


def drawable(t: Table, player: str) -> int | None:
    """How many cards are left to draw, the discard pile included."""
    if {deck(player), pile(player)} & t.ledger.vague:
        return None
    return t.ledger.size(deck(player)) + t.ledger.size(pile(player))


MOST_DRAWN = 12
"""More cards than that nobody draws in clean-up."""


def fills(t: Table, player: str, count: int, there: int) -> bool:
    """Whether so many cards drawn unseen certainly fill the hand, or are all there are, and none too many."""
    books = tried(t, Refill(player, (UNKNOWN,) * count))
    size, held = hand_size(t, books, player), books.size(hand(player))
    if size.limit > size.most and count < there:
        return False
    before = tried(t, Refill(player, (UNKNOWN,) * (count - 1))) if count > 1 else t.ledger
    return held <= hand_size(t, before, player).most and (held >= size.least or count == there)


def draw_hidden(t: Table, player: str, count: int) -> Refill:
    """So many cards drawn unseen; a deck that this uses up is made anew where the table plays so."""
    at_once = t.readings[RESHUFFLE] == "at-once" and t.ledger.size(deck(player)) == count
    then = (Reshuffle(),) if at_once and t.ledger.size(pile(player)) else ()
    return Refill(player, (UNKNOWN,) * count, then=then)


def _restock(t: Table) -> Iterator[Restock]:
    if {MARKET_DECK, MARKET_PILE} & t.ledger.vague:
        return
    left = t.ledger.size(MARKET_DECK) + t.ledger.size(MARKET_PILE)
    yield Restock((UNKNOWN,) * max(0, min(MARKET_SIZE - t.ledger.size(MARKET), left)))
