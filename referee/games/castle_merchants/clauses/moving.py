"""1C and the special spaces: a card played to move."""

from __future__ import annotations

import itertools

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.paths import reach
from referee.games.castle_merchants.pieces import SPECIAL, UNKNOWN
from referee.games.castle_merchants.rules import NOWHERE, OVER, RULES, UNDER_SLIDE, cite, names
from referee.games.castle_merchants.table import Table
from referee.language import Phrase, joined
from referee.rulebook import SILENT, Verdict

STRAY = (*NOWHERE, "castle.move.special", "castle.move.no-slide")


def way_of(t: Table, e: ev.Walk) -> tuple[str, ...]:
    """The spaces of a move's route by their own names."""
    return t.map.names(e.route)


@RULES.clause(
    "castle.move.match",
    cite("Turn Options Explained", "1C"),
    breach="a {card} card does not move onto {spaces}",
    undecided="whether the card matches {spaces}: not all types were logged",
    facts=lambda t, e: {"card": e.card, "spaces": joined(_unlike(t, e) or _unsure(t, e) or [names(())])},
    yields_to=NOWHERE,
)
def match(t: Table, e: ev.Walk) -> Verdict:
    """One moves onto path tiles of the type of the card."""
    steps = [step for step in way_of(t, e) if step not in SPECIAL and step in t.tiles]
    if not steps:
        return SILENT
    if _unlike(t, e):
        return False
    return None if _unsure(t, e) else True


def _unlike(t: Table, e: ev.Walk) -> list[str]:
    """The tiles of the route that are of another type."""
    wrong = [(step, t.tiles.get(step, "")) for step in way_of(t, e) if t.is_usable(step)]
    return [
        Phrase("the {tile} tile {space}", tile=tile, space=step)
        for step, tile in wrong
        if UNKNOWN not in (tile, e.card) and tile not in ("", e.card)
    ]


def _unsure(t: Table, e: ev.Walk) -> list[str]:
    return [step for step in way_of(t, e) if step in t.tiles and UNKNOWN in (t.tiles[step], e.card)]


@RULES.clause(
    "castle.move.path",
    cite("Turn Options Explained", "1C"),
    breach="{player} at {site} cannot move to {goal} with a {card} card: {reason}",
    undecided="whether {player} can get to {goal} with a {card} card: {reason}",
    facts=lambda t, e: {
        "player": e.player,
        "site": t.site(e.player) or Phrase("an unknown space"),
        "goal": e.route[-1],
        "card": e.card,
        "reason": _why_no_path(t, e),
    },
    readings=(UNDER_SLIDE,),
    yields_to=(*STRAY, "castle.move.match"),
)
def path(t: Table, e: ev.Walk) -> Verdict:
    """With one card one moves to a neighbouring tile, or along an unbroken string of neighbouring tiles of its
    type, as far as one likes; never over a space without a tile."""
    way = way_of(t, e)
    if way[-1] in SPECIAL and len(way) == 1:
        return SILENT
    if not all(step in t.tiles or step in SPECIAL for step in way):
        return False
    site = t.site(e.player)
    if len(way) > 1:
        return _is_unbroken(t, site, way)
    return _finds_way(t, e.card, site, way[0])


def _is_unbroken(t: Table, site: str, way: tuple[str, ...]) -> Verdict:
    """Whether a route that was given leads from neighbour to neighbour."""
    if _gap(t, way):
        return False
    return None if not site else way[0] in t.map.around(site)


def _gap(t: Table, way: tuple[str, ...]) -> int:
    """The step, from 2, that does not lead to a neighbour of the step before; 0 if all do."""
    pairs = enumerate(itertools.pairwise(way), start=2)
    return next((number for number, (here, step) in pairs if step not in t.map.around(here)), 0)


def _finds_way(t: Table, card: str, site: str, goal: str) -> Verdict:
    """Whether there is a string of tiles of the card's type to a space."""
    if not site:
        return None
    around = t.map.neighbours
    if goal in around.get(site, ()):
        return True
    if goal != site and goal in reach(around, site, t.of_type(card)):
        return True
    unsure = goal != site and (card == UNKNOWN or UNKNOWN in t.tiles.values() or t.unplaced.get(card, 0) > 0)
    return None if unsure else False


