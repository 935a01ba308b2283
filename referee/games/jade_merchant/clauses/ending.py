"""End of Game: seven rounds, the winner."""

from __future__ import annotations

from referee.event import Ended
from referee.games.jade_merchant import outcome
from referee.games.jade_merchant.clauses.record import WORDS
from referee.games.jade_merchant.events import Deal
from referee.games.jade_merchant.rules import GOLD_TIE, RULES, ZERO_SPICE, cite, names
from referee.games.jade_merchant.table import BIDDING, DEALING, DECK, OVER, SCORING, Table
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "jade.end.rounds",
    cite("Game Flow", 1),
    cite("End of Game", 1),
    breach="{event} after {rounds} of 7 rounds (undealt cards: {undealt})",
    undecided="whether the game is over: it was not logged which round this is",
    facts=lambda t, e: {
        "event": WORDS[type(e)],
        "rounds": "?" if t.round is None else t.round - (t.stage == BIDDING),
        "undealt": "?" if DECK in t.ledger.vague else max(0, t.ledger.size(DECK)),
    },
)
def rounds(t: Table, e: Deal | Ended) -> Verdict:
    """Seven rounds are played; the one that empties the deck is the last."""
    if t.stage == OVER:
        return SILENT
    if isinstance(e, Ended):
        return t.stage == SCORING or (None if t.round is None and t.stage == DEALING else False)
    return t.stage != SCORING


@RULES.clause(
    "jade.end.winner",
    cite("End of Game", 3),
    breach="the claimed winner is {claimed}; by the cards it is {winners} ({scores})",
    undecided="who has won: {why} ({scores})",
    facts=lambda t, e: {
        "claimed": names(e.winners),
        "winners": names(outcome.winners(t) or ()),
        "why": outcome.why_undecided(t),
        "scores": ", ".join(f"{p} {outcome.show(outcome.points(t, p, 'total'))}" for p in t.players),
    },
    readings=(GOLD_TIE, ZERO_SPICE),
)
def end_winner(t: Table, e: Ended) -> Verdict:
    """The highest total wins; if players are tied, the one of them who holds the highest gold card."""
    if t.stage != SCORING:
        return SILENT
    decided = outcome.winners(t)
    return None if decided is None else set(e.winners) == set(decided)
