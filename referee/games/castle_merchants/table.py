"""The table of a game of Castle Merchants: where everything stands, and what that allows to say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from referee.event import Started
from referee.games.castle_merchants import board, legend
from referee.games.castle_merchants.board import BOARDS, Board
from referee.games.castle_merchants.events import DiePlace
from referee.games.castle_merchants.pieces import (
    BUYS,
    CAP,
    CASTLES,
    COIN,
    HAND,
    MEADOW,
    SLIDE,
    SPECIAL,
    TILE,
    TWO_PLAYERS,
    TYPES,
    UNKNOWN,
    WAREHOUSE,
    WARES,
    own_slides,
    stock,
)
from referee.ledger import ELSEWHERE, Ledger

PILE, PLAYED = "the draw pile", "the played cards"
SUPPLY, BOARD, BOX = "the supply", "the board", "the box"
STORE = "the warehouse's wares"
SHOWN = "the cards shown"


LOOSE = (*TYPES, TILE[SLIDE], UNKNOWN)
"""What hands, piles and heaps are made of."""


def hand(player: str) -> str:
    return f"{player}'s hand"


def cart(player: str) -> str:
    return f"{player}'s cart"


def purse(player: str) -> str:
    return f"{player}'s gold"


def heap(player: str) -> str:
    """The zone of a player's rock slides that have not been placed."""
    return f"{player}'s rock slides"


def treasury(castle: str) -> str:
    return f"{castle}'s coins"


class Turn(Struct):
    """What has happened in a turn so far.

    ``entered`` is the special space in which the merchant stands if that was entered this turn;
    ``die`` a roll that may be used, ``used`` whether the last roll has been; ``sold`` what was
    got for each ware.
    """

    played: int = 0
    slid: bool = False
    entered: str = ""
    stopped: bool = False
    sold: dict[str, int] = field(default_factory=dict)
    rolled: bool = False
    die: int = 0
    used: bool = False


