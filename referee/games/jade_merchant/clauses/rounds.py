"""Round Flow: who opens, who rests, who takes what is left."""

from __future__ import annotations

from referee.games.jade_merchant.events import Bid, Pass, Take
from referee.games.jade_merchant.rules import CEILING, NO_PART, REOPEN, RESTS, RULES, cite, lying, names
from referee.games.jade_merchant.table import CENTRE, Table
from referee.language import OR, joined
from referee.rulebook import SILENT, Verdict


def is_opening(t: Table) -> bool:
    """Whether an auction is due in which nobody has acted yet."""
    return t.actor is None and t.standing is None


def has_auction(t: Table) -> bool:
    """Whether more than one player has still to take, so that there is an auction."""
    return len(t.waiting) > 1


@RULES.clause(
    "jade.round.opener",
    cite("Round Flow", 6),
    cite("Bidding", 1),
    breach="{player} opens the round, but that is for {opener}",
    undecided="whether {player} may open: it was not logged who opens this round",
    facts=lambda t, e: {"player": e.player, "opener": t.opener or "?"},
    yields_to=NO_PART,
)
def opener(t: Table, e: Bid | Pass) -> Verdict:
    """The first player opens the first round; whoever took cards last opens the next."""
    if not is_opening(t) or t.resting:
        return SILENT
    return None if t.opener is None else e.player == t.opener


@RULES.clause(
    "jade.round.reopen",
    cite("Round Flow", 4),
    breach="{player} opens the next auction, but that is for {openers}",
    undecided="whether {player} may open the next auction: it was not logged who opened the round",
    facts=lambda t, e: {"player": e.player, "openers": joined(t.openers() or ["?"], OR)},
    readings=(REOPEN,),
    yields_to=NO_PART,
)
def reopen(t: Table, e: Bid | Pass) -> Verdict:
    """After somebody has taken, the others bid again in the same way; who begins depends on the reading."""
    if not is_opening(t) or not t.resting:
        return SILENT
    openers = t.openers()
    return None if openers is None else e.player in openers


@RULES.clause(
    "jade.round.rest",
    cite("Round Flow", 4),
    breach="{player} has taken in this round and rests until it ends; still to take: {waiting}",
    facts=lambda t, e: {"player": e.player, "waiting": names(t.waiting)},
    yields_to=("jade.record.event-order",),
)
def rest(t: Table, e: Bid | Pass | Take) -> Verdict:
    """Who has taken cards rests until the end of the round: no bid, no pass, no second take."""
    return e.player not in t.resting


@RULES.clause(
    "jade.round.once-each",
    cite("Round Flow", "note"),
    breach="{player} takes all that lies in the centre ({cards}), and {missing} must still take in this round",
    facts=lambda t, e: {"player": e.player, "cards": lying(t), "missing": names(_waiting(t, e))},
    readings=(CEILING,),
    yields_to=(*RESTS, "jade.take.winner", "jade.take.number"),
)
def once_each(t: Table, e: Take) -> Verdict:
    """In each round every player takes cards exactly once, so nobody takes the last card before that."""
    if CENTRE in t.ledger.vague:
        return SILENT
    left = t.lying - len(e.cards) if e.cards else 0
    return left > 0 or bool(e.back) or t.readings[CEILING] == "none" or not _waiting(t, e)


def _waiting(t: Table, e: Take) -> list[str]:
    """The others who have still to take in this round."""
    return [player for player in t.waiting if player != e.player]


@RULES.clause(
    "jade.round.last-takes-rest",
    cite("Round Flow", 5),
    breach="{player} is the last in the round and takes all {left} left ({cards}), without a bid or a return",
    undecided="whether {player} took all that was left: the centre was not logged",
    facts=lambda t, e: {
        "player": e.player,
        "left": max(0, t.lying),
        "cards": lying(t),
    },
    yields_to=("jade.record.event-order",),
)
def last_takes_rest(t: Table, e: Bid | Pass | Take) -> Verdict:
    """The last player left in a round takes all the remaining cards, without a bid and without a return."""
    if has_auction(t) or e.player in t.resting:
        return SILENT
    if not isinstance(e, Take) or e.back:
        return False
    return not e.cards or len(e.cards) == t.lying or (CENTRE in t.ledger.vague and None)