def _why_no_path(t: Table, e: ev.Walk) -> str:
    way, site = way_of(t, e), t.site(e.player)
    bare = next((step for step in way if step not in t.tiles and step not in SPECIAL), "")
    if bare:
        return Phrase("no tile lies on {space}", space=bare)
    if not site:
        return Phrase("it was not logged where the merchant stands")
    gap = (1 if way[0] not in t.map.around(site) else _gap(t, way)) if len(way) > 1 else 0
    if gap:
        before = way[gap - 2] if gap > 1 else site
        return Phrase("step {n}, {space}, is no neighbour of {before}", n=gap, space=way[gap - 1], before=before)
    there = way[-1] == site
    return Phrase("the merchant is there") if there else Phrase("no unbroken string of such tiles leads there")


@RULES.clause(
    "castle.move.no-slide",
    cite("Turn Options Explained", "1A/2A"),
    breach="{player} cannot move through the rock slide on {space}",
    facts=lambda t, e: {"player": e.player, "space": _slide_in_way(t, e)},
    yields_to=NOWHERE,
)
def no_slide(t: Table, e: ev.Walk) -> Verdict:
    """Nobody moves onto or through a rock slide."""
    return not _slide_in_way(t, e) if t.slides else SILENT


def _slide_in_way(t: Table, e: ev.Walk) -> str:
    """The rock slide that a move goes through, "" if there is none."""
    way = way_of(t, e)
    there = next((step for step in way if step in t.slides), "")
    if there or len(way) > 1 or _can_go(t, e):
        return there
    return _only_slide(t, e.card, t.site(e.player), way[0])


def _can_go(t: Table, e: ev.Walk) -> bool:
    """Whether a move to a space is no matter of rock slides: it can be made, or fails for other reasons."""
    goal = t.map.name(e.route[0])
    fails = goal in SPECIAL or goal not in t.tiles or t.tiles[goal] != e.card
    return fails or _finds_way(t, e.card, t.site(e.player), goal) is not False


def _only_slide(t: Table, card: str, site: str, goal: str) -> str:
    """The first rock slide on a string of tiles that would lead to the goal if rock slides did not count."""
    covered = {space for space, tile in t.tiles.items() if tile == card}
    before = reach(t.map.neighbours, site, covered)
    here, found = goal, ""
    while goal != site and here in before:
        found = here if here in t.slides else found
        here = before[here]
    return found


RULES.derived(
    "castle.move.through-others",
    "Merchants are not in each other's way: one may move through a tile where others stand, and stop there.",
    cite("Turn Options Explained", "1C"),
)


@RULES.clause(
    "castle.move.special",
    cite("Castles", 2),
    cite("Warehouse", 1),
    cite("Meadow", 1),
    breach="{player} enters {space}, {reason}; that takes a card of its own, played on a neighbouring space",
    undecided="whether {player} stands beside {space}: that was not logged",
    facts=lambda t, e: {"player": e.player, "space": _special_in(t, e), "reason": _how_entered(t, e)},
    yields_to=(*NOWHERE, "castle.move.no-slide"),
)
def special(t: Table, e: ev.Walk) -> Verdict:
    """A card of any type takes a merchant from a neighbouring space into a castle, the warehouse or the meadow;
    that is all that this card does."""
    found = _special_in(t, e)
    if not found:
        return SILENT
    site = t.site(e.player)
    if len(e.route) > 1:
        return False
    return found in t.map.around(site) if site else None


def _special_in(t: Table, e: ev.Walk) -> str:
    return next((step for step in way_of(t, e) if step in SPECIAL), "")


def _how_entered(t: Table, e: ev.Walk) -> str:
    if len(e.route) > 1:
        return Phrase("one of {n} steps with one card", n=len(e.route))
    return Phrase("which is no neighbour of {site}", site=t.site(e.player))


@RULES.clause(
    "castle.move.ended",
    cite("Castles", 2),
    cite("Castles", 5),
    cite("Warehouse", 1),
    breach="{player} has ended movement for this turn in {site}",
    facts=lambda t, e: {"player": e.player, "site": t.site(e.player)},
    yields_to=OVER,
)
def ended(t: Table, e: ev.Walk) -> Verdict:
    """After a sale, after loading and after the roll that a castle gives, the merchant moves no more that turn."""
    return not t.state(e.player).stopped
