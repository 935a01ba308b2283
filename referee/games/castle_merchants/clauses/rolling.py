"""1E and Castles: the path die."""

from __future__ import annotations

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants import legend
from referee.games.castle_merchants.clauses.placing import may_lift, why_stays
from referee.games.castle_merchants.clauses.removing import COST
from referee.games.castle_merchants.clauses.slides import may_lie, why_not
from referee.games.castle_merchants.pieces import SLIDE, UNKNOWN
from referee.games.castle_merchants.rules import LATE_ROLL, NOWHERE, OVER, RULES, SLIDE_ON_MEADOW, called, cite
from referee.games.castle_merchants.table import Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict

Use = ev.DiePlace | ev.DieMove | ev.DieRemove
UNROLLED = (*NOWHERE, "castle.roll.one-action")
WRONG_TILE = (*UNROLLED, "castle.roll.legend")


@RULES.clause(
    "castle.roll.right",
    cite("Turn Options Explained", "1E"),
    cite("Castles", 5),
    breach="{player} has no right to this roll: {reason}",
    undecided="whether {player} has a right to roll: it was not logged where the merchant stands",
    facts=lambda t, e: {"player": e.player, "cards": len(e.cards), "reason": _no_right(t, e)},
    readings=(LATE_ROLL,),
    yields_to=OVER,
)
def right(t: Table, e: ev.Roll) -> Verdict:
    """A roll costs two cards of any types; a merchant who ends movement in a castle gets one without cards, once
    a stop."""
    if e.cards:
        return len(e.cards) == COST
    site, now = t.site(e.player), t.state(e.player)
    if not site:
        return None
    return bool(t.castle_of(e.player)) and not now.rolled and (now.entered == site or t.readings[LATE_ROLL] == "yes")


def _no_right(t: Table, e: ev.Roll) -> str:
    if e.cards:
        return Phrase("it takes {cost} cards, {n} were played", cost=COST, n=len(e.cards))
    castle = t.castle_of(e.player)
    if not castle:
        site = t.site(e.player)
        return Phrase("it takes {cost} cards, or a stop in a castle; the merchant is at {site}", cost=COST, site=site)
    if t.state(e.player).rolled:
        return Phrase("this stop has had its roll")
    return Phrase("{castle} was not entered this turn", castle=castle)


def tile_of(t: Table, e: Use) -> str:
    """The tile that a roll is used for, "" where there is none."""
    if isinstance(e, ev.DiePlace):
        return t.die_tile(e)
    return t.lying(t.map.name(e.source if isinstance(e, ev.DieMove) else e.space))


@RULES.clause(
    "castle.roll.legend",
    cite("Turn Options Explained", "1E"),
    cite("Example of Play", "B3"),
    breach="a roll of {face} is for {legend}, not for a {tile}",
    undecided="which tile a roll of {face} is for: the record has not told yet; it may be {legend}",
    facts=lambda t, e: {
        "face": t.state(e.player).die,
        "tile": called(tile_of(t, e)),
        "legend": legend.shows(t.legend, t.state(e.player).die),
    },
    yields_to=UNROLLED,
)
def matches_face(t: Table, e: Use) -> Verdict:
    """A roll is used for the tile that its face shows: 4 is village, 6 rock slide; the other faces are castle,
    mountain, field and forest, each one of them, as the record says or its first use tells."""
    face, tile = t.state(e.player).die, tile_of(t, e)
    if not face or not tile:
        return SILENT
    return None if tile == UNKNOWN else tile in legend.possible(t.legend, face)


@RULES.clause(
    "castle.roll.one-action",
    cite("Turn Options Explained", "1E"),
    breach="{player} has used the roll already; a roll is for one action",
    facts=lambda t, e: {"player": e.player},
    yields_to=OVER,
)
def one_action(t: Table, e: Use) -> Verdict:
    """A roll is used for one action at most."""
    now = t.state(e.player)
    return True if now.die else (False if now.used else SILENT)


@RULES.clause(
    "castle.roll.place",
    cite("Turn Options Explained", "1E, Place"),
    breach="the {tile} may not be placed on {space}: {reason}",
    undecided="whether the {tile} may be placed on {space}: it was not logged where all merchants stand",
    facts=lambda t, e: {"tile": called(t.die_tile(e)), "space": e.space, "reason": why_not(t, t.map.name(e.space))},
    readings=(SLIDE_ON_MEADOW,),
    yields_to=WRONG_TILE,
)
def place(t: Table, e: ev.DiePlace) -> Verdict:
    """A roll may place a tile from the supply: a path tile on an empty space, a rock slide on an unoccupied tile,
    too."""
    space = t.map.name(e.space)
    return may_lie(t, space) if t.die_tile(e) == SLIDE else t.is_free(space)


@RULES.clause(
    "castle.roll.move",
    cite("Turn Options Explained", "1E, Move"),
    breach="the {tile} may not be moved from {source} to {space}: {reason}",
    undecided="whether the {tile} may be moved from {source}: it was not logged where all merchants stand",
    facts=lambda t, e: {
        "tile": called(tile_of(t, e)),
        "source": e.source,
        "space": e.space,
        "reason": _why_not_moved(t, e),
    },
    readings=(SLIDE_ON_MEADOW,),
    yields_to=WRONG_TILE,
)
def move(t: Table, e: ev.DieMove) -> Verdict:
    """A roll may move a tile where nobody stands to an empty space, a rock slide also onto an unoccupied tile."""
    source, space = t.map.name(e.source), t.map.name(e.space)
    if source in t.slides:
        return may_lie(t, space)
    return may_lift(t, source) if t.is_free(space) else False


def _why_not_moved(t: Table, e: ev.DieMove) -> str:
    source, space = t.map.name(e.source), t.map.name(e.space)
    if source not in t.slides and may_lift(t, source) is False:
        return Phrase("on {space} {reason}", space=source, reason=why_stays(t, "", source))
    return Phrase("on {space} {reason}", space=space, reason=why_not(t, space))


@RULES.clause(
    "castle.roll.remove",
    cite("Turn Options Explained", "1E, Remove"),
    breach="the {tile} on {space} cannot be removed: {reason}",
    undecided="whether the {tile} on {space} can be removed: it was not logged where all merchants stand",
    facts=lambda t, e: {
        "tile": called(tile_of(t, e)),
        "space": e.space,
        "reason": why_stays(t, "", t.map.name(e.space)),
    },
    yields_to=WRONG_TILE,
)
def remove(t: Table, e: ev.DieRemove) -> Verdict:
    """A roll may take a tile where nobody stands off the board; it goes back to the supply."""
    space = t.map.name(e.space)
    return True if space in t.slides else may_lift(t, space)
