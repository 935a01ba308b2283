"""A position put on the table: what it states, and what it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from referee.event import Given, Position
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.pieces import (
    CARDS_EACH,
    CASTLES,
    HAND,
    SLIDE,
    TILE,
    TYPES,
    UNKNOWN,
    WAREHOUSE,
    WARES,
    own_slides,
)
from referee.games.castle_merchants.table import (
    BOARD,
    BOX,
    PILE,
    PLAYED,
    STORE,
    SUPPLY,
    Table,
    Turn,
    books,
    cart,
    deal_coins,
    hand,
    heap,
    hide_coins,
)
from referee.ledger import ELSEWHERE

G = TypeVar("G", bound=Given)
ALL_CARDS = CARDS_EACH * len(TYPES)


def stated(facts: Iterable[Given], of: type[G]) -> list[G]:
    """The statements of one kind."""
    return [given for given in facts if isinstance(given, of)]


def of_players(t: Table, facts: Iterable[Given], of: type[G]) -> dict[str, G]:
    """The statements of one kind by player, of players only who are in the game."""
    return {given.player: given for given in stated(facts, of) if given.player in t.players}  # type: ignore[attr-defined]


def is_opening(players: Sequence[str], facts: Sequence[Given]) -> bool:
    """Whether a position is that before the first move: all cards that are not dealt are in the pile."""
    full = any(given.count == ALL_CARDS - HAND * len(players) for given in stated(facts, ev.GivenPile))
    turns = [given.player for given in stated(facts, ev.GivenTurn)]
    return full and not any(_is_later(given) for given in facts) and turns in ([], list(players[:1]))


def _is_later(given: Given) -> bool:
    """Whether a statement says that something has happened in the game."""
    if isinstance(given, (ev.GivenGold, ev.GivenPlayed)):
        return bool(given.gold if isinstance(given, ev.GivenGold) else given.count)
    return isinstance(given, (ev.GivenTile, ev.GivenSlide, ev.GivenEntered, ev.GivenStopped))


def position(t: Table, e: Position[Any]) -> None:
    """Put the pieces as stated; what is not is as after the setup where that can be, and else unknown."""
    facts: tuple[Given, ...] = e.given
    opening = is_opening(t.players, facts)
    t.ledger, t.tiles, t.slides, t.unplaced, t.taken = books(t.players), {}, {}, {}, {}
    t.last, t.ended, t.aside, t.aside_turn, t.winner, t.closed = "", "", "", None, "", False
    t.turns = 0 if opening else None
    _tiles(t, facts)
    _slides(t, facts)
    _supply(t, facts)
    _carts(t, facts)
    _coins(t, facts)
    _cards(t, facts, opening)
    _merchants(t, facts, opening)
    _turn(t, facts, opening)
    t.ledger.faults.clear()


def _tiles(t: Table, facts: Sequence[Given]) -> None:
    for given in stated(facts, ev.GivenTile):
        for space in given.spaces:
            _tile(t, t.map.name(space), given.tile)
    for slide in stated(facts, ev.GivenSlide):
        if slide.over:
            _tile(t, t.map.name(slide.space), slide.over)


def _tile(t: Table, space: str, tile: str) -> None:
    if space not in t.tiles:
        t.ledger.move(TILE[tile], SUPPLY, BOARD)
        t.tiles[space] = tile


def _slides(t: Table, facts: Sequence[Given]) -> None:
    """Rock slides on the board and with the players; as dealt where not stated, if there are that many."""
    ledger, piece = t.ledger, TILE[SLIDE]
    for given in stated(facts, ev.GivenSlide):
        space = t.map.name(given.space)
        if space not in t.slides:
            ledger.move(piece, SUPPLY, BOARD)
            t.slides[space] = ""
    own = of_players(t, facts, ev.GivenSlides)
    for player, count in own.items():
        ledger.move_all([piece] * count.count, SUPPLY, heap(player))
    others = [player for player in dict.fromkeys(t.players) if player not in own]
    each, left = own_slides(len(t.players)), ledger.zones[SUPPLY].get(piece, 0)
    if each * len(others) <= left:
        for player in others:
            ledger.move_all([piece] * each, SUPPLY, heap(player))
    else:
        ledger.move_all([piece] * left, SUPPLY, ELSEWHERE)
        ledger.hide(ELSEWHERE)
        ledger.vague |= {SUPPLY, *map(heap, others)}


def _supply(t: Table, facts: Sequence[Given]) -> None:
    """Tiles that are neither on a space that is stated nor in the supply lie on some other space."""
    for given in stated(facts, ev.GivenSupply):
        piece = TILE[given.tile]
        more = t.ledger.zones[SUPPLY].get(piece, 0) - given.count
        if more > 0:
            t.ledger.move_all([piece] * more, SUPPLY, ELSEWHERE)
            t.unplaced[given.tile] = more


def _carts(t: Table, facts: Sequence[Given]) -> None:
    carts = of_players(t, facts, ev.GivenCart)
    for player in dict.fromkeys(t.players):
        wares = carts[player].wares if player in carts else WARES
        t.ledger.move_all(wares, BOX, cart(player))
    for ware in WARES:
        t.ledger.move_all([ware] * t.ledger.zones[BOX].get(ware, 0), BOX, STORE)


def _coins(t: Table, facts: Sequence[Given]) -> None:
    """Once somebody has gold, the coins of a castle that is not stated are unknown."""
    gold = {player: given.gold for player, given in of_players(t, facts, ev.GivenGold).items()}
    t.gold = dict.fromkeys(t.players, 0) | gold
    t.coins_gone = any(gold.values())
    left = {given.castle: given.coins for given in stated(facts, ev.GivenCoins)}
    for castle in CASTLES:
        dealt = None if t.coins_gone else t.coins.get(castle)
        deal_coins(t, castle, left.get(castle, dealt))
    hide_coins(t)


def _cards(t: Table, facts: Sequence[Given], opening: bool) -> None:
    """Hands, the pile and the played cards; all but the hands are unknown, and how many, too, if not stated."""
    ledger = t.ledger
    hands = of_players(t, facts, ev.GivenHand)
    for player in dict.fromkeys(t.players):
        if player in hands or opening:
            cards = hands[player].cards if player in hands else (UNKNOWN,) * HAND
            ledger.move_all(cards, PILE, hand(player))
        else:
            ledger.vague.add(hand(player))
    _pile(t, stated(facts, ev.GivenPile))


def _pile(t: Table, piles: Sequence[ev.GivenPile]) -> None:
    ledger = t.ledger
    hidden = any(hand(player) in ledger.vague for player in t.players)
    kept = piles[-1].count if piles else 0
    rest = PLAYED if piles and not hidden else ELSEWHERE
    ledger.move_all([UNKNOWN] * max(0, ledger.size(PILE) - kept), PILE, rest)
    if not piles:
        ledger.vague.add(PILE)
    if rest == ELSEWHERE:
        ledger.vague.add(PLAYED)


def _merchants(t: Table, facts: Sequence[Given], opening: bool) -> None:
    t.at = dict.fromkeys(t.players, WAREHOUSE if opening else "")
    for player, given in of_players(t, facts, ev.GivenAt).items():
        t.at[player] = t.map.name(given.space)


def _turn(t: Table, facts: Sequence[Given], opening: bool) -> None:
    """Whose turn it is and how far it has come; without a statement it is the turn of whoever acts."""
    t.turn = t.players[0] if opening and t.players else ""
    for given in stated(facts, ev.GivenTurn):
        t.turn = given.player if given.player in t.players else t.turn
    played = [given.count for given in stated(facts, ev.GivenPlayed)]
    t.now = Turn(played=played[-1] if played else 0, stopped=bool(stated(facts, ev.GivenStopped)))
    for entered in stated(facts, ev.GivenEntered):
        _entered(t, t.map.name(entered.space))


def _entered(t: Table, space: str) -> None:
    there = [player for player in t.players if t.at[player] == space]
    if not t.turn and len(there) == 1:
        t.turn = there[0]
    if t.turn in t.at and not t.at[t.turn]:
        t.at[t.turn] = space
    t.now.entered = space
