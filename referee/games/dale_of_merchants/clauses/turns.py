"""Action phase: whose turn it is, how many actions, and where bonus actions come from."""

from __future__ import annotations

from referee.games.dale_of_merchants.clauses.record import OUT_OF_PLACE, WORDS, Action
from referee.games.dale_of_merchants.events import (
    Build,
    Buy,
    Inventory,
    Junk,
    Play,
    Refill,
    Restock,
    RollOn,
    ThrowMarket,
)
from referee.games.dale_of_merchants.rules import ACTION, RULES, SKILLS, cite, faq, listed
from referee.games.dale_of_merchants.table import Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict

ROUNDS = cite("Rounds and Phases", 1)
ACTIONS = (Buy, Play, Build, Inventory)


@RULES.clause(
    "dale.turn.order",
    ROUNDS,
    breach="{player} acts out of turn: it is {turn}'s turn, which a refill of the market ends",
    facts=lambda t, e: {"player": e.player, "turn": t.turn or Phrase("nobody")},
    yields_to=OUT_OF_PLACE,
)
def order(t: Table, e: Action | RollOn | ThrowMarket) -> Verdict:
    """Turns go clockwise, and only the player whose turn it is acts."""
    return e.player == t.turn


@RULES.clause(
    "dale.turn.one-action",
    ACTION,
    faq(1),
    breach="{event} by {player}: {reason}",
    facts=lambda t, e: {
        "event": WORDS[type(e)],
        "player": getattr(e, "player", t.turn),
        "reason": Phrase("it would be action {n} of this turn, and no bonus action is due", n=t.acted + 1)
        if t.acted
        else Phrase("no action has been taken this turn"),
    },
    yields_to=(*OUT_OF_PLACE, "dale.turn.order", "dale.card.winter-is-coming", "dale.clean.active-only"),
)
def one_action(t: Table, e: Action | Refill | Junk | Restock) -> Verdict:
    """Each turn has one of the four actions, and no other unless a bonus action is due."""
    if not isinstance(e, ACTIONS):
        return bool(t.acted)
    if e.player != t.turn or t.bonus or (t.again and isinstance(e, Build)):
        return SILENT
    return True if t.due else SILENT if t.idle else False


@RULES.clause(
    "dale.turn.bonus",
    cite(SKILLS, 4),
    cite(SKILLS, 5),
    cite(SKILLS, 7),
    faq(1),
    breach="{player} takes action {number} of this turn; {idle} paid or built, not played as a technique, gives no "
    "bonus action",
    facts=lambda t, e: {"player": e.player, "number": t.acted + 1, "idle": listed(t.idle)},
    yields_to=(*OUT_OF_PLACE, "dale.turn.order", "dale.card.winter-is-coming"),
)
def bonus(t: Table, e: Action) -> Verdict:
    """A card with the bonus action icon gives one more action, of any kind, once its effect is done, and only
    where it was played as a technique; a bonus action may lead to another and may be left out."""
    if e.player != t.turn or (t.again and isinstance(e, Build)):
        return SILENT
    if t.bonus:
        return True
    return False if t.idle and not t.due else SILENT
