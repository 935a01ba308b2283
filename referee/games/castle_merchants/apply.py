"""How each event changes the table, as played: nothing here refuses, however absurd the event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.event import Ended, Event, Position
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants import legend
from referee.games.castle_merchants.pieces import COIN, GOAL, SELLS_AT, SLIDE, SPECIAL, TILE, UNKNOWN
from referee.games.castle_merchants.position import position
from referee.games.castle_merchants.table import (
    BOARD,
    PILE,
    PLAYED,
    SHOWN,
    STORE,
    SUPPLY,
    Table,
    Turn,
    cart,
    hand,
    heap,
    purse,
    treasury,
)

# Turns


def begin(t: Table, player: str) -> Turn:
    """The turn that an act of a player belongs to; one that nobody will look at where it comes too late."""
    if t.turn == player:
        pass
    elif t.turn == "":
        t.turn = player
    elif t.aside == player and t.aside_turn is not None:
        t.turn, t.now, t.aside, t.aside_turn = player, t.aside_turn, "", None
    elif t.is_late(player):
        return Turn()
    else:
        t.turn, t.now, t.aside, t.aside_turn = player, Turn(), t.turn, t.now
    t.last = ""
    return t.now


def _finish(t: Table, player: str, how: str) -> None:
    """The turn is over, and the next player's begins."""
    late = t.is_late(player)
    begin(t, player)
    if late:
        return
    t.last, t.ended = player, how
    t.turn, t.now = t.after(player), Turn()
    t.aside, t.aside_turn = "", None
    if t.turns is not None:
        t.turns += 1


# Cards


def _spend(t: Table, player: str, cards: tuple[str, ...]) -> Turn:
    """Play these cards."""
    now = begin(t, player)
    t.ledger.move_all(cards, hand(player), PLAYED)
    now.played += len(cards)
    return now


def _take(t: Table, player: str, cards: Iterable[str]) -> None:
    """Draw these cards; where the pile runs out, the played cards make a new one if the table plays so."""
    reshuffles = t.readings["castle.reading.empty-pile"] == "reshuffle"
    for card in cards:
        if reshuffles and t.size(PILE) == 0:
            _shuffle(t)
        t.ledger.move(card, PILE, hand(player))


def _shuffle(t: Table) -> None:
    ledger = t.ledger
    ledger.pour(PLAYED, PILE)
    ledger.vague.discard(PLAYED)
    ledger.hide(PILE)
    for player in t.players:
        if ledger.zones[hand(player)].get(UNKNOWN, 0) < 0:
            ledger.hide(hand(player))


def _reshuffle(t: Table, e: ev.Reshuffle) -> None:
    _shuffle(t)


def _has(t: Table, e: ev.Has) -> None:
    """The hand is what is shown: unknown cards in it become known."""
    zone, ledger = hand(e.player), t.ledger
    known = Counter({card: n for card, n in ledger.zones[zone].items() if card != UNKNOWN})
    size = t.size(zone)
    if size is not None:
        ledger.move_all([UNKNOWN] * (len(e.cards) - size), PILE, zone)
    fresh = list((Counter(e.cards) - known).elements())
    ledger.move_all([c for c in fresh if c != UNKNOWN or size is None], zone, SHOWN)
    ledger.vague.discard(zone)
    ledger.pour(SHOWN, zone)
    _put_back(t, zone, Counter(e.cards))


def _put_back(t: Table, zone: str, shown: Counter[str]) -> None:
    """What lies in a hand beyond the number shown goes back to the pile."""
    surplus = t.ledger.size(zone) - shown.total()
    extra = (Counter(t.ledger.pieces(zone)) - shown).elements()
    for card in [*extra, *([UNKNOWN] * max(0, surplus))][: max(0, surplus)]:
        t.ledger.move(card, zone, PILE)


# Tiles and rock slides


def _lay(t: Table, space: str, tile: str) -> None:
    """Put a tile from the supply on a space; what lay there goes back."""
    _lift(t, space)
    t.ledger.move(TILE.get(tile, UNKNOWN), SUPPLY, BOARD)
    t.tiles[space] = tile


def _lift(t: Table, space: str) -> str:
    """Put the tile on a space back on its stack; returns its type, "" if there was none."""
    tile = t.tiles.pop(space, "")
    if tile:
        t.ledger.move(TILE.get(tile, UNKNOWN), BOARD, SUPPLY)
    return tile


def _cover(t: Table, space: str, owner: str) -> None:
    """Put a rock slide on a space."""
    _clear(t, space)
    if t.readings["castle.reading.under-slide"] == "supply":
        _lift(t, space)
    t.ledger.move(TILE[SLIDE], heap(owner) if owner else SUPPLY, BOARD)
    t.slides[space] = owner