class Table(Struct):
    """Where everything stands.

    ``tiles`` and ``slides`` map spaces to the tile there and to the owner of the rock slide there
    ("" for one from the supply); ``at`` maps players to their merchants' spaces, "" where that was
    not logged. ``turn`` is whose turn it is, "" where a position leaves it open; ``last`` whoever
    ended the turn before it, by ``ended``, as long as nobody has acted since; ``aside`` a turn that
    somebody else interrupted.
    """

    players: tuple[str, ...]
    readings: dict[str, str]
    ledger: Ledger
    board: str
    legend: dict[str, str]
    coins: dict[str, tuple[int, ...]]
    """The coins dealt to each castle, as far as the record or the rulebook tells."""
    at: dict[str, str]
    tiles: dict[str, str] = field(default_factory=dict)
    slides: dict[str, str] = field(default_factory=dict)
    unplaced: dict[str, int] = field(default_factory=dict)
    """How many tiles of a type lie on the board where a position does not say."""
    gold: dict[str, int] = field(default_factory=dict)
    taken: dict[str, list[int]] = field(default_factory=dict)
    """The coins taken from each castle, in order."""
    turn: str = ""
    now: Turn = field(default_factory=Turn)
    turns: int | None = 0
    """How many turns have ended; None where a position leaves it open."""
    last: str = ""
    ended: str = ""
    aside: str = ""
    aside_turn: Turn | None = None
    winner: str = ""
    closed: bool = False
    coins_gone: bool = False
    """Whether coins have been taken before the position from which the record begins."""

    @property
    def map(self) -> Board:
        return BOARDS[self.board]

    # whose turn

    def state(self, player: str) -> Turn:
        """The turn that a player is in; a fresh one for somebody out of turn. Not to be changed."""
        if self.turn in (player, ""):
            return self.now
        if self.aside == player and self.aside_turn is not None:
            return self.aside_turn
        return Turn()

    def is_late(self, player: str) -> bool:
        """Whether a player has just ended a turn by drawing, and nobody has acted since."""
        return self.last == player and self.turn != player and self.ended in ("draw", "rebuild")

    def after(self, player: str) -> str:
        """The next player clockwise."""
        seat = self.players.index(player) if player in self.players else -1
        return self.players[(seat + 1) % len(self.players)]

    # cards

    def size(self, zone: str) -> int | None:
        """How many cards or rock slides lie in a zone; None where that was not logged and more may lie there."""
        books = self.ledger
        if zone in books.vague and any(books.zones[ELSEWHERE].get(piece, 0) > 0 for piece in LOOSE):
            return None
        n = sum(books.zones[zone].values())
        return n if n > 0 else 0

    def hand_size(self, player: str) -> int | None:
        return self.size(hand(player))

    def may_hold(self, zone: str, cards: Sequence[str]) -> bool:
        """Whether these cards, some perhaps unlogged, can all lie in a zone."""
        size = self.size(zone)
        named = [card for card in cards if card != UNKNOWN]
        return (size is None or len(cards) <= size) and self.ledger.may_hold(zone, named)

    def drawable(self) -> int | None:
        """How many cards can still be drawn; None where that was not logged."""
        pile = self.size(PILE)
        if pile is None or self.readings["castle.reading.empty-pile"] == "none-left":
            return pile
        played = self.size(PLAYED)
        return None if played is None else pile + played

    def refills(self, player: str) -> bool:
        """Whether a player has earned drawing back to six cards this turn."""
        now = self.state(player)
        return 0 in now.sold.values() or self.entered_pasture(player)

    def entered_pasture(self, player: str) -> bool:
        """Whether a merchant stands in the warehouse or the meadow and came there this turn."""
        entered = self.state(player).entered
        return entered in (WAREHOUSE, MEADOW) and self.at.get(player) == entered

    def due(self, player: str) -> int | None:
        """How many cards a player is to draw now; None where that was not logged."""
        wanted: int | None = min(CAP, self.state(player).played)
        if self.refills(player):
            held = self.hand_size(player)
            wanted = None if held is None else max(0, HAND - held)
        left = self.drawable()
        return wanted if left is None or wanted is None else min(wanted, left)

    # the board

    def site(self, player: str) -> str:
        """Where a merchant stands, "" where that was not logged."""
        return self.at.get(player, "")

    def occupied(self, space: str) -> bool | None:
        """Whether a merchant stands on a space; None where that was not logged."""
        places = self.at.values()
        return True if space in places else (None if "" in places else False)

    def is_free(self, space: str) -> bool:
        """Whether a space is an empty path space: no tile, no rock slide, nothing special."""
        return space not in self.tiles and space not in self.slides and space not in SPECIAL

    def lying(self, space: str) -> str:
        """What lies on top of a space: a rock slide, a type of tile, or "" for nothing."""
        return SLIDE if space in self.slides else self.tiles.get(space, "")

    def die_tile(self, e: DiePlace) -> str:
        """The tile that a roll puts on the board; ``?`` where neither the record nor the legend tells."""
        return e.tile or legend.told(self.legend, self.state(e.player).die) or UNKNOWN

    def of_type(self, type: str) -> set[str]:
        """The tiles of a type that can be walked on."""
        return {space for space, tile in self.tiles.items() if tile == type and self.is_usable(space)}

    def is_usable(self, space: str) -> bool:
        """Whether the tile on a space lies open."""
        return space not in self.slides and space not in SPECIAL

    def supply(self, tile: str) -> int | None:
        """How many tiles of a type are in the supply; None where that was not logged."""
        if SUPPLY in self.ledger.vague and tile == SLIDE:
            return None
        zone = self.ledger.zones[SUPPLY]
        n, gone = zone.get(TILE[tile], 0), -min(0, zone.get(UNKNOWN, 0))
        return None if 0 < n <= gone else max(0, n)

    def slides_of(self, player: str) -> int | None:
        """How many rock slides a player has left."""
        return self.size(heap(player))

    # coins and wares

    def cart(self, player: str) -> list[str]:
        return [ware for ware in WARES if self.ledger.zones.get(cart(player), {}).get(ware, 0) > 0]

    def left_in(self, castle: str) -> list[int] | None:
        """The coins left in a castle, the highest first; None where that was not logged."""
        zone = treasury(castle)
        if zone in self.ledger.vague:
            return None
        return [
            value for value in sorted(COIN, reverse=True) for _ in range(self.ledger.zones[zone].get(COIN[value], 0))
        ]

    def unseen_coin(self, value: int) -> bool:
        """Whether a coin of this value can still come to light where the coins were not logged."""
        return self.ledger.unseen[COIN[value]] > 0

    def may_lie_in(self, castle: str, value: int) -> bool:
        """Whether a coin of this value can lie in a castle of which it was not logged what is left."""
        dealt = self.coins.get(castle)
        return self.unseen_coin(value) and (dealt is None or value in dealt)

    def castle_of(self, player: str) -> str:
        """The castle that a merchant stands in, "" if it is none."""
        site = self.site(player)
        return site if site in BUYS else ""


