"""Game Ending: eighteen gold, and who has won."""

from __future__ import annotations

from referee.event import Ended
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.clauses.record import WORDS
from referee.games.castle_merchants.pieces import GOAL
from referee.games.castle_merchants.rules import RULES, cite, names
from referee.games.castle_merchants.table import Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "castle.end.eighteen",
    cite("Game Ending", 1),
    breach="{event} at this point: {reason}",
    facts=lambda t, e: {"event": WORDS[type(e)], "gold": scores(t), "reason": _why(t)},
    yields_to=("castle.record.event-order",),
)
def eighteen(t: Table, e: ev.Act | ev.Draw | ev.Rebuild | ev.Done | ev.Reshuffle | Ended) -> Verdict:
    """The game ends at once when a coin brings a player to 18 gold or more, and not before."""
    if isinstance(e, Ended):
        return bool(t.winner)
    return False if t.winner else SILENT


def scores(t: Table) -> str:
    return ", ".join(f"{player} {t.gold.get(player, 0)}" for player in t.players)


def _why(t: Table) -> str:
    if t.winner:
        return Phrase("{player} has {gold} gold and the game is over", player=t.winner, gold=t.gold[t.winner])
    return Phrase("nobody has {goal} gold yet ({scores})", goal=GOAL, scores=scores(t))


@RULES.clause(
    "castle.end.winner",
    cite("Game Ending", 1),
    breach="{claimed} is claimed to have won; the winner is {winner} with {gold} gold",
    facts=lambda t, e: {"claimed": names(e.winners), "winner": t.winner, "gold": t.gold.get(t.winner, 0)},
    yields_to=("castle.record.event-order",),
)
def winner(t: Table, e: Ended) -> Verdict:
    """The player whose coin brought them to 18 gold or more is the winner."""
    return set(e.winners) == {t.winner} if t.winner else SILENT
