"""1D: cards played to remove a path tile."""

from __future__ import annotations

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.clauses.placing import may_lift, why_stays
from referee.games.castle_merchants.pieces import SLIDE
from referee.games.castle_merchants.rules import NOWHERE, OVER, RULES, cite, said
from referee.games.castle_merchants.table import Table
from referee.rulebook import SILENT, Verdict

COST = 2
"""The cards that removing a tile or rolling the die costs."""


@RULES.clause(
    "castle.remove.cards",
    cite("Turn Options Explained", "1D"),
    breach="{player} plays {count} cards ({cards}) to remove a tile; it takes {cost}",
    facts=lambda t, e: {"player": e.player, "count": len(e.cards), "cards": said(e.cards), "cost": COST},
    yields_to=OVER,
)
def cards(t: Table, e: ev.Remove) -> Verdict:
    """Removing a tile takes two cards of any types."""
    return len(e.cards) == COST


@RULES.clause(
    "castle.remove.what",
    cite("Turn Options Explained", "1D"),
    breach="the tile on {space} cannot be removed: {reason}",
    undecided="whether the tile on {space} can be removed: it was not logged where all merchants stand",
    facts=lambda t, e: {"space": e.space, "reason": why_stays(t, "", t.map.name(e.space))},
    yields_to=(*NOWHERE, "castle.roll.slides-only-by-die"),
)
def what(t: Table, e: ev.Remove) -> Verdict:
    """What is removed is a path tile where nobody stands; it goes back to its stack."""
    return may_lift(t, t.map.name(e.space))


@RULES.clause(
    "castle.roll.slides-only-by-die",
    cite("Turn Options Explained", "1E, note"),
    cite("Turn Options Explained", "1D"),
    breach="the rock slide on {space} can be moved or removed only by a roll of the die",
    facts=lambda t, e: {"space": t.map.name(e.source if hasattr(e, "source") else e.space)},
    yields_to=NOWHERE,
)
def slides_only_by_die(t: Table, e: ev.Place | ev.Remove | ev.DieMove | ev.DieRemove) -> Verdict:
    """Once it lies on the board, a rock slide is moved or removed by a roll of the die and by nothing else."""
    source = e.space if isinstance(e, (ev.Remove, ev.DieRemove)) else e.source
    if not source or t.lying(t.map.name(source)) != SLIDE:
        return SILENT
    return isinstance(e, (ev.DieMove, ev.DieRemove))
