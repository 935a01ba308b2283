"""Contents, Setup, Game Flow."""

from __future__ import annotations

from referee.event import Started
from referee.games.jade_merchant import cards
from referee.games.jade_merchant.events import Deal
from referee.games.jade_merchant.rules import BOX, RULES, cards_in_words, cite, names
from referee.games.jade_merchant.table import DECK, Table
from referee.language import counted
from referee.rulebook import Verdict


@RULES.clause(
    "jade.setup.players",
    cite("Setup", 2),
    BOX,
    breach="{count} at the table ({players}); the game is for 2 to 5 different ones",
    facts=lambda t, e: {"count": counted(len(e.players), "{n} player", "{n} players"), "players": names(e.players)},
)
def players(t: Table, e: Started) -> Verdict:
    """Two to five different players sit around the table in a fixed order, the first player among them."""
    return 2 <= len(set(e.players)) == len(e.players) <= 5


RULES.advisory("jade.setup.shuffle", "The deck is shuffled well before the game.", cite("Setup", 1))
RULES.advisory("jade.setup.first-player", "Seats and the first player are chosen by a fair method.", cite("Setup", 2))


@RULES.clause(
    "jade.round.deal",
    cite("Game Flow", 2),
    cite("Round Flow", 1),
    breach="{dealt} dealt, but {due} are due",
    facts=lambda t, e: {"dealt": cards_in_words(len(e.cards)), "due": due(t)},
    yields_to=("jade.record.event-order", "jade.end.rounds"),
)
def deal(t: Table, e: Deal) -> Verdict:
    """Eight cards are dealt to the centre at the start of each round."""
    return len(e.cards) == due(t)


def due(t: Table) -> int:
    """Eight cards, or what is left of the deck after an earlier deal of too many."""
    left = cards.PER_ROUND if DECK in t.ledger.vague else t.ledger.size(DECK)
    return min(cards.PER_ROUND, left) if left > 0 else cards.PER_ROUND


RULES.advisory(
    "jade.round.face-up",
    "Cards in the centre and in front of the players lie face up where all can see them.",
    cite("Round Flow", 1),
    cite("Round Flow", 4),
)
