"""What the record cannot say: cards and events that contradict what it said before."""

from __future__ import annotations

from referee.event import Ended
from referee.games.jade_merchant import cards
from referee.games.jade_merchant.cards import UNKNOWN
from referee.games.jade_merchant.events import Bid, Deal, Declare, Pass, Score, Take
from referee.games.jade_merchant.rules import RULES, cite, held, lying
from referee.games.jade_merchant.table import BIDDING, CENTRE, DEALING, OVER, SCORING, Table, hand
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "jade.record.event-order",
    cite("Round Flow"),
    breach="{event} has no place here: {stage}",
    facts=lambda t, e: {"event": WORDS[type(e)], "stage": STAGES[t.stage]},
    yields_to=("jade.end.rounds",),
)
def event_order(t: Table, e: Deal | Bid | Pass | Take | Declare | Score | Ended) -> Verdict:
    """An event belongs to the stage the game is in: first a deal, then bids and takes until the
    centre is empty, then the next deal; claims come after the last round, and after the result nothing."""
    return type(e) in PLACES[t.stage]


PLACES: dict[str, tuple[type, ...]] = {
    DEALING: (Deal, Declare, Ended),
    BIDDING: (Bid, Pass, Take, Declare, Ended),
    SCORING: (Declare, Score, Ended),
    OVER: (),
}
STAGES: dict[str, str] = {
    DEALING: Phrase("a round is to be dealt"),
    BIDDING: Phrase("a round is being played"),
    SCORING: Phrase("all rounds have been played"),
    OVER: Phrase("the game has ended"),
}
WORDS: dict[type, str] = {
    Deal: Phrase("a deal"),
    Bid: Phrase("a bid"),
    Pass: Phrase("a pass"),
    Take: Phrase("a take"),
    Declare: Phrase("a declaration"),
    Score: Phrase("a score"),
    Ended: Phrase("a result"),
}


@RULES.clause(
    "jade.record.card",
    cite("Contents"),
    breach="{cards} cannot come up again: all of that kind have been seen ({stock} in the deck)",
    facts=lambda t, e: {
        "cards": " ".join(too_many(t, e)),
        "stock": " ".join(f"{c}×{cards.DECK[c]}" for c in too_many(t, e)),
    },
    yields_to=("jade.record.event-order",),
)
def card(t: Table, e: Deal | Take) -> Verdict:
    """No card appears more often than the deck holds it, and none in two places at once."""
    if type(e) is Take and UNKNOWN not in t.ledger.zones[CENTRE] and CENTRE not in t.ledger.vague:
        return SILENT  # all that lies there has been seen
    return not too_many(t, e)


def too_many(t: Table, e: Deal | Take) -> list[str]:
    """The cards that come to light in an event though all of their kind have been seen."""
    shown = {} if isinstance(e, Deal) else t.centre
    unseen, count = t.ledger.unseen, e.cards.count
    scarce = [c for c in e.cards if unseen.get(c, cards.SIZE) < count(c)]
    return [c for c in dict.fromkeys(scarce) if unseen[c] + shown.get(c, 0) < count(c)]


@RULES.clause(
    "jade.record.take-from-centre",
    cite("Round Flow", 3),
    breach="{cards} cannot be taken: the centre holds {centre}",
    facts=lambda t, e: {"cards": " ".join(e.cards), "centre": lying(t)},
    yields_to=("jade.record.event-order", "jade.record.card"),
)
def take_from_centre(t: Table, e: Take) -> Verdict:
    """What is taken lies in the centre."""
    return not e.cards or t.ledger.may_hold(CENTRE, e.cards)


@RULES.clause(
    "jade.record.return-held",
    cite("Bidding", 4),
    breach="{card} is returned, but {player} never had it (holds {held})",
    facts=lambda t, e: {"card": e.back, "player": e.player, "held": held(t, e.player)},
    yields_to=("jade.record.event-order",),
)
def return_held(t: Table, e: Take) -> Verdict:
    """What is returned was the taker's before, or is so by this take."""
    if not e.back:
        return SILENT
    taken_now = e.back in e.cards or (e.back == UNKNOWN and bool(e.cards))
    return taken_now or held_before(t, e) or (not e.cards and t.ledger.may_yield(CENTRE, e.back))


def held_before(t: Table, e: Take) -> bool:
    return t.ledger.may_yield(hand(e.player), e.back)
