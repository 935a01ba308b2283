"""What a game of Castle Merchants looks like: the board, the supply, the castles, and what everybody has."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from referee import game
from referee.game import Piece, Scene
from referee.games.castle_merchants import legend
from referee.games.castle_merchants.pieces import (
    BUYS,
    CASTLES,
    MEADOW,
    SLIDE,
    SPECIAL,
    TYPES,
    UNKNOWN,
    WAREHOUSE,
    in_order,
    word,
)
from referee.games.castle_merchants.table import PILE, STORE, Table, hand
from referee.language import Phrase, counted, joined

LETTERS = {"castle": "Ca", "village": "Vi", "mountain": "Mo", "field": "Fi", "forest": "Fo", UNKNOWN: "??"}
"""Each type of path by two letters, so that nothing hangs on colour."""
MARKS = {
    WAREHOUSE: "WARE",
    MEADOW: "MEAD",
    "fromage": "FROM",
    "muslin": "MUSL",
    "excalibur": "EXCA",
    "gemstone": "GEMS",
    "chianti": "CHIA",
}


def scene(t: Table) -> Scene:
    """The table as one would see it."""
    return Scene(_caption(t), (_board(t), _castles(t), _supply(t), *(_player(t, p) for p in dict.fromkeys(t.players))))


def _caption(t: Table) -> str:
    if t.winner:
        return Phrase("{player} has won", player=t.winner)
    parts = [] if t.turns is None else [Phrase("Turn {n}", n=t.turns + 1)]
    parts.append(Phrase("{player}'s turn", player=t.turn) if t.turn else Phrase("Nobody has moved yet"))
    parts += [Phrase("{n} played", n=t.now.played)] if t.now.played else []
    return joined(parts)


# The board


def _board(t: Table) -> game.Zone:
    standing = _standing(t)
    hexes = [_hex(t, space, standing.get(space, ())) for space in t.map.spaces]
    data = {
        "name": Phrase("The board, {board}: {lies}", board=t.map.title, lies=""),
        "lies": _listed(_lies(t)),
        "frame": _frame(t),
        "hexes": hexes,
        "text": text(t),
        "legend": Phrase("Die: {faces}", faces=joined(_legend(t))),
    }
    marks = (Phrase("board: {board}", board=t.map.title), *_roll(t))
    return game.Zone("board", Phrase("Board"), marks=marks, view="hexboard", data=data)


def _listed(parts: list[str]) -> list[str]:
    """Each part with what stands before it where all are read as one, so that they can be drawn one by one."""
    first, *rest = parts
    return [first, *(joined(["", part]) for part in rest)]


def _lies(t: Table) -> list[str]:
    """What lies on the board, counted."""
    tiles, slides = len(t.tiles), len(t.slides)
    return [counted(tiles, "{n} tile", "{n} tiles"), counted(slides, "{n} rock slide", "{n} rock slides")]


HALF, DOWN = 25, 43.5
"""Half the width of a hex, and from row to row, in the units of the drawing."""


def _frame(t: Table) -> list[float]:
    """The part of the plane that the drawing takes: left, top, width, height."""
    rows, columns = zip(*t.map.cells.values(), strict=True)
    left, right = min(columns) * HALF - HALF - 2, max(columns) * HALF + HALF + 2
    top, bottom = min(rows) * DOWN - 31, max(rows) * DOWN + 31
    return [left, top, right - left, bottom - top]


Merchant = tuple[str, int, str]
"""A merchant on the board: the player, the seat, the letter."""


def _standing(t: Table) -> dict[str, tuple[Merchant, ...]]:
    """The merchants on each space where there are any."""
    found: dict[str, tuple[Merchant, ...]] = {}
    for player in dict.fromkeys(t.players):
        site = t.at.get(player, "")
        found[site] = (*found.get(site, ()), (player, t.players.index(player), _initial(t, player)))
    return found


def _hex(t: Table, space: str, here: tuple[Merchant, ...]) -> dict[str, Any]:
    """One hex: where it is drawn, what it is, and what lies and stands on it."""
    coins = tuple(t.left_in(space) or ()) if space in BUYS else ()
    lies = t.tiles.get(space, ""), t.slides.get(space)
    return _piece(space, t.map.labels[space], t.map.cells[space], *lies, here, coins)


@lru_cache(10_000)
def _piece(
    space: str,
    label: str,
    cell: tuple[int, int],
    tile: str,
    owner: str | None,
    here: tuple[Merchant, ...],
    coins: tuple[int, ...],
) -> dict[str, Any]:
    """The same, once for all events after which the hex looks as it does; ``owner`` is None without a rock slide."""
    row, column = cell
    words = _in_words(space, tile, owner is not None, [player for player, _, _ in here])
    return {
        "space": space,
        "label": label,
        "x": column * HALF,
        "y": f"{row * DOWN:g}",
        "look": "unknown" if tile == UNKNOWN else tile,
        "letters": LETTERS.get(tile, ""),
        "stands": _stands(here),
        "kind": space if space in SPECIAL else "path",
        "title": word(space) if space in SPECIAL else "",
        "tile": tile,
        "slide": owner is not None,
        "owner": owner or "",
        "merchants": [player for player, _, _ in here],
        "coins": list(coins),
        "name": joined(words),
        "words": _listed(words),
    }


def _stands(here: tuple[Merchant, ...]) -> list[dict[str, Any]]:
    """The merchants on a hex, side by side, and closer where they are four."""
    middle, apart = (len(here) - 1) / 2, 13 if len(here) < 4 else 11
    return [
        {"initial": initial, "seat": seat % 4, "x": f"{(i - middle) * apart:g}"}
        for i, (_, seat, initial) in enumerate(here)
    ]


def _in_words(space: str, tile: str, is_covered: bool, players: list[str]) -> list[str]:
    """What is on a hex, to be read aloud."""
    words = [word(space) if space in SPECIAL else Phrase("space {space}", space=space)]
    if is_covered:
        words.append(_slide(tile))
    elif tile:
        words.append(_tile(tile))
    return words + [Phrase("{player}'s merchant", player=player) for player in players]


def _slide(tile: str | None) -> Phrase:
    return Phrase("rock slide over {tile}", tile=_tile(tile)) if tile else Phrase("rock slide")


def _tile(tile: str) -> Phrase:
    return Phrase("unknown tile") if tile == UNKNOWN else Phrase("{type} tile", type=word(tile))


def _legend(t: Table) -> list[str]:
    """What each face of the die stands for."""
    told = ((face, legend.told(t.legend, face)) for face in legend.FACES)
    return [Phrase("{face} {tile}", face=face, tile=word(tile) or "?") for face, tile in told]


def _roll(t: Table) -> tuple[str, ...]:
    tile = legend.told(t.legend, t.now.die) if t.now.die else ""
    if not t.now.die:
        return ()
    roll = Phrase("roll {face}", face=t.now.die)
    return (joined([roll, word(tile)]) if tile else roll,)


def text(t: Table) -> list[str]:
    """The board for a terminal: five characters a hex, a letter for each merchant under it."""
    rows: dict[int, dict[int, str]] = {}
    for space, (row, column) in t.map.cells.items():
        rows.setdefault(row, {})[column] = space
    left = min(column for _, column in t.map.cells.values())
    lines: list[str] = []
    for _, spaces in sorted(rows.items()):
        for cell in (_top, _bottom):
            lines.append(_line({column - left: cell(t, space) for column, space in spaces.items()}))
    merchants = [f"{_initial(t, player)} {player}" for player in dict.fromkeys(t.players)]
    key = [Phrase("{face} {tile}", face=LETTERS[type], tile=word(type)) for type in TYPES]
    slide = Phrase("{face} {tile}", face="##", tile=word(SLIDE))
    return [*lines, Phrase("{tiles}; {merchants}", tiles=joined([*key, slide]), merchants=joined(merchants))]


def _line(cells: dict[int, str]) -> str:
    line = ""
    for column, cell in sorted(cells.items()):
        line = line.ljust(column * 4) + cell
    return line.rstrip()


def _top(t: Table, space: str) -> str:
    if space in SPECIAL:
        return MARKS[space] if space not in t.slides else "####"
    return f"{t.map.labels[space]:<3} "


def _bottom(t: Table, space: str) -> str:
    """What lies on a hex, and who stands there."""
    tile = LETTERS.get(t.tiles.get(space, ""), "" if space in SPECIAL else "··")
    lies = "##" if space in t.slides else tile
    stands = "".join(_initial(t, player) for player in dict.fromkeys(t.players) if t.at.get(player) == space)
    return f"{lies}{stands}" if len(lies + stands) <= 6 else f"{lies}+{len(stands)}"


def _initial(t: Table, player: str) -> str:
    """A letter for a merchant: the first of the name, or the seat where two begin alike."""
    first = player[:1].upper()
    alike = [p for p in dict.fromkeys(t.players) if p[:1].upper() == first]
    return first if len(alike) == 1 else str(t.players.index(player) + 1)


# Beside the board


def _castles(t: Table) -> game.Zone:
    coins = {castle: _coins(t, castle) for castle in CASTLES}
    pieces = tuple(piece for there in coins.values() for piece in there)
    castles = [{"name": word(castle), "kinds": len(there)} for castle, there in coins.items()]
    text = [joined([Phrase("{castle}: {coins}", castle=castle, coins=_left(t, castle)) for castle in CASTLES])]
    data = {"castles": castles, "text": text}
    return game.Zone("castles", Phrase("Coins in the castles"), pieces, view="castles", data=data)


def _coins(t: Table, castle: str) -> list[Piece]:
    left = t.left_in(castle)
    if left is None:
        return [Piece(UNKNOWN, "unknown", Phrase("unknown coins in {castle}", castle=castle))]
    return [
        Piece(str(v), "coin", Phrase("coin of {value} in {castle}", value=v, castle=castle), n)
        for v, n in Counter(left).items()
    ]


def _left(t: Table, castle: str) -> str:
    left = t.left_in(castle)
    return "?" if left is None else " ".join(map(str, left)) or Phrase("none")


def _supply(t: Table) -> game.Zone:
    """The stacks of tiles, the wares and the draw pile."""
    tiles = [
        _stack(type, t.supply(type), Phrase("{type} tiles in the supply", type=word(type))) for type in (*TYPES, SLIDE)
    ]
    store = Counter(t.ledger.pieces(STORE))
    wares = [
        Piece(word(ware), ware, Phrase("{ware} in the warehouse", ware=word(ware)), n)
        for ware, n in sorted(store.items())
        if n > 0
    ]
    pile = t.size(PILE)
    marks = (Phrase("draw pile: {n}", n="?" if pile is None else pile),)
    return game.Zone("supply", Phrase("Supply"), (*(p for p in tiles if p.count), *wares), marks, view="supply")


def _stack(type: str, count: int | None, name: str) -> Piece:
    face = LETTERS.get(type, "##")
    return Piece(face if count is not None else f"{face}?", type, name, 1 if count is None else count)


def _player(t: Table, player: str) -> game.Zone:
    cards = [_card(card, n) for card, n in _hand(t, player)]
    wares = [Piece(word(ware), ware, Phrase("{ware} on the cart", ware=word(ware))) for ware in t.cart(player)]
    own = t.slides_of(player)
    slides = [_stack(SLIDE, own, Phrase("rock slides"))] if own != 0 else []
    return game.Zone(
        f"player-{t.players.index(player)}",
        player,
        (*cards, *wares, *slides),
        tuple(_marks(t, player)),
        score=str(t.gold.get(player, 0)),
        player=True,
    )


def _hand(t: Table, player: str) -> list[tuple[str, int]]:
    held = t.ledger.zones[hand(player)]
    known = [(card, held[card]) for card in in_order(held) if held[card] > 0]
    vague = [(UNKNOWN, 1)] if hand(player) in t.ledger.vague and not held.get(UNKNOWN) else []
    return [*known, *vague]


def _card(card: str, n: int) -> Piece:
    name = Phrase("a card that was not logged") if card == UNKNOWN else Phrase("{type} card", type=word(card))
    return Piece(LETTERS[card] if card != UNKNOWN else UNKNOWN, "unknown" if card == UNKNOWN else card, name, n)


def _marks(t: Table, player: str) -> list[str]:
    site, now = t.site(player), t.state(player)
    size = t.hand_size(player)
    cards = Phrase("? cards") if size is None else counted(size, "{n} card", "{n} cards")
    marks: list[str] = [Phrase("at {site}", site=word(site)) if site else Phrase("place unknown"), cards]
    if t.turn == player and not t.winner:
        marks.append(Phrase("to move"))
        marks += [Phrase("has ended movement")] if now.stopped else []
        marks += [Phrase("has placed a rock slide")] if now.slid else []
    return [*marks, Phrase("has won")] if t.winner == player else marks
