"""1A and 2A: rock slides."""

from __future__ import annotations

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.paths import pieces_around
from referee.games.castle_merchants.pieces import MEADOW, SLIDE, SPECIAL
from referee.games.castle_merchants.rules import BLOCKING, DIE_SLIDE, NOWHERE, OVER, RULES, SLIDE_ON_MEADOW, cite
from referee.games.castle_merchants.table import Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "castle.slide.stock",
    cite("Turn Options Explained", "1A/2A"),
    breach="{player} has no rock slides left",
    undecided="whether {player} has a rock slide left: that was not logged",
    facts=lambda t, e: {"player": e.player, "left": t.slides_of(e.player)},
    readings=(DIE_SLIDE,),
    yields_to=OVER,
)
def stock(t: Table, e: ev.Slide) -> Verdict:
    """One places a rock slide only if one has one."""
    left = t.slides_of(e.player)
    return None if left is None else left > 0


@RULES.clause(
    "castle.slide.once",
    cite("Turn Options Explained", "1A/2A"),
    cite("Player Turns", 1),
    breach="{player} has placed a rock slide of their own this turn already",
    facts=lambda t, e: {"player": e.player},
    yields_to=OVER,
)
def once(t: Table, e: ev.Slide) -> Verdict:
    """A player places at most one of their own rock slides a turn."""
    return not t.state(e.player).slid


RULES.derived(
    "castle.slide.die-is-extra",
    "A rock slide that a roll of the die places or moves does not use up the one that may be placed each turn.",
    cite("Turn Options Explained", "1A, note"),
)


def may_lie(t: Table, space: str) -> Verdict:
    """Whether a rock slide may lie on a space that has none: it is a path space, and nobody stands there."""
    if space in t.slides:
        return False
    if space in SPECIAL and not (space == MEADOW and t.readings[SLIDE_ON_MEADOW] == "yes"):
        return False
    taken = t.occupied(space) if space in t.tiles or space in SPECIAL else False
    return None if taken is None else not taken


def why_not(t: Table, space: str) -> str:
    """What keeps a rock slide or tile from lying on a space."""
    if space in t.slides:
        return Phrase("there is a rock slide")
    if space in SPECIAL:
        return Phrase("it is a special space")
    if t.occupied(space):
        return Phrase("a merchant stands there")
    lying = t.tiles.get(space)
    return Phrase("there is a {tile} tile", tile=lying) if lying else Phrase("nothing does")


@RULES.clause(
    "castle.slide.where",
    cite("Turn Options Explained", "1A/2A"),
    breach="no rock slide may be placed on {space}: {reason}",
    undecided="whether a rock slide may be placed on {space}: it was not logged where all merchants stand",
    facts=lambda t, e: {"space": e.space, "reason": why_not(t, t.map.name(e.space))},
    readings=(SLIDE_ON_MEADOW,),
    yields_to=NOWHERE,
)
def where(t: Table, e: ev.Slide) -> Verdict:
    """A rock slide goes on an empty path space, or on a path tile where no merchant stands."""
    return may_lie(t, t.map.name(e.space))


@RULES.clause(
    "castle.slide.no-blocking",
    cite("Turn Options Explained", "1A/2A"),
    breach="a rock slide on {space} cuts off {area}",
    undecided="whether a rock slide on {space} cuts somebody off: it was not logged where all merchants stand",
    facts=lambda t, e: {"space": e.space, "area": _area(t, e)},
    readings=(BLOCKING,),
    yields_to=NOWHERE,
)
def no_blocking(t: Table, e: ev.Slide | ev.DiePlace | ev.DieMove) -> Verdict:
    """Rock slides never cut off a part of the board: one can get from any space without one to any other."""
    if not puts_slide(t, e):
        return SILENT
    space = t.map.name(e.space)
    if (space in SPECIAL and space != MEADOW) or space in blocked_without(t, e) or not t.map.has(space):
        return SILENT
    areas = pieces_around(t.map.neighbours, blocked_without(t, e), space)
    return True if len(areas) <= 1 else _nobody_cut_off(t, areas)


def puts_slide(t: Table, e: ev.Slide | ev.DiePlace | ev.DieMove) -> bool:
    """Whether an event puts a rock slide on a space."""
    if isinstance(e, ev.DieMove):
        return t.map.name(e.source) in t.slides
    return isinstance(e, ev.Slide) or t.die_tile(e) == SLIDE


def blocked_without(t: Table, e: ev.Slide | ev.DiePlace | ev.DieMove) -> set[str]:
    """The spaces with a rock slide, less the one that is being moved."""
    return t.slides.keys() - {t.map.name(e.source)} if isinstance(e, ev.DieMove) else set(t.slides)


def _nobody_cut_off(t: Table, areas: list[set[str]]) -> Verdict:
    if t.readings[BLOCKING] == "any":
        return False
    if sum(not area.isdisjoint(_places(t)) for area in areas) > 1:
        return False
    return None if "" in t.at.values() else True


def _places(t: Table) -> set[str]:
    """The spaces that make an area matter."""
    return {*SPECIAL, *t.at.values()}


def _area(t: Table, e: ev.Slide | ev.DiePlace | ev.DieMove) -> str:
    """The smallest of the areas, in words."""
    areas = pieces_around(t.map.neighbours, blocked_without(t, e), t.map.name(e.space))
    smallest: list[str] = min((sorted(area) for area in areas), key=lambda area: (len(area), area), default=[])
    named, more = ", ".join(smallest[:8]), len(smallest) - 8
    return Phrase("{spaces} and {n} more spaces", spaces=named, n=more) if more > 0 else named
