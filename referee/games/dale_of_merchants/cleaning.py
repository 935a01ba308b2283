"""Clean-up: how large the hand is to be, and what a refill leads to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import structs

from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.carry import foresee
from referee.games.dale_of_merchants.codes import HAND_SIZE, UNKNOWN
from referee.games.dale_of_merchants.events import Junk, Refill
from referee.games.dale_of_merchants.once import once
from referee.games.dale_of_merchants.registry import CHAMELEONS, copying, enlarging
from referee.games.dale_of_merchants.table import ACTING, Table, deck, hand, pile
from referee.games.dale_of_merchants.uses import copyable
from referee.rulebook import SILENT, Verdict


def after_draw(t: Table, e: Refill | Junk) -> Books:
    """The books once the cards have been drawn."""
    return foresee(t, e).books


def drawn_by(e: Refill) -> Sequence[str]:
    """All cards of a refill."""
    return _all_drawn(e) if e.then else e.cards


def _all_drawn(e: Refill) -> list[str]:
    return [*e.cards, *(card for step in e.then for card in getattr(step, "cards", ()))]


def exhausted(books: Books, player: str) -> Verdict:
    """Whether a player has nothing left to draw."""
    if books.zones[deck(player)] or books.zones[pile(player)]:
        return False
    return None if {deck(player), pile(player)} & books.vague else True


def copies_sure(t: Table, e: Refill, code: str) -> int:
    """How many copies of a card are in hand for certain after a refill."""
    return foresee(t, e).books.sure(hand(e.player), code)


def fits_hand(t: Table, e: Refill, larger: int) -> Verdict:
    """Whether a refill reached a hand that is so much larger; silent where it is not larger."""
    if not larger:
        return SILENT
    books = foresee(t, e).books
    if hand(e.player) in books.vague:
        return None
    return books.size(hand(e.player)) >= HAND_SIZE + larger or exhausted(books, e.player)


class HandSize(NamedTuple):
    """How many cards a hand is to have: from ``least`` to ``most``, as chameleons choose."""

    least: int
    most: int
    limit: int
    """What it may be at most, since a card that enlarges it may be among the unlogged."""


@once
def _just(n: int) -> HandSize:
    return HandSize(n, n, n)


def hand_size(t: Table, books: Books, player: str) -> HandSize:
    """How many cards a hand is to have that is as in these books."""
    larger = enlarging(t.sets)
    if not larger:
        return _just(HAND_SIZE)
    zone = hand(player)
    held = books.zones[zone]
    if UNKNOWN not in held and zone not in books.vague and CHAMELEONS.isdisjoint(held):
        size = HAND_SIZE
        for code, n in larger.items():
            size += n * held.count(code)
        return _just(size)
    return _size(structs.replace(t, ledger=books), player)


def _size(t: Table, player: str) -> HandSize:
    """The same where chameleons in hand may, or must, be cards that enlarge it, or unlogged cards be such."""
    sure = [n * t.ledger.sure(hand(player), code) for code, n in enlarging(t.sets).items()]
    least = most = HAND_SIZE + sum(sure)
    limit = least + _hidden(t, player)
    wanted = enlarging(t.sets).keys()
    for code in t.ledger.known(hand(player)) if copying(t.sets) else ():
        if code in CHAMELEONS:
            options = copyable(t, player, code)
            able = bool(options & wanted)
            least, most, limit = least + (options <= wanted), most + able, limit + (able or UNKNOWN in options)
    return HandSize(least, most, limit)


def _hidden(t: Table, player: str) -> int:
    """How many of the unlogged cards may enlarge the hand."""
    zone, books = hand(player), t.ledger
    if books.is_open(zone):
        return 0
    return sum(books.most(zone, code) - books.sure(zone, code) for code in enlarging_hands(t, player))


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
    size, held = hand_size(t, t.ledger, t.turn), t.ledger.size(zone)
    return True if held < size.least else None if held < size.limit and size.limit > size.most else False


def is_early(t: Table) -> bool:
    """Whether the market would be filled while the actions go on: while a bonus action is due
    and the hand is short, or right after a technique that left it short."""
    return t.stage == ACTING and bool(t.acted) and (t.bonus or bool(t.technique)) and is_short(t) is True