def start(started: Started) -> Table:
    """The table after the setup: everybody in the warehouse with six cards and a full cart."""
    players = tuple(started.players)
    coins = legend.coins_of(started.tags) or (TWO_PLAYERS if len(players) <= 2 else {})
    name = started.tags.get("board", board.DEFAULT)
    BOARDS[name]  # is loaded now, if it was not
    table = Table(
        players,
        {},
        books(players),
        name,
        legend.die_of(started.tags),
        dict(coins),
        dict.fromkeys(players, WAREHOUSE),
        gold=dict.fromkeys(players, 0),
        turn=players[0] if players else "",
    )
    deal(table)
    return table


def books(players: Iterable[str]) -> Ledger:
    """All cards in the pile, unseen; tiles in the supply, coins and wares in the box, for all to see."""
    seats = list(dict.fromkeys(players))
    zones = [PILE, PLAYED, SHOWN, SUPPLY, BOARD, BOX, STORE, *map(treasury, CASTLES)]
    zones += [zone(player) for player in seats for zone in (hand, cart, purse, heap)]
    pieces = stock(len(seats))
    ledger = Ledger.of({card: pieces[card] for card in TYPES}, zones, PILE)
    for piece, n in pieces.items():
        if piece not in TYPES:
            ledger.unseen[piece] = 0
            ledger.zones[SUPPLY if piece in TILE.values() else BOX][piece] = n
    ledger.stock = pieces
    return ledger


def deal(table: Table) -> None:
    """Hands, carts, rock slides and coins as the setup has them."""
    ledger, players = table.ledger, list(dict.fromkeys(table.players))
    for player in players:
        ledger.move_several(UNKNOWN, HAND, PILE, hand(player))
        ledger.move_all(WARES, BOX, cart(player))
        ledger.move_several(TILE[SLIDE], own_slides(len(players)), SUPPLY, heap(player))
    for castle in CASTLES:
        deal_coins(table, castle, table.coins.get(castle))
    hide_coins(table)
    ledger.faults.clear()


def deal_coins(table: Table, castle: str, coins: Iterable[int] | None) -> None:
    """Lay these coins in a castle, or an unknown number of unknown ones."""
    if coins is not None:
        table.ledger.move_all([COIN[value] for value in coins], BOX, treasury(castle))
        return
    table.ledger.vague.add(treasury(castle))


def hide_coins(table: Table) -> None:
    """Where some castle's coins are not known, those that are left in the box may lie there."""
    ledger = table.ledger
    if any(treasury(castle) in ledger.vague for castle in CASTLES):
        for piece in COIN.values():
            ledger.move_several(piece, ledger.zones[BOX].get(piece, 0), BOX, ELSEWHERE)
        ledger.hide(ELSEWHERE)
