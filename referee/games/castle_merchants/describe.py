"""A table as the statements of a position: the other way round of ``given`` lines."""

from __future__ import annotations

from referee.event import Given
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.pieces import CASTLES, TILES_EACH, TYPES, UNKNOWN, in_order
from referee.games.castle_merchants.table import PILE, Table, hand


def describe(t: Table) -> tuple[Given, ...]:
    """All that a position can say of this table; it cannot say what was sold this turn, nor what a roll is for."""
    return (*_turn(t), *_board(t), *_stocks(t), *(given for player in t.players for given in _player(t, player)))


def _turn(t: Table) -> list[Given]:
    now = t.now
    stated: list[Given] = [ev.GivenTurn(t.turn)] if t.turn in t.players else []
    stated += [ev.GivenPlayed(now.played)] if now.played else []
    stated += [ev.GivenEntered(now.entered)] if now.entered and t.site(t.turn) == now.entered else []
    return [*stated, *([ev.GivenStopped()] if now.stopped else [])]


def _board(t: Table) -> list[Given]:
    lying = {s: tile for s, tile in t.tiles.items() if s in t.map.paths and s not in t.slides and tile != UNKNOWN}
    stated: list[Given] = []
    for type in TYPES:
        spaces = tuple(sorted(space for space, tile in lying.items() if tile == type))
        stated += [ev.GivenTile(type, spaces)] if spaces else []
    for space in sorted(space for space in t.slides if t.map.has(space)):
        over = t.tiles.get(space, "") if space in t.map.paths else ""
        stated.append(ev.GivenSlide(space, over if over != UNKNOWN else ""))
    return stated


def _stocks(t: Table) -> list[Given]:
    pile = t.size(PILE)
    stated: list[Given] = [ev.GivenPile(pile)] if pile is not None else []
    for type in TYPES:
        left = t.supply(type)
        lying = sum(tile == type for tile in t.tiles.values())
        stated += [ev.GivenSupply(type, left)] if left is not None and left + lying < TILES_EACH else []
    coins = [(castle, t.left_in(castle)) for castle in CASTLES]
    return [*stated, *(ev.GivenCoins(castle, tuple(left)) for castle, left in coins if left is not None)]


def _player(t: Table, player: str) -> list[Given]:
    site, slides = t.site(player), t.slides_of(player)
    stated: list[Given] = [ev.GivenAt(player, site)] if site and t.map.has(site) else []
    if t.hand_size(player) is not None:
        stated.append(ev.GivenHand(player, tuple(in_order(t.ledger.pieces(hand(player))))))
    stated += [ev.GivenGold(player, min(70, t.gold[player]))] if t.gold.get(player) else []
    stated.append(ev.GivenCart(player, tuple(t.cart(player))))
    return [*stated, *([ev.GivenSlides(player, min(10, slides))] if slides is not None else [])]