def _clear(t: Table, space: str) -> None:
    """Take the rock slide off a space: to the supply, or to its owner if the table plays so."""
    if space in t.slides:
        owner = t.slides.pop(space)
        back = t.readings["castle.reading.die-slide"] == "owner" and owner
        t.ledger.move(TILE[SLIDE], BOARD, heap(owner) if back else SUPPLY)


def _slide(t: Table, e: ev.Slide) -> None:
    begin(t, e.player).slid = True
    _cover(t, t.map.name(e.space), e.player)


def _place(t: Table, e: ev.Place) -> None:
    _spend(t, e.player, (e.played,))
    moved = _take_off(t, t.map.name(e.source)) if e.source else ""
    _lay(t, t.map.name(e.space), moved or e.tile)


def _take_off(t: Table, space: str) -> str:
    """Take the rock slide off a space if there is one, else the tile; returns the tile's type."""
    if space in t.slides:
        _clear(t, space)
        return ""
    return _lift(t, space)


def _remove(t: Table, e: ev.Remove) -> None:
    _spend(t, e.player, e.cards)
    _take_off(t, t.map.name(e.space))


# The die


def _roll(t: Table, e: ev.Roll) -> None:
    now = _spend(t, e.player, e.cards)
    if not e.cards:
        now.stopped = now.rolled = True
    now.die, now.used = e.face, False


def _use(t: Table, player: str, tile: str) -> None:
    """The roll has been used for a tile of this type, which tells what its face stands for."""
    now = begin(t, player)
    if now.die and tile in legend.possible(t.legend, now.die):
        t.legend[str(now.die)] = tile
    now.die, now.used = 0, True


def _die_place(t: Table, e: ev.DiePlace) -> None:
    space, tile = t.map.name(e.space), t.die_tile(e)
    _use(t, e.player, tile)
    if tile == SLIDE:
        _cover(t, space, "")
    else:
        _lay(t, space, tile)


def _die_move(t: Table, e: ev.DieMove) -> None:
    source, space = t.map.name(e.source), t.map.name(e.space)
    _use(t, e.player, t.lying(source))
    if source in t.slides:
        owner = t.slides.pop(source)
        _clear(t, space)
        if t.readings["castle.reading.under-slide"] == "supply":
            _lift(t, space)
        t.slides[space] = owner
    elif source in t.tiles:
        tile = t.tiles.pop(source)
        _lift(t, space)
        t.tiles[space] = tile


def _die_remove(t: Table, e: ev.DieRemove) -> None:
    space = t.map.name(e.space)
    _use(t, e.player, t.lying(space))
    _take_off(t, space)


def _die_none(t: Table, e: ev.DieNone) -> None:
    _use(t, e.player, "")


# Merchants


def _walk(t: Table, e: ev.Walk) -> None:
    now = _spend(t, e.player, (e.card,))
    goal = t.map.name(e.route[-1])
    t.at[e.player] = goal
    now.entered = goal if goal in SPECIAL else ""


def _sell(t: Table, e: ev.Sell) -> None:
    now = begin(t, e.player)
    now.stopped = True
    now.sold[e.ware] = e.coin
    t.ledger.move(e.ware, cart(e.player), STORE)
    if e.coin:
        _pay(t, e.player, t.castle_of(e.player) or SELLS_AT[e.ware], e.coin)


def _pay(t: Table, player: str, castle: str, coin: int) -> None:
    t.ledger.move(COIN[coin], treasury(castle), purse(player))
    t.taken.setdefault(castle, []).append(coin)
    t.gold[player] = t.gold.get(player, 0) + coin
    if t.gold[player] >= GOAL and not t.winner:
        t.winner = player


def _load(t: Table, e: ev.Load) -> None:
    begin(t, e.player).stopped = True
    t.ledger.move_all(e.wares, STORE, cart(e.player))


# The end of a turn


def _draw(t: Table, e: ev.Draw) -> None:
    _take(t, e.player, e.cards)
    _finish(t, e.player, "draw")


def _rebuild(t: Table, e: ev.Rebuild) -> None:
    _take(t, e.player, e.cards)
    _finish(t, e.player, "rebuild")


def _done(t: Table, e: ev.Done) -> None:
    _finish(t, e.player, "done")


def _ended(t: Table, e: Ended) -> None:
    t.closed = True


APPLY: Mapping[type[Event], Callable[[Table, Any], None]] = {
    ev.Has: _has,
    ev.Place: _place,
    ev.Walk: _walk,
    ev.Remove: _remove,
    ev.Roll: _roll,
    ev.DiePlace: _die_place,
    ev.DieMove: _die_move,
    ev.DieRemove: _die_remove,
    ev.DieNone: _die_none,
    ev.Slide: _slide,
    ev.Sell: _sell,
    ev.Load: _load,
    ev.Draw: _draw,
    ev.Rebuild: _rebuild,
    ev.Done: _done,
    ev.Reshuffle: _reshuffle,
    Ended: _ended,
    Position: position,
}
