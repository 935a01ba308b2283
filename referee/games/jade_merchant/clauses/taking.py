"""Bidding 4, 5, 8: what the winner takes and returns."""

from __future__ import annotations

from referee.games.jade_merchant import cards
from referee.games.jade_merchant.cards import UNKNOWN
from referee.games.jade_merchant.clauses.bidding import is_leader, rivals
from referee.games.jade_merchant.clauses.record import held_before
from referee.games.jade_merchant.clauses.rounds import has_auction
from referee.games.jade_merchant.events import Bid, Take
from referee.games.jade_merchant.rules import RESTS, RULES, cards_in_words, cite, held, names, said
from referee.games.jade_merchant.table import CENTRE, Table, hand
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "jade.take.winner",
    cite("Round Flow", 3),
    cite("Bidding", 8),
    breach="{player} takes, but {reason}",
    undecided="whether {player} may take yet: it was not logged whether {waiting} could still bid",
    facts=lambda t, e: {
        "player": e.player,
        "reason": _not_winner(t, e),
        "waiting": names(still_bidding(t, e.player)),
    },
    yields_to=RESTS,
)
def winner(t: Table, e: Take) -> Verdict:
    """Only the lowest bidder takes, and only once all the others are out of the auction."""
    if not has_auction(t):
        return SILENT
    if not is_leader(t, e.player):
        return False
    others = rivals(t, e.player)
    return not others or all_out(t, others)


def all_out(t: Table, players: list[str]) -> bool | None:
    """Whether none of these players has a lower bid left; None where that was not logged."""
    forced = [t.is_forced(player) for player in players]
    return False if False in forced else (None if None in forced else True)


def still_bidding(t: Table, player: str) -> list[str]:
    """The others who are not certainly out of the auction."""
    return [p for p in rivals(t, player) if t.is_forced(p) is not True]


def _not_winner(t: Table, e: Take) -> str:
    if t.standing is None:
        return Phrase("nobody has bid yet")
    if not is_leader(t, e.player):
        return Phrase("the lowest bid is {bid} by {player}", bid=said(t.standing), player=t.standing.player)
    return Phrase("{players} could still bid", players=names(still_bidding(t, e.player)))


def bid_of(t: Table, e: Take) -> Bid | None:
    """The bid that a take carries out; None if there is none (another clause's matter)."""
    return t.standing if has_auction(t) and is_leader(t, e.player) else None


@RULES.clause(
    "jade.take.number",
    cite("Bidding", 8),
    breach="{player} had bid {bid} and takes {taken}",
    undecided="whether {player} takes as many cards as bid ({bid}): the centre was not logged",
    facts=lambda t, e: {
        "player": e.player,
        "taken": cards_in_words(_taken(t, e)),
        "bid": said(bid_of(t, e)),
    },
    yields_to=("jade.record.event-order",),
)
def number(t: Table, e: Take) -> Verdict:
    """The winner takes exactly as many cards as declared."""
    bid = bid_of(t, e)
    if bid is None:
        return SILENT
    return None if not e.cards and CENTRE in t.ledger.vague else _taken(t, e) == bid.take


def _taken(t: Table, e: Take) -> int:
    return len(e.cards) if e.cards else t.lying


@RULES.clause(
    "jade.take.return-one",
    cite("Bidding", 4),
    breach="{player} had bid {bid} and returns {returned}",
    facts=lambda t, e: {"player": e.player, "bid": said(bid_of(t, e)), "returned": e.back or Phrase("nothing")},
    yields_to=("jade.record.event-order",),
)
def return_one(t: Table, e: Take) -> Verdict:
    """After a bid that returns a card one card is returned, after a plain bid none."""
    bid = bid_of(t, e)
    return SILENT if bid is None else bool(bid.back) == bool(e.back)


NOT_RETURNED = (*RESTS, "jade.record.return-held", "jade.round.last-takes-rest", "jade.take.return-one")
"""Broken by a return where none is due, so that it does not matter which card it is."""


@RULES.clause(
    "jade.take.return-held-before",
    cite("Bidding", 4),
    breach="{card} was taken just now; the card returned is one that {player} held before ({held})",
    undecided="whether {player} held the card returned before this take: it was not logged which it is",
    facts=lambda t, e: {"card": e.back, "player": e.player, "held": held(t, e.player)},
    yields_to=NOT_RETURNED,
)
def return_held_before(t: Table, e: Take) -> Verdict:
    """The card returned is one that was held before this take."""
    if not e.back:
        return SILENT
    return held_before(t, e) and (None if e.back == UNKNOWN else True)


@RULES.clause(
    "jade.take.no-counterfeit",
    cite("Bidding", 5),
    breach="{card} is counterfeit gold, which is not returned",
    undecided="whether the card returned is counterfeit gold: it was not logged which it is",
    facts=lambda t, e: {"card": e.back, "player": e.player},
    yields_to=NOT_RETURNED,
)
def no_counterfeit(t: Table, e: Take) -> Verdict:
    """Counterfeit gold is never returned."""
    if not e.back:
        return SILENT
    return _hides_no_fake(t, e) if e.back == UNKNOWN else not cards.is_counterfeit(e.back)


def _hides_no_fake(t: Table, e: Take) -> Verdict:
    """Whether an unlogged card that was returned cannot be, or must be, counterfeit."""
    if hand(e.player) in t.ledger.vague or UNKNOWN in t.holds(e.player) or UNKNOWN in e.cards:
        return None
    fakes = {cards.is_counterfeit(card) for card in (*t.holds(e.player), *e.cards)}
    return None if len(fakes) > 1 else True not in fakes


RULES.derived(
    "jade.take.returned-stays",
    "A card that was returned lies in the centre and is taken by somebody else in the same round.",
    cite("Bidding", 4),
)
