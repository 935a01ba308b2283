"""Clean-up: how large the hand is to be, and what a refill leads to."""

from __future__ import annotations

from msgspec import structs

from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.carry import tried
from referee.games.dale_of_merchants.codes import HAND_SIZE, UNKNOWN
from referee.games.dale_of_merchants.events import Junk, Refill
from referee.games.dale_of_merchants.registry import CARDS, copying, enlarging
from referee.games.dale_of_merchants.table import ACTING, Table, deck, hand, pile
from referee.games.dale_of_merchants.uses import copyable
from referee.rulebook import SILENT, Verdict


def after_draw(t: Table, e: Refill | Junk) -> Books:
    """The books once the cards have been drawn."""
    return tried(t, e)


def drawn_by(e: Refill) -> list[str]:
    """All cards of a refill."""
    if not e.then:
        return list(e.cards)
    return [*e.cards, *(card for step in e.then for card in getattr(step, "cards", ()))]


def exhausted(books: Books, player: str) -> Verdict:
    """Whether a player has nothing left to draw."""
    if books.size(deck(player)) or books.size(pile(player)):
        return False
    return None if {deck(player), pile(player)} & books.vague else True


def copies_sure(t: Table, e: Refill, code: str) -> int:
    """How many copies of a card are in hand for certain after a refill."""
    return after_draw(t, e).sure(hand(e.player), code)


def fits_hand(t: Table, e: Refill, larger: int) -> Verdict:
    """Whether a refill reached a hand that is so much larger; silent where it is not larger."""
    if not larger:
        return SILENT
    books = after_draw(t, e)
    if hand(e.player) in books.vague:
        return None
    return books.size(hand(e.player)) >= HAND_SIZE + larger or exhausted(books, e.player)


class HandSize:
    """How many cards a hand is to have: from ``least`` to ``most``, as chameleons choose."""

    def __init__(self, t: Table, books: Books, player: str) -> None:
        larger = enlarging(t.sets)
        self.least = self.most = self.limit = HAND_SIZE
        """``limit`` is what it may be at most, since a card that enlarges it may be among the unlogged."""
        if larger:
            self._add_seen(larger, books, hand(player))
            self._add_copies(larger, structs.replace(t, ledger=books) if copying(t.sets) else None, player)
            self._add_hidden(larger, t, books, player)

    def _add_seen(self, larger: dict[str, int], books: Books, zone: str) -> None:
        self.least += sum([n * books.sure(zone, code) for code, n in larger.items()])
        self.most = self.limit = self.least

    def _add_copies(self, larger: dict[str, int], t: Table | None, player: str) -> None:
        """Chameleons in hand: some must, some may, some perhaps may be such a card."""
        for code in t.ledger.known(hand(player)) if t is not None else ():
            if t is not None and CARDS[code].copies is not None:
                options = copyable(t, player, code)
                able = bool(options & larger.keys())
                self.least += options <= larger.keys()
                self.most += able
                self.limit += able or UNKNOWN in options

    def _add_hidden(self, larger: dict[str, int], t: Table, books: Books, player: str) -> None:
        zone = hand(player)
        if UNKNOWN in books.zones[zone] or zone in books.vague:
            able = enlarging_hands(structs.replace(t, ledger=books), player)
            self.limit += sum(books.most(zone, code) - books.sure(zone, code) for code in able)


def enlarging_hands(t: Table, player: str) -> list[str]:
    """The cards that enlarge the hand, and those that may turn out to be a copy of one."""
    larger = enlarging(t.sets)
    wanted = {*larger, UNKNOWN}
    return [*larger, *(code for code in copying(t.sets) if larger and copyable(t, player, code) & wanted)]


def is_short(t: Table) -> bool | None:
    """Whether the player whose turn it is has to draw, or take junk."""
    zone = hand(t.turn)
    if zone not in t.ledger.zones or zone in t.ledger.vague:
        return None
    size, held = HandSize(t, t.ledger, t.turn), t.ledger.size(zone)
    return True if held < size.least else None if held < size.limit and size.limit > size.most else False


def is_early(t: Table) -> bool:
    """Whether the market would be filled while the actions go on: while a bonus action is due
    and the hand is short, or right after a technique that left it short."""
    if t.stage != ACTING or not t.acted:
        return False
    return (t.bonus or bool(t.technique)) and is_short(t) is True
