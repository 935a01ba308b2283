"""What each event does to the cards, as played.

It is worked out on books of its own, which the clauses look at to see what cannot be, and which
become the table's once the event is carried out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.event import Event
from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, MARKET_SIZE, UNKNOWN
from referee.games.dale_of_merchants.effects import Effect, carry_out
from referee.games.dale_of_merchants.events import (
    Build,
    Buy,
    Draw,
    Has,
    Inventory,
    Junk,
    Market,
    MarketPile,
    Pile,
    Play,
    Refill,
    Restock,
    ThrowMarket,
)
from referee.games.dale_of_merchants.latest import latest, latest_reading
from referee.games.dale_of_merchants.registry import CARDS
from referee.games.dale_of_merchants.resolving import resolving
from referee.games.dale_of_merchants.shopping import slot_of
from referee.games.dale_of_merchants.table import (
    JUNK_PILE,
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    SETUP,
    Table,
    deck,
    hand,
    pile,
    stall,
)
from referee.games.dale_of_merchants.uses import uses
from referee.ledger import Fault


def _lay_market(x: Effect, e: Market) -> None:
    """The first market comes from the market deck; later it only shows what lies there."""
    if x.t.stage != SETUP:
        x.books.show(MARKET, e.cards)
        return
    x.draw_market([card for card in e.cards if card != EMPTY], MARKET)
    held = x.books.zones[MARKET]
    cards = [card for card in held if card != EMPTY]
    x.books.lay(MARKET, cards + [EMPTY] * (len(held) - len(cards) - sum(card != EMPTY for card in e.cards)))


def _show_hand(x: Effect, e: Has) -> None:
    x.books.show(hand(e.player), e.cards)


def _show_pile(x: Effect, e: Pile) -> None:
    x.books.show(pile(e.player), e.cards)


def _show_market_pile(x: Effect, e: MarketPile) -> None:
    x.books.show(MARKET_PILE, e.cards)


def _buy(x: Effect, e: Buy) -> None:
    """The payment to the discard pile, what was thrown of it away, the card bought to the hand."""
    if e.thrown:
        _throw_some(x, e, list(e.thrown))
    else:
        x.books.move_all(uses(x.t, e).cards, hand(e.player), pile(e.player))
    if e.pile:
        x.books.move_top(e.card, MARKET_PILE, hand(e.player))
    else:
        x.from_market(e.card, slot_of(x.t, e), hand(e.player))


def _throw_some(x: Effect, e: Buy, thrown: list[str]) -> None:
    """The payment to the discard pile, but for what of it was thrown away."""
    for card in uses(x.t, e).cards:
        if card in thrown:
            thrown.remove(card)
            x.throw_away([card], hand(e.player))
        else:
            x.books.move(card, hand(e.player), pile(e.player))


def _play(x: Effect, e: Play) -> None:
    """The card leaves the hand, does what it says, and goes to the discard pile unless it went elsewhere.

    Of a card that was not logged nobody can tell what its steps mean.
    """
    c = resolving(x.t, e)
    if c.code == UNKNOWN and c.steps:
        x.books.forget(map(stall, x.t.players))
        return
    card = CARDS[c.code]
    x.card = x.books.take(e.card.card, hand(e.player))
    card.begins(x)
    carry_out(x, c.steps, card.steps)
    if not x.gone:
        x.books.put(x.card, pile(e.player))


def _build(x: Effect, e: Build) -> None:
    """The cards go to the stall: as its next stack, or into a finished one."""
    cards, n = uses(x.t, e).cards, len(e.cards)
    for source, some in ((hand(e.player), cards[:n]), (pile(e.player), cards[n:])):
        if some:
            x.books.move_all(some, source, stall(e.player))
    if e.onto:
        _insert(x, e, len(cards))


def _insert(x: Effect, e: Build, n: int) -> None:
    """The last cards of the stall belong to a finished stack."""
    held, sizes = x.books.zones[stall(e.player)], x.t.stacks.get(e.player, [])
    end = len(held) - n
    place = min(end, sum(sizes[: e.onto]))
    x.books.lay(stall(e.player), held[:place] + held[end:] + held[place:end])


def _inventory(x: Effect, e: Inventory) -> None:
    x.books.move_all(e.cards, hand(e.player), pile(e.player))


def _throw_market(x: Effect, e: ThrowMarket) -> None:
    x.renew(MARKET_DECK, MARKET_PILE, 1)
    x.books.look(MARKET_DECK, (e.card,))
    x.throw_away([e.card], MARKET_DECK)


def _refill(x: Effect, e: Refill) -> None:
    if e.shuffled:
        x.books.shuffle(pile(e.player), deck(e.player))
    x.draw(e.cards, e.player)
    for step in e.then:
        if isinstance(step, Draw):
            x.draw(step.cards, e.player)
        else:
            x.books.shuffle(pile(e.player), deck(e.player))


def _junk(x: Effect, e: Junk) -> None:
    """Junk to the hand; once there is none, cards of other decks stand in for it."""
    books = x.books
    books.mint(JUNK, JUNK_PILE, e.count - books.size(JUNK_PILE) if JUNK_PILE not in books.vague else 0)
    books.move_all([JUNK] * e.count, JUNK_PILE, hand(e.player))


def _restock(x: Effect, e: Restock) -> None:
    held = x.books.zones[MARKET]
    if e.cards or EMPTY in held or len(held) < MARKET_SIZE:  # else it is full
        x.fill(e.cards)


CARRY: dict[type[Event], Callable[[Effect, Any], None]] = {
    Market: _lay_market,
    Has: _show_hand,
    Pile: _show_pile,
    MarketPile: _show_market_pile,
    Buy: _buy,
    Play: _play,
    Build: _build,
    Inventory: _inventory,
    ThrowMarket: _throw_market,
    Refill: _refill,
    Junk: _junk,
    Restock: _restock,
}


def _carried_out(t: Table, e: Any) -> Effect:
    effect = Effect(t, e.player, t.ledger.fork())
    CARRY[type(e)](effect, e)
    return effect


resolve, foresee = latest_reading(_carried_out), latest(_carried_out)
"""A technique, and any other event, carried out on trial; where cards go hangs on readings only for techniques."""


def foreseen(t: Table, e: Event) -> Effect:
    """An event carried out on trial."""
    return resolve(t, e) if type(e) is Play else foresee(t, e)


def tried(t: Table, e: Event) -> Books:
    """The books as they would be after an event, not to be written on; its faults are noted in them."""
    return foreseen(t, e).books


def faults(t: Table, e: Event) -> list[Fault]:
    """What of an event cannot be as logged."""
    return foreseen(t, e).books.faults


def happen(t: Table, e: Event) -> None:
    """The cards are where the event puts them."""
    t.ledger = foresee(t, e).books


def take_effect(t: Table, e: Play) -> None:
    """The same for a technique, of which something else may be remembered, too."""
    effect = resolve(t, e)
    t.ledger = effect.books
    for remember in effect.memories:
        remember(t)
