"""The final moment."""

from __future__ import annotations

from referee.event import Ended
from referee.games.dale_of_merchants.clauses.record import WORDS, Action
from referee.games.dale_of_merchants.events import Junk, Refill, Restock, RollOn, ThrowMarket
from referee.games.dale_of_merchants.rules import FINAL, RULES, faq, names
from referee.games.dale_of_merchants.table import OVER, WON, Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "dale.end.eighth",
    FINAL,
    faq(6),
    breach="{event}: {reason}",
    facts=lambda t, e: {
        "event": WORDS[type(e)],
        "reason": Phrase("{player} has placed an eighth stack, which ends the game at once", player=t.winner)
        if t.stage == WON
        else Phrase("nobody has eight stacks ({stalls})", stalls=stalls(t)),
    },
)
def eighth(t: Table, e: Action | RollOn | ThrowMarket | Refill | Junk | Restock | Ended) -> Verdict:
    """The game ends the moment an eighth stack stands, also in the middle of a turn, and not before."""
    if isinstance(e, Ended):
        return SILENT if t.stage == OVER else t.stage == WON
    return False if t.stage == WON else SILENT


def stalls(t: Table) -> str:
    return ", ".join(f"{player} {t.finished(player)}" for player in t.players)


@RULES.clause(
    "dale.end.winner",
    FINAL,
    faq(6),
    breach="{claimed} is claimed to have won; {winner} placed the eighth stack",
    facts=lambda t, e: {"claimed": names(e.winners), "winner": t.winner},
    yields_to=("dale.record.event-order", "dale.end.eighth"),
)
def winner(t: Table, e: Ended) -> Verdict:
    """Whoever placed the eighth stack has won, and nobody else."""
    return tuple(e.winners) == (t.winner,) if t.winner and t.stage == WON else SILENT
