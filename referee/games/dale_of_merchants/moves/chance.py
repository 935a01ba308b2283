"""What the table does by itself: the market, draws, and showing cards that moved unseen."""

from __future__ import annotations

from random import Random

from referee.event import Event
from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.carry import tried
from referee.games.dale_of_merchants.cleaning import HandSize, hand_size
from referee.games.dale_of_merchants.codes import MARKET_SIZE, UNKNOWN
from referee.games.dale_of_merchants.events import (
    Has,
    Junk,
    Market,
    MarketPile,
    Pile,
    Refill,
    Reshuffle,
    Restock,
)
from referee.games.dale_of_merchants.moves.legal import builds
from referee.games.dale_of_merchants.rules import JUNK_FILL, RESHUFFLE
from referee.games.dale_of_merchants.table import (
    ACTING,
    CLEANING,
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    SETUP,
    Table,
    deck,
    hand,
    pile,
)


def chance(t: Table, random: Random) -> Event | None:
    """The first market; what moved unseen, shown; the clean-up of a player who has no action left."""
    if t.stage == SETUP:
        return Market(tuple(_deal(t.ledger.fork(), MARKET_DECK, MARKET_SIZE, random)))
    if t.stage not in (ACTING, CLEANING) or t.turn not in t.players:
        return None
    shown = _shown(t, random)
    if shown is not None or t.due or not t.acted or (t.again and any(builds(t, t.turn))):
        return shown
    return _clean_up(t, random)


def _deal(books: Books, zone: str, count: int, random: Random) -> list[str]:
    """The top cards of a deck, drawn at random where they are unlogged; the books are written on."""
    dealt = []
    for _ in range(min(count, books.size(zone))):
        top = len(books.zones[zone]) - 1
        if books.zones[zone][top] == UNKNOWN:
            books.name(zone, top, _guess(books, zone, random))
        dealt.append(books.take(books.zones[zone][top], zone, top))
    return dealt


def _guess(books: Books, zone: str, random: Random) -> str:
    """What an unlogged card of a zone may turn out to be."""
    bag = books.candidates(zone)
    return random.choices(list(bag), list(bag.values()))[0] if bag else UNKNOWN


def _shown(t: Table, random: Random) -> Event | None:
    """A zone that all can see, or the hand of the player to act, with what was unlogged there named."""
    crossing = any(letter in t.sets for letter in "RO")  # cards go from hand to hand
    hands = [hand(player) for player in (t.from_seat(t.turn) if crossing else [t.turn])]
    zones = [MARKET, MARKET_PILE, *(pile(player) for player in t.players), *hands]
    for zone in zones:
        held = t.ledger.zones[zone]
        if UNKNOWN in held and zone not in t.ledger.vague:
            cards = _named(t, zone, random)
            if cards != list(held):
                return _showing(t, zone, cards)
    return None


def _named(t: Table, zone: str, random: Random) -> list[str]:
    books = t.ledger.fork()
    for i, card in enumerate(books.zones[zone]):
        if card == UNKNOWN:
            books.name(zone, i, _guess(books, zone, random))
    return list(books.zones[zone])


def _showing(t: Table, zone: str, cards: list[str]) -> Event:
    if zone == MARKET:
        return Market(tuple(cards))
    if zone == MARKET_PILE:
        return MarketPile(tuple(cards))
    owner = next(player for player in t.players if zone in (pile(player), hand(player)))
    return Has(owner, tuple(cards)) if zone == hand(owner) else Pile(owner, tuple(cards))


def _clean_up(t: Table, random: Random) -> Event | None:
    """Draw, else take junk, else fill the market."""
    player = t.turn
    vague = {deck(player), pile(player), hand(player), MARKET_DECK, MARKET_PILE} & t.ledger.vague
    if vague:
        return None
    size = hand_size(t, t.ledger, player)
    if t.ledger.size(hand(player)) < size.least and not t.filled:
        return _draw(t, random) or Junk(player, _junk_due(t, size))
    if t.ledger.size(hand(player)) < size.least and not t.ledger.size(deck(player)) + t.ledger.size(pile(player)):
        due = _junk_due(t, size)
        return Junk(player, due) if due else _restock(t, random)
    return _restock(t, random)


def _junk_due(t: Table, size: HandSize) -> int:
    least = 5 if t.readings[JUNK_FILL] == "five" else size.least
    return max(0, least - t.ledger.size(hand(t.turn)))


def _draw(t: Table, random: Random) -> Refill | None:
    """Draw until the hand has its size; None where there is nothing to draw."""
    player, cards = t.turn, []
    books = t.ledger.fork()
    mine, held = deck(player), hand(player)
    while books.size(held) < hand_size(t, books, player).least:
        if not books.size(mine):
            if not books.size(pile(player)):
                break
            books.shuffle(pile(player), mine)
        card = _deal(books, mine, 1, random)[0]
        cards.append(card)
        books.put(card, held)
    if not cards:
        return None
    return _with_reshuffle(t, Refill(player, tuple(cards)))


def _with_reshuffle(t: Table, e: Refill) -> Refill:
    """Where the table plays so, a deck that is used up is made anew at once."""
    books = tried(t, e)
    if t.readings[RESHUFFLE] == "at-once" and not books.size(deck(e.player)) and books.size(pile(e.player)):
        return Refill(e.player, e.cards, then=(Reshuffle(),))
    return e


def _restock(t: Table, random: Random) -> Restock:
    books = t.ledger.fork()
    due = MARKET_SIZE - books.size(MARKET)
    cards = _deal(books, MARKET_DECK, due, random)
    if len(cards) < due and books.size(MARKET_PILE):
        books.shuffle(MARKET_PILE, MARKET_DECK)
        cards += _deal(books, MARKET_DECK, due - len(cards), random)
    return Restock(tuple(cards))
