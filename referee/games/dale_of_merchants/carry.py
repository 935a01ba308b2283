"""What each event does to the cards, as played: on the table's own books, or on a copy to see what cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.event import Event
from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, UNKNOWN
from referee.games.dale_of_merchants.effects import Effect, carry_out, target_of
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
from referee.games.dale_of_merchants.registry import CARDS
from referee.games.dale_of_merchants.resolving import Resolving
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
from referee.ledger import Fault


def effect(t: Table, books: Books, e: Any, card: str = UNKNOWN) -> Effect:
    return Effect(t, books, getattr(e, "player", ""), card, dry=books is not t.ledger)


def lay_market(t: Table, e: Market, books: Books) -> None:
    """The first market comes from the market deck; later it only shows what lies there."""
    if t.stage != SETUP:
        books.show(MARKET, e.cards)
        return
    effect(t, books, e).draw_market([card for card in e.cards if card != EMPTY], MARKET)
    held = books.zones[MARKET]
    cards = [card for card in held if card != EMPTY]
    held[:] = cards + [EMPTY] * (len(held) - len(cards) - sum(card != EMPTY for card in e.cards))


def show_hand(t: Table, e: Has, books: Books) -> None:
    books.show(hand(e.player), e.cards)


def show_pile(t: Table, e: Pile, books: Books) -> None:
    books.show(pile(e.player), e.cards)


def show_market_pile(t: Table, e: MarketPile, books: Books) -> None:
    books.show(MARKET_PILE, e.cards)


def buy(t: Table, e: Buy, books: Books) -> None:
    """The payment to the discard pile, what was thrown of it away, the card bought to the hand."""
    x = effect(t, books, e)
    thrown = list(e.thrown)
    for used in e.paid:
        if used.card in thrown:
            thrown.remove(used.card)
            x.throw_away([used.card], hand(e.player))
        else:
            books.move(used.card, hand(e.player), pile(e.player))
    if e.pile:
        books.move_top(e.card, MARKET_PILE, hand(e.player))
    else:
        x.from_market(e.card, slot_of(t, e), hand(e.player))


def play(t: Table, e: Play, books: Books) -> None:
    """The card leaves the hand, does what it says, and goes to the discard pile unless it went elsewhere."""
    x = effect(t, books, e, e.card.card)
    c = Resolving(t, e)
    card = CARDS[c.code]
    mine = hand(e.player)
    x.card = books.take(e.card.card, mine)
    x.target = target_of(t, e.player, c.steps)
    card.begins(x)
    carry_out(x, c.steps, card.steps)
    if not x.gone:
        books.put(x.card, mine, pile(e.player))


def build(t: Table, e: Build, books: Books) -> None:
    """The cards go to the stall: as its next stack, or into a finished one."""
    mine, place = stall(e.player), _end_of(t, e)
    for source, useds in ((hand(e.player), e.cards), (pile(e.player), e.piled)):
        for used in useds:
            books.move(used.card, source, mine)
            held = books.zones[mine]
            held.insert(place, held.pop())
            place += 1


def _end_of(t: Table, e: Build) -> int:
    """Behind which card of the stall new ones go."""
    sizes = t.stacks.get(e.player, [])
    return sum(sizes[: e.onto]) if e.onto else len(t.ledger.zones[stall(e.player)])


def inventory(t: Table, e: Inventory, books: Books) -> None:
    books.move_all(e.cards, hand(e.player), pile(e.player))


def throw_market(t: Table, e: ThrowMarket, books: Books) -> None:
    x = effect(t, books, e)
    x.renew(MARKET_DECK, MARKET_PILE, 1)
    x.books.look(MARKET_DECK, (e.card,))
    x.throw_away([e.card], MARKET_DECK)


def refill(t: Table, e: Refill, books: Books) -> None:
    x = effect(t, books, e)
    if e.shuffled:
        books.shuffle(pile(e.player), deck(e.player))
    x.draw(e.cards, e.player)
    for step in e.then:
        if isinstance(step, Draw):
            x.draw(step.cards, e.player)
        else:
            books.shuffle(pile(e.player), deck(e.player))


def junk(t: Table, e: Junk, books: Books) -> None:
    """Junk to the hand; once there is none, cards of other decks stand in for it."""
    books.mint(JUNK, JUNK_PILE, e.count - books.size(JUNK_PILE) if JUNK_PILE not in books.vague else 0)
    books.move_all([JUNK] * e.count, JUNK_PILE, hand(e.player))


def restock(t: Table, e: Restock, books: Books) -> None:
    effect(t, books, e).fill(e.cards)


CARRY: dict[type[Event], Callable[[Table, Any, Books], None]] = {
    Market: lay_market,
    Has: show_hand,
    Pile: show_pile,
    MarketPile: show_market_pile,
    Buy: buy,
    Play: play,
    Build: build,
    Inventory: inventory,
    ThrowMarket: throw_market,
    Refill: refill,
    Junk: junk,
    Restock: restock,
}


def tried(t: Table, e: Event) -> Books:
    """The books as they would be after an event; its faults are noted in them."""
    books = t.ledger.fork()
    CARRY[type(e)](t, e, books)
    return books


def faults(t: Table, e: Event) -> list[Fault]:
    """What of an event cannot be as logged."""
    return tried(t, e).faults
