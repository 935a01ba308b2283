"""Bidding: turns, numbers, passes."""

from __future__ import annotations

from referee.games.jade_merchant.events import Bid, Pass
from referee.games.jade_merchant.rules import CEILING, NO_BID, NO_PART, OPENER_PASS, RULES, cite, held, names, said
from referee.games.jade_merchant.table import CENTRE, Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "jade.bid.opens",
    cite("Bidding", 1),
    breach="{player} passes, but nobody has named a number yet (the others still in: {rivals})",
    facts=lambda t, e: {"player": e.player, "rivals": names(rivals(t, e.player))},
    readings=(OPENER_PASS,),
    yields_to=(*NO_PART, "jade.round.opener", "jade.round.reopen", "jade.bid.turn"),
)
def opens(t: Table, e: Bid | Pass) -> Verdict:
    """The player who opens an auction names how many cards they want."""
    if t.standing is not None:
        return SILENT
    return type(e) is Bid or (t.readings[OPENER_PASS] == "yes" and bool(rivals(t, e.player)))


def rivals(t: Table, player: str) -> list[str]:
    """The others who have neither taken nor passed."""
    return [p for p in t.waiting if p != player and p not in t.passed]


@RULES.clause(
    "jade.bid.turn",
    cite("Bidding", 2),
    breach="{player} acts out of turn: {due}",
    undecided="whether it is {player}'s turn: it was not logged who has a card to return and could still bid",
    facts=lambda t, e: {"player": e.player, "next": next_to_act(t), "due": _due(t)},
    yields_to=NO_PART,
)
def turn(t: Table, e: Bid | Pass) -> Verdict:
    """Bids and passes go clockwise among those who are still in this auction."""
    if t.actor is None:
        return SILENT
    due = _comes_next(t, e.player)
    return due if due or type(e) is Bid else _passes_early(t, e.player, due)


def _passes_early(t: Table, player: str, due: Verdict) -> Verdict:
    """A pass that is not due: said too early or not at all, a forced pass is the same."""
    out = False if is_leader(t, player) else t.is_forced(player)
    return None if out is None else out or due


def is_leader(t: Table, player: str) -> bool:
    return t.standing is not None and t.standing.player == player


def _comes_next(t: Table, player: str) -> Verdict:
    """Whether all between the last to act and this player are out."""
    sure: Verdict = True
    leader = t.standing.player if t.standing else None
    for other in t.after(t.actor):
        if other == player:
            return False if other == leader else sure
        if other in t.resting or other in t.passed:
            continue
        forced = False if other == leader else t.is_forced(other)
        if forced is False:
            return False
        sure = None if forced is None else sure
    return False


def next_to_act(t: Table) -> str:
    """The first player after the last to act who is not certainly out."""
    others = [p for p in t.after(t.actor) if p not in t.resting and p not in t.passed]
    waiting = (p for p in others if not is_leader(t, p) and t.is_forced(p) is not True)
    leader = t.standing.player if t.standing else names(t.waiting)
    return next(waiting, leader)


def _due(t: Table) -> str:
    """What is to happen instead."""
    player = next_to_act(t)
    if is_leader(t, player):
        bid = said(t.standing)
        return Phrase("all others are out, and {player} takes what was bid, {bid}", player=player, bid=bid)
    return Phrase("it is {player} who is to bid or pass", player=player)


@RULES.clause(
    "jade.bid.lower",
    cite("Bidding", 2),
    cite("Bidding", 3),
    breach="{bid} does not undercut {standing}",
    facts=lambda t, e: {"bid": said(e), "standing": said(t.standing)},
    yields_to=NO_BID,
)
def lower(t: Table, e: Bid) -> Verdict:
    """Each bid is lower than the one before it; "take N, return one" counts half a card less than N."""
    return SILENT if t.standing is None else _undercuts(e.take, e.back, t.standing)


def _undercuts(take: int, back: int, bid: Bid) -> bool:
    return take < bid.take or (take == bid.take and bool(back) > bool(bid.back))


@RULES.clause(
    "jade.bid.form",
    cite("Bidding", 3),
    breach="{bid} is no bid: one card may be returned, not {back}",
    facts=lambda t, e: {"bid": said(e), "back": e.back},
    yields_to=NO_PART,
)
def form(t: Table, e: Bid) -> Verdict:
    """A bid is a number of cards, or that number and one card returned."""
    return e.back <= 1


@RULES.clause(
    "jade.bid.ceiling",
    cite("Round Flow", "note"),
    breach="{bid} is too high: it leaves {left} of {centre} cards, and {waiting} must still take",
    undecided="whether {bid} leaves a card for each who must still take ({waiting}): the centre was not logged",
    facts=lambda t, e: {
        "bid": said(e),
        "left": "?" if CENTRE in t.ledger.vague else max(0, left_by(t, e)),
        "centre": "?" if CENTRE in t.ledger.vague else max(0, t.lying),
        "others": others_than(t, e.player),
        "waiting": names(p for p in t.waiting if p != e.player),
    },
    readings=(CEILING,),
    yields_to=(*NO_BID, "jade.bid.lower"),
)
def ceiling(t: Table, e: Bid) -> Verdict:
    """A bid leaves at least one card for every other player who has still to take."""
    if CENTRE in t.ledger.vague:
        return None
    needed = 0 if t.readings[CEILING] == "none" else others_than(t, e.player)
    return left_by(t, e) >= needed


def others_than(t: Table, player: str) -> int:
    """How many others have still to take in this round."""
    return len(t.waiting) - (player in t.waiting)


def left_by(t: Table, e: Bid) -> int:
    """How many cards the others would find once this bid has been carried out."""
    return t.lying - e.take + (e.back if t.readings[CEILING] == "leave-one" else 0)


@RULES.clause(
    "jade.bid.return-needs-card",
    cite("Bidding", 4),
    cite("Bidding", 5),
    cite("Example 1", "note"),
    cite("Example 2", 1),
    breach="{bid} returns a card, and {player} has none that may be returned (holds {held})",
    undecided="whether {player} has a card that may be returned: not all cards were logged (known: {held})",
    facts=lambda t, e: {"bid": said(e), "player": e.player, "held": held(t, e.player)},
    yields_to=(*NO_BID, "jade.bid.minimum"),
)
def return_needs_card(t: Table, e: Bid) -> Verdict:
    """A bid that returns a card needs one in front of the bidder that is no counterfeit."""
    return t.has_returnable(e.player) if e.back else SILENT


@RULES.clause(
    "jade.bid.minimum",
    cite("Bidding", 6),
    breach="{bid} is no bid: the lowest is 1-1, take one and return one",
    facts=lambda t, e: {"bid": said(e)},
    yields_to=NO_PART,
)
def minimum(t: Table, e: Bid) -> Verdict:
    """Nothing is lower than "take one, return one": every bid takes at least one card."""
    return e.take >= 1


@RULES.clause(
    "jade.bid.hard-pass",
    cite("Bidding", 7),
    breach="{player} has passed in this auction and is out until somebody has taken",
    facts=lambda t, e: {"player": e.player, "standing": said(t.standing)},
    yields_to=("jade.record.event-order", "jade.round.rest"),
)
def hard_pass(t: Table, e: Bid | Pass) -> Verdict:
    """Who passes takes no further part in this auction."""
    return e.player not in t.passed


RULES.derived(
    "jade.bid.forced-pass",
    "A player who has no lower bid left is out without a word: nothing undercuts 1 without a card to "
    "return, and nothing undercuts 1-1 at all. The pass may be logged or left out.",
    cite("Example 1", "note"),
    cite("Example 2", 2),
)
