"""Player Turns: whose turn it is, its two options, its end."""

from __future__ import annotations

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.rules import EMPTY_TURN, OVER, RULES, cite
from referee.games.castle_merchants.table import Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict

End = ev.Draw | ev.Rebuild | ev.Done


@RULES.clause(
    "castle.turn.order",
    cite("Setup", 8),
    breach="{player} acts, but it is {turn}'s turn",
    facts=lambda t, e: {"player": e.player, "turn": t.turn},
    yields_to=(*OVER, "castle.turn.draw-ends", "castle.turn.one-option"),
)
def order(t: Table, e: ev.Act | End) -> Verdict:
    """Turns go clockwise around the table, beginning with the first player."""
    if t.turn == "":
        return SILENT
    return e.player == t.turn or e.player == t.aside


@RULES.clause(
    "castle.turn.one-option",
    cite("Player Turns", "options"),
    cite("Turn Options Explained", "2B"),
    breach="{player} {reason}; a turn is for playing cards or for rebuilding the hand, not both",
    facts=lambda t, e: {"player": e.player, "played": t.state(e.player).played, "reason": _mixed(t, e)},
    readings=(EMPTY_TURN,),
    yields_to=OVER,
)
def one_option(t: Table, e: ev.Act | End) -> Verdict:
    """On a turn one plays cards or rebuilds the hand, never both."""
    if t.is_late(e.player):
        return False if t.ended == "rebuild" else SILENT
    if isinstance(e, ev.Rebuild):
        return not t.state(e.player).played
    if isinstance(e, ev.Done) and not t.state(e.player).played:
        return t.readings[EMPTY_TURN] == "allowed"
    return SILENT


def _mixed(t: Table, e: ev.Act | End) -> str:
    if t.is_late(e.player):
        return Phrase("has rebuilt this turn")
    played = t.state(e.player).played
    return Phrase("has played {n} cards this turn", n=played) if played else Phrase("has done neither this turn")


@RULES.clause(
    "castle.turn.draw-ends",
    cite("Player Turns", 1),
    cite("Turn Options Explained", "Draw Replacement Cards"),
    breach="{player} has drawn and so ended the turn; it is {turn}'s turn",
    facts=lambda t, e: {"player": e.player, "turn": t.turn},
    yields_to=OVER,
)
def draw_ends(t: Table, e: ev.Act | End) -> Verdict:
    """Drawing cards is the last action of a turn."""
    if t.is_late(e.player):
        return False if t.ended == "draw" else SILENT
    return True if isinstance(e, ev.Draw) else SILENT
