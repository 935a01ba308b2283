"""What somebody might try: every legal move, and for each rule moves that break it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import Any

from referee.event import Ended, Event
from referee.games.dale_of_merchants.codes import MARKET_SIZE, UNKNOWN
from referee.games.dale_of_merchants.events import (
    Build,
    Buy,
    Inventory,
    Junk,
    Play,
    Refill,
    Restock,
    RollOn,
    Used,
)
from referee.games.dale_of_merchants.moves.choices import copies_of, groups, is_known, known_hand, useds
from referee.games.dale_of_merchants.moves.legal import legal
from referee.games.dale_of_merchants.moves.techniques import plays
from referee.games.dale_of_merchants.registry import CARDS
from referee.games.dale_of_merchants.table import MARKET, Table, pile, stall
from referee.games.dale_of_merchants.uses import identity


def tries(t: Table) -> Iterable[Event]:
    """All legal moves, and some others, each once."""
    sure = legal(t)
    seen = {repr(move) for move in sure}
    yield from sure
    for move in _tried(t):
        if repr(move) not in seen:
            seen.add(repr(move))
            yield move


def _tried(t: Table) -> Iterator[Event]:
    for player in t.players:
        yield Ended((player,))
        if player != t.turn:
            yield Inventory(player)
            yield Refill(player, (UNKNOWN,))
    if t.turn in t.players:
        yield from _buys(t, t.turn)
        yield from _builds(t, t.turn)
        yield from _plays(t, t.turn)
        yield from _cleaning(t, t.turn)
        yield Inventory(t.turn)


def _pairs(t: Table, player: str, in_stack: bool) -> list[tuple[Used, ...]]:
    """One or two hand cards, in the order in which the legal moves name them."""
    parts = [use for uses, count in groups(t, player, in_stack) for use in uses[:3] for _ in range(min(2, count))]
    some = [*((use,) for use in parts), *combinations(parts, 2)]
    return list(
        dict.fromkeys(useds(each) for each in some if len({u.used.card for u in each}) > 1 or len(set(each)) == 1)
    )


def _buys(t: Table, player: str) -> Iterator[Event]:
    held: tuple[Any, ...] = t.ledger.zones[MARKET][:MARKET_SIZE]
    for slot, card in enumerate(held):
        if card == UNKNOWN:
            continue
        said = slot if held.count(card) > 1 else None
        for paid in islice(_pairs(t, player, False), 40):
            yield Buy(player, "M4" if card == "-" else card, paid, slot if card == "-" else said)
        yield Buy(player, "M4" if card == "-" else card, (), slot if card == "-" else said)


def _builds(t: Table, player: str) -> Iterator[Event]:
    number = t.next_stack(player)
    for cards in islice(_pairs(t, player, True), 60):
        yield Build(player, cards)
        if number < 8:
            yield Build(player, cards, stack=number + 1)
        if t.finished(player):
            yield Build(player, cards, onto=1)
    top = t.ledger.zones[pile(player)][-1:]
    hand_ = _pairs(t, player, True)[:1]
    plain = bool(top) and top[0] != UNKNOWN and not CARDS[top[0]].copies and not CARDS[top[0]].counts
    allowed = any("dale.build.from-hand" in CARDS[identity(t, player, u)].lifts for some in hand_ for u in some)
    if plain and hand_ and not allowed:
        yield Build(player, hand_[0], (Used(top[0]),))
    placed = [card for card in t.ledger.zones[stall(player)] if card not in (UNKNOWN, *t.hand(player))]
    if placed and is_known(t, player):
        yield Inventory(player, (placed[0],))


def _plays(t: Table, player: str) -> Iterator[Event]:
    for card in dict.fromkeys(known_hand(t, player)):
        for used in copies_of(t, player, card)[:3]:
            kind = CARDS[identity(t, player, used)]
            if not kind.technique:
                yield Play(player, used)
            elif len(kind.steps) > 1:
                yield from islice(_backwards(plays(t, player, used)), 2)
        if CARDS[card].ability != "roll" and len(copies_of(t, player, card)) == 1:
            yield RollOn(player, 1, copies_of(t, player, card)[0])


def _backwards(moves: Iterable[Play]) -> Iterator[Play]:
    """Techniques with their steps in the wrong order."""
    for move in moves:
        if len({type(step) for step in move.steps}) > 1:
            yield Play(move.player, move.card, move.steps[::-1])


def _cleaning(t: Table, player: str) -> Iterator[Event]:
    for n in (1, 2, 3, 6):
        yield Refill(player, (UNKNOWN,) * n)
        yield Junk(player, n)
    for n in range(MARKET_SIZE + 1):
        yield Restock((UNKNOWN,) * n)
