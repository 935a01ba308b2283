"""Moves that people try in Castle Merchants, legal or not."""

from __future__ import annotations

from collections.abc import Iterable

from referee.event import Ended, Event
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.moves import Moves, actors, legal
from referee.games.castle_merchants.pieces import COIN, HAND, MEADOW, SELLS_AT, TYPES, UNKNOWN, WARES
from referee.games.castle_merchants.table import Table, hand


def tries(t: Table) -> Iterable[Event]:
    """What somebody might try: every legal move, and for each rule moves that break it."""
    yield from legal(t)
    for player in actors(t) or t.players[:1]:
        yield from _acts(t, player)
    yield from _of_others(t)
    yield from (Ended((player,)) for player in t.players)


def _acts(t: Table, player: str) -> Moves:
    yield from _walks(t, player)
    yield from _places(t, player)
    yield from _removals(t, player)
    yield from _slides(t, player)
    yield from _dice(t, player)
    yield from _sales(t, player)
    yield from _ends(t, player)


def landmarks(t: Table) -> list[str]:
    """A few spaces of each sort: free, with a tile, with a rock slide, special."""
    bare = [s for s in t.map.paths if s not in t.tiles and s not in t.slides]
    return [*bare[:2], *bare[-1:], *sorted(t.tiles)[:4], *sorted(t.slides)[:2], MEADOW, *SELLS_AT.values()]


def held_types(t: Table, player: str) -> list[str]:
    """The types that a player may hold, and of the others one."""
    may = [card for card in TYPES if t.may_hold(hand(player), (card,))]
    return may + [card for card in TYPES if card not in may][:1]


def _walks(t: Table, player: str) -> Moves:
    goals = dict.fromkeys([*t.map.around(t.site(player)), *landmarks(t), *sorted(t.tiles), *t.map.spaces[:1]])
    for card in held_types(t, player):
        yield from (ev.Walk(player, card, (goal,)) for goal in goals)


def _places(t: Table, player: str) -> Moves:
    for tile in held_types(t, player):
        yield from (ev.Place(player, tile, space) for space in landmarks(t))
        sources = sorted(t.tiles)[:3]
        yield from (ev.Place(player, tile, space, source) for source in sources for space in landmarks(t)[:3])


def _removals(t: Table, player: str) -> Moves:
    may = [card for card in TYPES if t.may_hold(hand(player), (card, card))]
    for card in may[:1]:
        yield from (ev.Remove(player, space, (card, card)) for space in landmarks(t))
        yield from (ev.Remove(player, space, (card,)) for space in sorted(t.tiles)[:1])


def _slides(t: Table, player: str) -> Moves:
    yield from (ev.Slide(player, space) for space in dict.fromkeys([*t.map.spaces, *sorted(t.slides)]))


def _dice(t: Table, player: str) -> Moves:
    yield from (ev.Roll(player, face) for face in (4, 6))
    for space in landmarks(t):
        yield from (ev.DiePlace(player, space), ev.DieRemove(player, space))
        yield from (ev.DieMove(player, source, space) for source in [*sorted(t.tiles)[:3], *sorted(t.slides)[:2]])
    yield ev.DieNone(player)


def _sales(t: Table, player: str) -> Moves:
    for ware in WARES:
        yield ev.Load(player, (ware,))
        yield from (ev.Sell(player, ware, coin) for coin in (0, *COIN))


def _ends(t: Table, player: str) -> Moves:
    yield from (ev.Draw(player, (UNKNOWN,) * n) for n in range(1, HAND + 1))
    yield ev.Rebuild(player)
    yield ev.Rebuild(player, (UNKNOWN, UNKNOWN))
    yield ev.Done(player)


def _of_others(t: Table) -> Moves:
    """What players might do out of turn."""
    mine = actors(t)
    for player in (player for player in dict.fromkeys(t.players) if player not in mine):
        yield from (ev.Draw(player, (UNKNOWN,)), ev.Done(player), ev.Rebuild(player))
        yield from (ev.Slide(player, space) for space in landmarks(t)[:1])
