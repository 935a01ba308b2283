"""What a game of Castle Merchants looks like: the board, the supply, the castles, and what everybody has."""

from __future__ import annotations

from collections import Counter
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
)
from referee.games.castle_merchants.table import PILE, STORE, Table, hand

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
        return f"{t.winner} has won"
    turn = f"{t.turn}'s turn" if t.turn else "Nobody has moved yet"
    played = f", {t.now.played} played" if t.now.played else ""
    return f"Turn {t.turns + 1}, {turn}{played}" if t.turns is not None else turn + played


# The board


def _board(t: Table) -> game.Zone:
    hexes = [_hex(t, space) for space in t.map.spaces]
    data = {
        "title": t.map.title,
        "summary": f"{len(t.tiles)} tiles, {len(t.slides)} rock slides",
        "frame": _frame(t),
        "hexes": hexes,
        "text": text(t),
        "legend": _legend(t),
    }
    return game.Zone("board", "Board", marks=(f"board: {t.map.title}", *_roll(t)), view="hexboard", data=data)


HALF, DOWN = 25, 43.5
"""Half the width of a hex, and from row to row, in the units of the drawing."""


def _frame(t: Table) -> list[float]:
    """The part of the plane that the drawing takes: left, top, width, height."""
    rows, columns = zip(*t.map.cells.values(), strict=True)
    left, right = min(columns) * HALF - HALF - 2, max(columns) * HALF + HALF + 2
    top, bottom = min(rows) * DOWN - 31, max(rows) * DOWN + 31
    return [left, top, right - left, bottom - top]


def _stands(t: Table, space: str) -> list[dict[str, Any]]:
    """The merchants on a hex, side by side."""
    here = [player for player in dict.fromkeys(t.players) if t.at.get(player) == space]
    seats = [t.players.index(player) for player in here]
    middle = (len(here) - 1) / 2
    return [
        {"initial": _initial(t, player), "seat": seat % 4, "x": round((i - middle) * 13, 1)}
        for i, (player, seat) in enumerate(zip(here, seats, strict=True))
    ]


def _hex(t: Table, space: str) -> dict[str, Any]:
    """One hex: where it is drawn, what it is, and what lies and stands on it."""
    row, column = t.map.cells[space]
    return {
        "space": space,
        "label": t.map.labels[space],
        "x": column * HALF,
        "y": row * DOWN,
        "look": "unknown" if t.tiles.get(space) == UNKNOWN else t.tiles.get(space, ""),
        "letters": LETTERS.get(t.tiles.get(space, ""), ""),
        "stands": _stands(t, space),
        "kind": space if space in SPECIAL else "path",
        "tile": t.tiles.get(space, ""),
        "slide": space in t.slides,
        "owner": t.slides.get(space, ""),
        "merchants": [player for player in dict.fromkeys(t.players) if t.at.get(player) == space],
        "coins": (t.left_in(space) or []) if space in BUYS else [],
        "name": _in_words(t, space),
    }


def _in_words(t: Table, space: str) -> str:
    """What is on a hex, to be read aloud."""
    words = [space if space in SPECIAL else f"space {space}"]
    if space in t.slides:
        words.append("rock slide" + (f" over {t.tiles[space]}" if space in t.tiles else ""))
    elif space in t.tiles:
        words.append(f"{t.tiles[space]} tile" if t.tiles[space] != UNKNOWN else "unknown tile")
    words += [f"{player}'s merchant" for player in t.players if t.at.get(player) == space]
    return ", ".join(words)


def _legend(t: Table) -> list[str]:
    """What each face of the die stands for."""
    return [f"{face} {legend.shows(t.legend, face) if legend.told(t.legend, face) else '?'}" for face in legend.FACES]


def _roll(t: Table) -> tuple[str, ...]:
    tile = legend.told(t.legend, t.now.die) if t.now.die else ""
    return (f"roll {t.now.die}" + (f", {tile}" if tile else ""),) if t.now.die else ()


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
    key = ", ".join(f"{letters} {type}" for type, letters in LETTERS.items() if type != UNKNOWN)
    return [*lines, f"{key}, ## rock slide; {', '.join(merchants)}"]


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
    pieces = [piece for castle in CASTLES for piece in _coins(t, castle)]
    marks = tuple(f"{castle}: {_left(t, castle)}" for castle in CASTLES)
    return game.Zone("castles", "Coins in the castles", tuple(pieces), marks)


def _coins(t: Table, castle: str) -> list[Piece]:
    left = t.left_in(castle)
    if left is None:
        return [Piece(UNKNOWN, "unknown", f"unknown coins in {castle}")]
    return [Piece(str(v), "coin", f"coin of {v} in {castle}", n) for v, n in Counter(left).items()]


def _left(t: Table, castle: str) -> str:
    left = t.left_in(castle)
    return "?" if left is None else " ".join(map(str, left)) or "none"


def _supply(t: Table) -> game.Zone:
    """The stacks of tiles, the wares and the draw pile."""
    tiles = [_stack(type, t.supply(type), f"{type} tiles in the supply") for type in (*TYPES, SLIDE)]
    store = Counter(t.ledger.pieces(STORE))
    wares = [Piece(ware, ware, f"{ware} in the warehouse", n) for ware, n in sorted(store.items()) if n > 0]
    pile = t.size(PILE)
    marks = (f"draw pile: {'?' if pile is None else pile}",)
    return game.Zone("supply", "Supply", (*(p for p in tiles if p.count), *wares), marks)


def _stack(type: str, count: int | None, name: str) -> Piece:
    face = LETTERS.get(type, "##")
    return Piece(face if count is not None else f"{face}?", type, name, 1 if count is None else count)


def _player(t: Table, player: str) -> game.Zone:
    cards = [_card(card, n) for card, n in _hand(t, player)]
    wares = [Piece(ware, ware, f"{ware} on the cart") for ware in t.cart(player)]
    own = t.slides_of(player)
    slides = [_stack(SLIDE, own, "rock slides")] if own != 0 else []
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
    name = "a card that was not logged" if card == UNKNOWN else f"{card} card"
    return Piece(LETTERS[card] if card != UNKNOWN else UNKNOWN, "unknown" if card == UNKNOWN else card, name, n)


def _marks(t: Table, player: str) -> list[str]:
    site, now = t.site(player), t.state(player)
    size = t.hand_size(player)
    marks = [f"at {site}" if site else "place unknown", f"{'?' if size is None else size} cards"]
    if t.turn == player and not t.winner:
        marks.append("to move")
        marks += ["has ended movement"] if now.stopped else []
        marks += ["has placed a rock slide"] if now.slid else []
    return [*marks, "has won"] if t.winner == player else marks
