"""Draw Replacement Cards, 2B, Warehouse and Meadow: how many cards one draws."""

from __future__ import annotations

from typing import Any

from referee.event import Position
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.pieces import CAP, HAND, MEADOW, WAREHOUSE
from referee.games.castle_merchants.position import of_players
from referee.games.castle_merchants.rules import (
    DRAW_SHORT,
    EMPTY_PILE,
    OUT_OF_TURN,
    RULES,
    cite,
    number,
)
from referee.games.castle_merchants.table import Table
from referee.rulebook import SILENT, Verdict

TOO_MANY = (*OUT_OF_TURN, "castle.record.cards", "castle.draw.hand-limit", "castle.draw.entered-this-turn")


def drawn(e: ev.Draw | ev.Done | ev.Rebuild) -> int:
    """How many cards an event draws."""
    return 0 if isinstance(e, ev.Done) else len(e.cards)


def _fits(t: Table, n: int, due: int | None) -> Verdict:
    """Whether so many cards are as many as are due, or as few as the table allows."""
    if due is None or n == due:
        return None if due is None else True
    if n > due or t.readings[DRAW_SHORT] == "yes":
        return n < due
    return None if t.drawable() is None and t.readings[EMPTY_PILE] == "none-left" else False


@RULES.clause(
    "castle.draw.count",
    cite("Turn Options Explained", "Draw Replacement Cards"),
    cite("Example of Play", "B4"),
    breach="{player} played {played} cards and drew {drew}; one for each is due, at most {cap}: {due}",
    undecided="whether {drew} cards are enough: it was not logged how many were left to draw",
    facts=lambda t, e: {
        "player": e.player,
        "played": t.state(e.player).played,
        "cap": CAP,
        "drew": drawn(e),
        "due": number(t.due(e.player)),
    },
    readings=(DRAW_SHORT, EMPTY_PILE),
    yields_to=TOO_MANY,
)
def count(t: Table, e: ev.Draw | ev.Done) -> Verdict:
    """At the end of a turn one draws a card for each card played, but never more than three unless a refill was
    earned."""
    return SILENT if t.refills(e.player) else _fits(t, drawn(e), t.due(e.player))


@RULES.clause(
    "castle.draw.refill",
    cite("Castles", 4),
    cite("Warehouse", 1),
    cite("Meadow", 1),
    breach="{player} with {held} cards in hand drew {drew}; a refill is to {hand} cards: {due}",
    undecided="whether {player} draws to {hand} cards: it was not logged how many are in hand",
    facts=lambda t, e: {
        "player": e.player,
        "held": number(t.hand_size(e.player)),
        "drew": drawn(e),
        "hand": HAND,
        "due": number(t.due(e.player)),
    },
    readings=(DRAW_SHORT, EMPTY_PILE),
    yields_to=TOO_MANY,
)
def refill(t: Table, e: ev.Draw | ev.Done) -> Verdict:
    """After a sale for supplies, or after ending movement in the warehouse or the meadow on the turn of coming
    there, one draws up to six cards."""
    return _fits(t, drawn(e), t.due(e.player)) if t.refills(e.player) else SILENT


@RULES.clause(
    "castle.draw.entered-this-turn",
    cite("Warehouse", 1),
    cite("Meadow", 1),
    breach="{player} did not come to the {site} this turn, so there is no refill; played {played}, drew {drew}",
    facts=lambda t, e: {
        "player": e.player,
        "site": t.site(e.player),
        "played": t.state(e.player).played,
        "drew": drawn(e),
    },
    yields_to=(*OUT_OF_TURN, "castle.record.cards", "castle.draw.hand-limit"),
)
def entered_this_turn(t: Table, e: ev.Draw) -> Verdict:
    """Staying in the warehouse or the meadow earns no refill; coming back to it in the same turn does."""
    if t.site(e.player) not in (WAREHOUSE, MEADOW):
        return SILENT
    return t.refills(e.player) or drawn(e) <= min(CAP, t.state(e.player).played)


@RULES.clause(
    "castle.draw.hand-limit",
    cite("Turn Options Explained", "Draw Replacement Cards"),
    breach="{player} holds {total} cards; a hand never has more than {hand}",
    facts=lambda t, e: {"player": _fullest(t, e)[0], "total": _fullest(t, e)[1], "hand": HAND},
    yields_to=(*OUT_OF_TURN, "castle.setup.hand", "castle.record.cards", "castle.rebuild.when", "castle.rebuild.one"),
)
def hand_limit(t: Table, e: ev.Draw | ev.Rebuild | ev.Has | Position[Any]) -> Verdict:
    """Nobody ever has more than six cards in hand."""
    total = _fullest(t, e)[1]
    return SILENT if total is None or _was_as_full(t, e, total) else total <= HAND


def _was_as_full(t: Table, e: ev.Draw | ev.Rebuild | ev.Has | Position[Any], total: int) -> bool:
    """Whether a hand beyond the limit was as large when the turn began, which has been found then."""
    if total <= HAND or isinstance(e, Position):
        return False
    held = t.hand_size(e.player)
    return held is not None and total <= held + t.state(e.player).played


def _fullest(t: Table, e: ev.Draw | ev.Rebuild | ev.Has | Position[Any]) -> tuple[str, int | None]:
    """Whose hand grows, and how many cards are in it then; in a position, the fullest hand."""
    if isinstance(e, Position):
        hands = [(p, len(given.cards)) for p, given in of_players(t, e.given, ev.GivenHand).items()]
        return max(hands, key=lambda one: one[1], default=("", None))
    held = 0 if isinstance(e, ev.Has) else t.hand_size(e.player)
    return e.player, None if held is None else held + len(e.cards)


@RULES.clause(
    "castle.rebuild.when",
    cite("Turn Options Explained", "2B"),
    breach="{player} has {held} cards; one rebuilds only a hand of fewer than {hand}",
    undecided="whether {player} may rebuild: it was not logged how many cards are in hand",
    facts=lambda t, e: {"player": e.player, "held": t.hand_size(e.player), "hand": HAND},
    yields_to=OUT_OF_TURN,
)
def rebuild_when(t: Table, e: ev.Rebuild) -> Verdict:
    """One may rebuild with fewer than six cards in hand."""
    held = t.hand_size(e.player)
    return None if held is None else held < HAND


@RULES.clause(
    "castle.rebuild.one",
    cite("Turn Options Explained", "2B"),
    cite("Player Turns", 2),
    breach="{player} drew {drew} cards; rebuilding draws one",
    facts=lambda t, e: {"player": e.player, "drew": drawn(e)},
    yields_to=(*OUT_OF_TURN, "castle.record.cards"),
)
def rebuild_one(t: Table, e: ev.Rebuild) -> Verdict:
    """Rebuilding draws exactly one card."""
    return drawn(e) == 1
