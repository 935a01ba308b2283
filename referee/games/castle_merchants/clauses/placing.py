"""1B: a card played to place a path tile."""

from __future__ import annotations

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.clauses.slides import why_not
from referee.games.castle_merchants.pieces import UNKNOWN
from referee.games.castle_merchants.rules import NOWHERE, OVER, RULES, cite, number
from referee.games.castle_merchants.table import Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "castle.place.match",
    cite("Turn Options Explained", "1B"),
    breach="a {card} card does not place a {tile} tile",
    undecided="whether the card matches the {tile} tile: it was not logged",
    facts=lambda t, e: {"card": e.played, "tile": e.tile},
    yields_to=OVER,
)
def match(t: Table, e: ev.Place) -> Verdict:
    """The tile that is placed is of the type of the card that is played."""
    return None if e.card == UNKNOWN else e.played == e.tile


@RULES.clause(
    "castle.place.empty",
    cite("Turn Options Explained", "1B"),
    cite("Turn Options Explained", "1A/2A"),
    breach="no path tile may be placed on {space}: {reason}",
    facts=lambda t, e: {"space": e.space, "reason": why_not(t, t.map.name(e.space))},
    yields_to=NOWHERE,
)
def empty(t: Table, e: ev.Place) -> Verdict:
    """A tile is placed on an empty path space: no tile lies there, no rock slide, and it is not special."""
    return t.is_free(t.map.name(e.space))


@RULES.clause(
    "castle.place.supply",
    cite("Turn Options Explained", "1B"),
    breach="{player} takes the {tile} tile from {source}, but {left} of them are in the supply",
    undecided="whether a {tile} tile may be taken from the board: it was not logged how many are in the supply",
    facts=lambda t, e: {"player": e.player, "tile": e.tile, "source": e.source, "left": number(t.supply(e.tile))},
    yields_to=NOWHERE,
)
def supply(t: Table, e: ev.Place) -> Verdict:
    """The tile comes from its stack as long as there is one."""
    left = t.supply(e.tile)
    if not e.source:
        return SILENT if left == 0 else True
    return None if left is None else not left


@RULES.clause(
    "castle.place.relocate",
    cite("Turn Options Explained", "1B"),
    breach="the {tile} tile cannot be picked up from {source}: {reason}",
    undecided="whether the tile on {source} may be picked up: it was not logged where all merchants stand",
    facts=lambda t, e: {"tile": e.tile, "source": e.source, "reason": why_stays(t, e.tile, t.map.name(e.source))},
    yields_to=(*NOWHERE, "castle.place.supply", "castle.roll.slides-only-by-die"),
)
def relocate(t: Table, e: ev.Place) -> Verdict:
    """Once its stack is empty, a tile of that type on which nobody stands is picked up from the board."""
    return may_lift(t, t.map.name(e.source), e.tile) if e.source else SILENT


def may_lift(t: Table, space: str, tile: str = "") -> Verdict:
    """Whether the path tile on a space (of this type, if one is named) may be taken off the board."""
    found = t.tiles.get(space, "")
    if not found or space in t.slides or (tile and found not in (tile, UNKNOWN)):
        return False
    taken = t.occupied(space)
    return None if taken is None or (tile and found == UNKNOWN and not taken) else not taken


def why_stays(t: Table, tile: str, space: str) -> str:
    """What keeps a tile from being taken off a space."""
    found = t.tiles.get(space, "")
    if space in t.slides:
        return Phrase("a rock slide lies there")
    if tile and found not in (tile, UNKNOWN):
        return Phrase("it is a {tile} tile", tile=found) if found else Phrase("no tile lies there")
    return Phrase("a merchant stands there") if t.occupied(space) else Phrase("nothing does")
