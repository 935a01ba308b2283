"""A table as the statements of a position: the other way round of ``given`` lines."""

from __future__ import annotations

from collections.abc import Iterable

from referee.event import Given
from referee.games.dale_of_merchants import events as ev
from referee.games.dale_of_merchants.codes import JUNK_CARDS, UNKNOWN, in_order
from referee.games.dale_of_merchants.table import (
    ACTING,
    CLEANING,
    JUNK_PILE,
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    Table,
    deck,
    hand,
    pile,
    stall,
)


def describe(t: Table) -> tuple[Given, ...]:
    """All that a position can say of this table. It cannot say what a card counts more or has been used for this
    turn, nor that an action has been taken while no clean-up has begun; of cards that changed hands unseen
    only how many they are."""
    if t.stage not in (ACTING, CLEANING):
        return ()
    return (*_turn(t), *_market(t), *(given for player in t.players for given in _player(t, player)))


def _turn(t: Table) -> Iterable[Given]:
    yield ev.GivenTurn(t.turn)
    if t.stage == CLEANING:
        yield ev.GivenCleaning()
    elif t.bonus:
        yield ev.GivenBonus()


def _market(t: Table) -> Iterable[Given]:
    books = t.ledger
    if MARKET not in books.vague:
        yield ev.GivenMarket(_cards(books.zones[MARKET]))
    if MARKET_PILE not in books.vague:
        yield ev.GivenMarketDiscard(_cards(books.zones[MARKET_PILE]))
    if MARKET_DECK not in books.vague:
        yield ev.GivenMarketDeck(min(99, books.size(MARKET_DECK)))
    if JUNK_PILE not in books.vague:
        yield ev.GivenJunk(min(JUNK_CARDS, books.size(JUNK_PILE)))


def _player(t: Table, player: str) -> Iterable[Given]:
    zones, vague = t.ledger.zones, t.ledger.vague
    if hand(player) not in vague:
        yield ev.GivenHand(player, _cards(in_order(zones[hand(player)])))
    owned = _owned(t, player)
    if owned is not None:
        yield ev.GivenOwns(player, _cards(in_order(owned)))
    if deck(player) not in vague and (owned is None or set(zones[deck(player)]) - {UNKNOWN}):
        yield ev.GivenDeck(player, _cards(reversed(zones[deck(player)])))
    if pile(player) not in vague:
        yield ev.GivenDiscard(player, _cards(zones[pile(player)]))
    yield from _stall(t, player)


def _owned(t: Table, player: str) -> list[str] | None:
    """The cards in the deck and the unlogged ones of the hand, if it is known for certain which they are."""
    books = t.ledger
    hidden = sum(books.zones[zone].count(UNKNOWN) for zone in (deck(player), hand(player)))
    bag = books.fog.bags.get(player, {})
    cards = [card for card, n in bag.items() for _ in range(n)]
    sure = books.fog.is_plain and books.home[deck(player)] == player and not {deck(player), hand(player)} & books.vague
    return cards if sure and len(cards) == hidden else None


def _stall(t: Table, player: str) -> Iterable[Given]:
    sizes, held = t.stacks.get(player, []), iter(t.ledger.zones[stall(player)])
    if not all(sizes):
        yield ev.GivenStacks(player, min(8, len(sizes)))
    elif sizes:
        stacks = [[next(held, UNKNOWN) for _ in range(size)] for size in sizes]
        parts = [part for stack in stacks[:8] for part in ("|", *stack)][1:]
        yield ev.GivenStall(player, tuple(parts))


def _cards(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(cards)
