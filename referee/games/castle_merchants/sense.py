"""A player with some sense, for simulated games: by blind choice among the legal moves they would not end.

Everybody heads for the nearest castle that still pays for a ware on the cart, laying the path as
they go; now and then comes a whim, so that every kind of move is played.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.event import Event
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.paths import reach
from referee.games.castle_merchants.pieces import BUYS, CAP, GOAL, SPECIAL, WAREHOUSE
from referee.games.castle_merchants.table import Table, hand

if TYPE_CHECKING:
    from random import Random

Kinds = Mapping[type, list[Event]]
WHIM = 0.12
"""How often a player does something for no reason."""

MADE_UP: dict[int, str] = {
    3: "fromage 3 2 2, muslin 3 2 2, excalibur 4 3 2, gemstone 4 3 2, chianti 5 4 3 2",
    4: "fromage 3 2 2 1, muslin 3 2 2 1, excalibur 4 3 2 1, gemstone 4 3 2 1, chianti 5 4 3 3 2",
}
"""Coins for three and four players, made up: the printed ones are on the board only."""


def tags(players: int, random: Random) -> dict[str, str]:
    """The headers of a simulated game."""
    return {"coins": MADE_UP[players]} if players in MADE_UP else {}


def choose(t: Table, moves: Sequence[Event], random: Random) -> Event:
    """One of these legal moves."""
    kinds: defaultdict[type, list[Event]] = defaultdict(list)
    for move in moves:
        kinds[type(move)].append(move)
    if t.turn not in t.players or len(moves) == 1:
        return random.choice(moves)
    return _urgent(t, kinds) or _whim(t, kinds, random) or _sensible(t, kinds, random) or _end(t, kinds, random)


def _urgent(t: Table, kinds: Kinds) -> Event | None:
    """A sale for gold, as long as that leaves enough for whoever is to reach 18; then a full cart."""
    for sale in kinds[ev.Sell]:
        assert isinstance(sale, ev.Sell)
        if sale.coin and _may_take(t, sale):
            return sale
    return max(kinds[ev.Load], key=lambda move: len(getattr(move, "wares", ())), default=None)


def _may_take(t: Table, sale: ev.Sell) -> bool:
    leader = max(t.players, key=lambda player: t.gold[player])
    coins = [t.left_in(castle) for castle in BUYS]
    left = sum(GOAL if castle is None else sum(castle) for castle in coins)
    return sale.player == leader or left - sale.coin + t.gold[leader] >= GOAL


def _whim(t: Table, kinds: Kinds, random: Random) -> Event | None:
    """Anything but a sale, once in a while; what a roll may be used for always."""
    uses: list[type] = [ev.DiePlace, ev.DieMove, ev.DieRemove, ev.DieNone]
    wanted = [kind for kind in uses if kinds[kind]] if t.now.die else []
    if not wanted and random.random() < WHIM:
        wanted = [kind for kind in sorted(kinds, key=lambda kind: kind.__name__) if kinds[kind] and kind is not ev.Sell]
    return random.choice(kinds[random.choice(wanted)]) if wanted else None


def _sensible(t: Table, kinds: Kinds, random: Random) -> Event | None:
    """A step towards the goal, or a tile for the next step."""
    if t.now.played >= CAP and random.random() < 0.4:
        return None
    site = t.site(t.turn)
    far = _distances(t, _goal(t, t.turn))
    here = far.get(site, 0) or len(far)  # whoever stands at the goal has to come again
    steps = [move for move in kinds[ev.Walk] if isinstance(move, ev.Walk) and far.get(move.route[-1], here) < here]
    if steps:
        return min(steps, key=lambda move: (far[move.route[-1]], move.route[-1], move.card))
    ahead = {space for space in t.map.around(site) if far.get(space, here) < here and space not in SPECIAL}
    tiles = [m for m in kinds[ev.Place] if isinstance(m, ev.Place) and m.space in ahead and _has_two(t, m.tile)]
    return random.choice(tiles) if tiles and not t.now.stopped else None


def _has_two(t: Table, card: str) -> bool:
    return t.may_hold(hand(t.turn), (card, card))


def _goal(t: Table, player: str) -> str:
    """The nearest castle that pays for a ware on the cart; the warehouse for new wares."""
    cart = t.cart(player)
    paying = [castle for castle, ware in BUYS.items() if ware in cart and t.left_in(castle) != []]
    far = _distances(t, t.site(player))
    return min(paying, key=lambda castle: (far.get(castle, 99), castle), default=WAREHOUSE)


def _distances(t: Table, goal: str) -> dict[str, int]:
    """How many steps it is from each space to a goal, around the rock slides."""
    before = reach(t.map.neighbours, goal, t.map.neighbours.keys() - t.slides.keys())
    far = {goal: 0}
    for space, step in before.items():  # in the order in which they were reached
        far[space] = far[step] + 1
    return far


def _end(t: Table, kinds: Kinds, random: Random) -> Event:
    """The end of the turn, with as many cards as can be had."""
    for kind in (ev.Draw, ev.Rebuild, ev.Done):
        if kinds[kind]:
            return kinds[kind][-1]
    return random.choice([move for moves in kinds.values() for move in moves])
