"""B: playing a technique."""

from __future__ import annotations

from typing import Any

from referee.games.dale_of_merchants.clauses.record import OUT_OF_PLACE
from referee.games.dale_of_merchants.codes import UNKNOWN
from referee.games.dale_of_merchants.events import Draw, Play, Reshuffle, Take, step_word
from referee.games.dale_of_merchants.registry import Card, named
from referee.games.dale_of_merchants.rules import PASSIVE, RUBBISH, RULES, SKILLS, cite, names, printed_on
from referee.games.dale_of_merchants.table import Table
from referee.games.dale_of_merchants.uses import played
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict

UNPLAYED = (*OUT_OF_PLACE, "dale.record.card", "dale.record.hand", "dale.stall.locked")


@RULES.clause(
    "dale.play.technique",
    cite(SKILLS, 1),
    PASSIVE,
    RUBBISH,
    breach="{player} plays {card}, which is no technique",
    undecided="whether {player} played a technique: the card was not logged",
    facts=lambda t, e: {"player": e.player, "card": named(played(t, e).code)},
    yields_to=UNPLAYED,
)
def technique(t: Table, e: Play) -> Verdict:
    """Only technique cards are played; passive cards and junk are not."""
    card = played(t, e)
    return None if card.code == UNKNOWN else card.technique


def _order_facts(t: Table, e: Play) -> dict[str, Any]:
    card = played(t, e)
    due = [step_word(kind) for kind in card.steps]
    did = [step_word(type(step)) for step in e.steps]
    logged, wanted = ", ".join(did) or Phrase("nothing"), ", ".join(due) or Phrase("none")
    return {"card": named(card.code), "did": logged, "due": wanted}


@RULES.clause(
    "dale.play.order",
    cite(SKILLS, 1),
    cite(SKILLS, 2),
    breach="{card} has these steps, in this order: {due}; logged were: {did}",
    facts=_order_facts,
    yields_to=(*UNPLAYED, "dale.play.technique"),
)
def order(t: Table, e: Play) -> Verdict:
    """The effects of a card happen in printed order and no others, as far as they can."""
    card = played(t, e)
    return in_order(card, e) if e.steps and card.code != UNKNOWN else SILENT


def in_order(card: Card, e: Play) -> bool:
    """Whether the steps are the card's own, in its order; a deck may be made anew while cards come from it."""
    printed = list(card.steps)
    if printed == [*map(type, e.steps)]:
        return True
    at = 0
    for step in e.steps:
        if type(step) is Reshuffle and (Draw in printed or Take in printed):
            continue
        if type(step) not in printed or printed.index(type(step)) < at:
            return False
        at = printed.index(type(step))
    return True


@RULES.clause(
    "dale.play.other-player",
    printed_on("another player"),
    breach='{card}: "another player" is not {named}',
    facts=lambda t, e: {
        "card": named(played(t, e).code),
        "named": names(n for n in _named(e) if n == e.player or n not in t.players),
    },
    yields_to=(*UNPLAYED, "dale.play.technique", "dale.play.order"),
)
def other_player(t: Table, e: Play) -> Verdict:
    """Where a card says another player or an opponent, it is somebody else than who plays it."""
    players = _named(e) if e.steps else ()
    return SILENT if not players else e.player not in players and set(t.players).issuperset(players)


def _named(e: Play) -> list[str]:
    return [name for step in e.steps if (name := getattr(step, "player", ""))]


RULES.derived(
    "dale.play.goes",
    "Once its effect is done, a technique goes to its player's own discard pile, unless the effect put it elsewhere; "
    "while it resolves it is in no pile.",
    cite(SKILLS, 1),
    cite(SKILLS, 8),
)
