"""The legal moves of Castle Merchants, found constructively.

Nothing here asks the clauses: what may be played is built up from the table, and the tests
play the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from referee.event import Ended, Event
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants import legend
from referee.games.castle_merchants.paths import cut_points, reach
from referee.games.castle_merchants.pieces import (
    BUYS,
    COIN,
    HAND,
    MEADOW,
    SLIDE,
    SPECIAL,
    TYPES,
    UNKNOWN,
    WAREHOUSE,
    WARES,
)
from referee.games.castle_merchants.table import PILE, PLAYED, STORE, Table, Turn, hand

if TYPE_CHECKING:
    from random import Random

Moves = Iterable[Event]


def legal(t: Table) -> list[Event]:
    """All that may certainly be played next, by whomever, each once."""
    if t.closed:
        return []
    if t.winner:
        return [Ended((t.winner,))]
    return [move for player in actors(t) for move in _of(t, player)]


def actors(t: Table) -> list[str]:
    """Whose turn it is, or may be."""
    return [player for player in dict.fromkeys(t.players) if t.turn in (player, "") or player == t.aside]


def _of(t: Table, player: str) -> Moves:
    now = t.state(player)
    cards = [card for card in TYPES if t.may_hold(hand(player), (card,))]
    pairs = [pair for pair in combinations_with_replacement(TYPES, 2) if t.may_hold(hand(player), pair)]
    yield from _sales(t, player, now)
    yield from _loads(t, player)
    yield from _rolls(t, player, now, pairs)
    yield from _uses(t, player, now)
    yield from _walks(t, player, now, cards)
    yield from _places(t, player, cards)
    yield from _removals(t, player, pairs)
    yield from _slides(t, player, now)
    yield from _ends(t, player, now)


def free(t: Table) -> list[str]:
    """The empty path spaces."""
    return [space for space in t.map.paths if space not in t.tiles and space not in t.slides]


def loose(t: Table) -> dict[str, str]:
    """The path tiles that may be taken off the board."""
    if "" in t.at.values():
        return {}
    stood_on = set(t.at.values())
    return {s: tile for s, tile in sorted(t.tiles.items()) if s not in t.slides and s not in stood_on}


def landings(t: Table, source: str = "") -> list[str]:
    """Where a rock slide may be put without cutting anything off, one being lifted from ``source``."""
    spaces = [*t.map.paths, *([MEADOW] if t.readings["castle.reading.slide-on-meadow"] == "yes" else [])]
    blocked = t.slides.keys() - {source}
    everywhere = t.readings["castle.reading.blocking"] == "any"
    stood_on = set(t.at.values())
    if "" in stood_on:
        spaces = [space for space in spaces if space not in t.tiles and space != MEADOW]
    cuts = cut_points(t.map.neighbours, blocked, None if everywhere else {*SPECIAL, *stood_on})
    if "" in stood_on and not everywhere:
        cuts |= cut_points(t.map.neighbours, blocked)
    bare = (s for s in spaces if s not in t.slides and s not in cuts)
    return [s for s in bare if s not in stood_on or (s not in t.tiles and s != MEADOW)]


def _slides(t: Table, player: str, now: Turn) -> Moves:
    if not now.slid and t.slides_of(player):
        yield from (ev.Slide(player, space) for space in landings(t))


def _places(t: Table, player: str, cards: list[str]) -> Moves:
    spaces, lifted = free(t), loose(t)
    for card in cards:
        left = t.supply(card)
        sources = [""] if left else [s for s, tile in lifted.items() if tile == card and left is not None]
        yield from (ev.Place(player, card, space, source) for source in sources for space in spaces)


def _walks(t: Table, player: str, now: Turn, cards: list[str]) -> Moves:
    site = t.site(player)
    if now.stopped or not site:
        return
    beside = t.map.around(site)
    gates = [space for space in beside if space in SPECIAL and space not in t.slides]
    for card in cards:
        yield from (ev.Walk(player, card, (goal,)) for goal in gates)
        ends = sorted(reach(t.map.neighbours, site, t.of_type(card)))
        yield from (ev.Walk(player, card, (goal,)) for goal in ends)


def _removals(t: Table, player: str, pairs: list[tuple[str, str]]) -> Moves:
    for space in loose(t):
        yield from (ev.Remove(player, space, pair) for pair in pairs)


def _rolls(t: Table, player: str, now: Turn, pairs: list[tuple[str, str]]) -> Moves:
    castle = t.castle_of(player)
    fresh = now.entered == castle or t.readings["castle.reading.late-roll"] == "yes"
    stops: list[tuple[str, ...]] = [()] if castle and fresh and not now.rolled else []
    for cards in [*stops, *pairs]:
        yield from (ev.Roll(player, face, cards) for face in legend.FACES)


def _uses(t: Table, player: str, now: Turn) -> Moves:
    """What the roll that is open may be used for."""
    if not now.die:
        return
    tiles = legend.possible(t.legend, now.die)
    for tile in tiles:
        named = tile if len(tiles) > 1 else ""
        spaces = landings(t) if tile == SLIDE else free(t)
        if t.supply(tile):
            yield from (ev.DiePlace(player, space, named) for space in spaces)
    yield from _lifts(t, player, tiles)
    yield ev.DieNone(player)


def _lifts(t: Table, player: str, tiles: tuple[str, ...]) -> Moves:
    spaces = free(t)
    for source, tile in loose(t).items():
        if tile in tiles:
            yield ev.DieRemove(player, source)
            yield from (ev.DieMove(player, source, space) for space in spaces)
    for source in sorted(t.slides) if SLIDE in tiles else ():
        yield ev.DieRemove(player, source)
        yield from (ev.DieMove(player, source, space) for space in landings(t, source))


def _sales(t: Table, player: str, now: Turn) -> Moves:
    castle = t.castle_of(player)
    late = t.readings["castle.reading.late-sale"] == "yes"
    ware = BUYS.get(castle, "")
    if ware and ware in t.cart(player) and ware not in now.sold and (late or now.entered == castle):
        coins = [coin for coin in sorted(COIN, reverse=True) if _brings(t, castle, coin)]
        yield from (ev.Sell(player, ware, coin) for coin in [*coins, 0])


def _brings(t: Table, castle: str, coin: int) -> bool:
    """Whether a sale certainly brings this coin; the first of unknown ones may be any."""
    left = t.left_in(castle)
    if left is not None:
        return left[:1] == [coin]
    taken = t.taken.get(castle, [])
    known = [value for value in COIN if t.may_lie_in(castle, value)]
    first = not taken and not t.coins_gone
    return coin in known and (first or coin == max(known)) and coin <= min([*taken, coin])


def _loads(t: Table, player: str) -> Moves:
    if t.site(player) == WAREHOUSE:
        missing = [w for w in WARES if w not in t.cart(player) and t.ledger.may_hold(STORE, (w,))]
        for n in range(1, len(missing) + 1):
            yield from (ev.Load(player, wares) for wares in combinations(missing, n))


def _ends(t: Table, player: str, now: Turn) -> Moves:
    """Drawing what is due, ending the turn where nothing is, and rebuilding."""
    due = t.due(player)
    short = t.readings["castle.reading.draw-short"] == "yes"
    for n in () if due is None else range(0 if short else due, due + 1):
        if n:
            yield ev.Draw(player, (UNKNOWN,) * n)
        elif now.played or t.readings["castle.reading.empty-turn"] == "allowed":
            yield ev.Done(player)
    held, left = t.hand_size(player), t.drawable()
    if not now.played and held is not None and held < HAND and (left is None or left > 0):
        yield ev.Rebuild(player)


def chance(t: Table, random: Random) -> Event | None:
    """A new pile from the played cards, where the old one has run out."""
    empty = t.size(PILE) == 0 and t.readings["castle.reading.empty-pile"] == "reshuffle"
    return ev.Reshuffle() if empty and t.size(PLAYED) and not (t.winner or t.closed) else None
