"""Positions: what is stated is put in place, what is not is unknown or at its usual value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.event import Given
from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.books import OUTSIDE, Books
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, UNKNOWN
from referee.games.dale_of_merchants.events import (
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
)
from referee.games.dale_of_merchants.fog import Bag, Fog, union
from referee.games.dale_of_merchants.table import (
    ACTING,
    CLEANING,
    JUNK_PILE,
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    WON,
    Table,
    dealt_junk,
    deck,
    hand,
    own_zones,
    pile,
    stall,
    stock,
)

STAND_INS = 50
"""More junk beyond the box than any table has used."""


def position(t: Table, facts: Sequence[Given]) -> None:
    """Set the table up as stated."""
    t.ledger = _nowhere(t)
    t.stacks = {player: [] for player in t.players}
    t.begin_turn(t.players[0] if t.players else "")
    t.begun = True
    for given in sorted(facts, key=lambda given: isinstance(given, GivenOwns)):
        _GIVENS[type(given)](t, given)
    _settle(t, facts)


def _nowhere(t: Table) -> Books:
    """Books in which no card has a place yet: each is somewhere."""
    zones = t.ledger.zones
    bag = stock(len(t.players), t.sets)
    bags: dict[str, Bag] = {home: {} for home in t.ledger.fog.bags} | {OUTSIDE: bag}
    homes = dict.fromkeys(zones, OUTSIDE)
    return Books(bag, dict.fromkeys(zones, ()), homes, Fog(bags), frozenset(zones), t.ledger.loose)


def _lay(t: Table, zone: str, cards: Iterable[str]) -> None:
    """These cards, and no others, lie in a zone; they come out of what is somewhere."""
    books = t.ledger
    books.vague -= {zone}
    for card in cards:
        if card not in (UNKNOWN, EMPTY):
            _reveal(books, card)
        books.zones[zone] += (card,)


def _reveal(books: Books, card: str) -> None:
    """A card is not among the unplaced ones any more. More junk than the box has are stand-ins."""
    if card == JUNK and books.fog.bags[OUTSIDE].get(JUNK, 0) <= 0:
        books.stock = books.stock | {JUNK: books.stock.get(JUNK, 0) + 1}
    else:
        books.fog.hide(card, OUTSIDE, -1)


def _turn(t: Table, given: GivenTurn) -> None:
    if given.player in t.players:
        t.turn = given.player


def _bonus(t: Table, given: GivenBonus) -> None:
    t.acted, t.bonus = 1, True


def _cleaning(t: Table, given: GivenCleaning) -> None:
    t.stage, t.acted, t.due = CLEANING, 1, False


def _own(zone: Callable[[str], str], backwards: bool = False) -> Callable[[Table, Any], None]:
    """Put stated cards into a zone of a player."""

    def lay(t: Table, given: GivenHand | GivenDeck | GivenDiscard) -> None:
        if given.player in t.players:
            _lay(t, zone(given.player), given.cards[::-1] if backwards else given.cards)

    return lay


def _owns(t: Table, given: GivenOwns) -> None:
    """The deck and the unlogged hand cards share a pool of just these cards."""
    player, books = given.player, t.ledger
    if player not in t.players:
        return
    mine, held = deck(player), hand(player)
    for card in given.cards:
        if card != UNKNOWN:
            _reveal(books, card)
            books.fog.hide(card, player)
    for zone in own_zones(player):
        books.home[zone] = player
    if mine in books.vague and held not in books.vague:
        _lay(t, mine, [UNKNOWN] * max(0, len(given.cards) - books.zones[held].count(UNKNOWN)))
    for zone in (mine, held) if UNKNOWN in given.cards else ():
        n = books.zones[zone].count(UNKNOWN) + (zone in books.vague)
        books.fog.stray(zone, [union([(OUTSIDE,), (player,)])] * min(n, given.cards.count(UNKNOWN)))


def _stacks(t: Table, given: GivenStacks) -> None:
    if given.player in t.players:
        t.stacks[given.player] = [0] * given.count


def _stall(t: Table, given: GivenStall) -> None:
    if given.player not in t.players:
        return
    sizes = [0]
    for card in given.cards:
        if card == "|":
            sizes.append(0)
        else:
            sizes[-1] += 1
    _lay(t, stall(given.player), [card for card in given.cards if card != "|"])
    t.stacks[given.player] = sizes[: codes.STACKS] if given.cards else []


def _market(t: Table, given: GivenMarket) -> None:
    cards = given.cards[: codes.MARKET_SIZE]
    _lay(t, MARKET, [*cards, *[EMPTY] * (codes.MARKET_SIZE - len(cards))])


def _market_discard(t: Table, given: GivenMarketDiscard) -> None:
    _lay(t, MARKET_PILE, given.cards)


def _market_deck(t: Table, given: GivenMarketDeck) -> None:
    _lay(t, MARKET_DECK, [UNKNOWN] * given.count)


def _junk(t: Table, given: GivenJunk) -> None:
    _lay(t, JUNK_PILE, [JUNK] * given.count)


def _stand_ins(books: Books) -> None:
    """Among cards that nobody has stated there can be any number of stand-ins for junk."""
    books.stock = books.stock | {JUNK: books.stock.get(JUNK, 0) + STAND_INS}
    books.fog.hide(JUNK, OUTSIDE, STAND_INS)


_GIVENS: dict[type[Given], Callable[[Table, Any], None]] = {
    GivenTurn: _turn,
    GivenBonus: _bonus,
    GivenCleaning: _cleaning,
    GivenHand: _own(hand),
    GivenDeck: _own(deck, backwards=True),
    GivenDiscard: _own(pile),
    GivenOwns: _owns,
    GivenStacks: _stacks,
    GivenStall: _stall,
    GivenMarket: _market,
    GivenMarketDiscard: _market_discard,
    GivenMarketDeck: _market_deck,
    GivenJunk: _junk,
}


def _settle(t: Table, facts: Sequence[Given]) -> None:
    """What was left out: a full market, the junk pile as dealt, an empty stall; piles, decks and hands unknown."""
    books = t.ledger
    if MARKET in books.vague:
        _lay(t, MARKET, [UNKNOWN] * codes.MARKET_SIZE)
    if JUNK_PILE in books.vague:
        left = books.fog.bags[OUTSIDE].get(JUNK, 0)
        _lay(t, JUNK_PILE, [JUNK] * min(left, dealt_junk(len(t.players), t.sets)))
    for player in t.players:
        if not t.stacks[player]:
            books.vague -= {stall(player)}
    if any(deck(player) in books.vague or pile(player) in books.vague for player in t.players):
        _stand_ins(books)
    t.stage = t.stage if any(isinstance(given, GivenCleaning) for given in facts) else ACTING
    done = [player for player in t.players if t.finished(player) >= codes.STACKS]
    if done:
        t.stage, t.winner = WON, done[0]
