"""Scoring: claimed points and the wild card."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from referee.games.jade_merchant import cards, outcome, scoring
from referee.games.jade_merchant.events import Declare, Score
from referee.games.jade_merchant.rules import RULES, WILD, ZERO_SPICE, cite
from referee.games.jade_merchant.table import SCORING, Table, hand
from referee.language import Phrase, joined, marked
from referee.rulebook import SILENT, C, Verdict


def claim(part: str, *, readings: tuple[str, ...] = ()) -> Callable[[C], C]:
    """The clause of one part of a claimed score: its numbers are the claim and the referee's count."""
    return RULES.clause(
        f"jade.score.{part}",
        cite("Scoring", part.capitalize()),
        breach=f"{{player}} claims {{claimed}} for {part}; it is {{counted}} ({{held}})",
        undecided=f"what {{player}}'s {part} is worth: not all cards were logged",
        facts=lambda t, e: {
            "player": e.player,
            "claimed": _said(getattr(e, part)),
            "held": outcome.held_of(t, e.player, part),
            "counted": outcome.show(outcome.points(t, e.player, part)),
        },
        readings=readings,
        yields_to=("jade.record.event-order",),
    )


def _said(amount: Decimal | None) -> str:
    """A claim as people write it; "" where there is none."""
    return "" if amount is None else scoring.show(Fraction(amount))


def _claimed(t: Table, e: Score, part: str, amount: Decimal | None) -> Verdict:
    return SILENT if amount is None else _is_counted(t, e.player, part, amount)


def _is_counted(t: Table, player: str, part: str, amount: Decimal) -> Verdict:
    counted = outcome.points(t, player, part)
    return None if counted is None else amount == counted


@claim("gold")
def gold(t: Table, e: Score) -> Verdict:
    """Each gold card is worth its face value."""
    return _claimed(t, e, "gold", e.gold)


@claim("counterfeit")
def counterfeit(t: Table, e: Score) -> Verdict:
    """Each counterfeit is worth its face value, but all are worth nothing if together they exceed the
    player's gold."""
    return _claimed(t, e, "counterfeit", e.counterfeit)


@claim("jade")
def jade(t: Table, e: Score) -> Verdict:
    """1, 2, 3, 4 ... jade cards are worth 1, 3, 6, 10 ... points, twelve 78."""
    return _claimed(t, e, "jade", e.jade)


@claim("spice", readings=(ZERO_SPICE,))
def spice(t: Table, e: Score) -> Verdict:
    """The most spice value earns 24 points, the second 12, the third 6; tied players share equally the
    points of the places they fill. The values themselves score nothing."""
    return _claimed(t, e, "spice", e.spice)


@claim("books")
def books(t: Table, e: Score) -> Verdict:
    """A set of five different letters is worth 20 points, of four 10, of three 5, every other book 1; X
    stands for the declared letter."""
    return _claimed(t, e, "books", e.books)


PARTS = {
    "gold": marked("gold {points}"),
    "counterfeit": marked("counterfeit {points}"),
    "jade": marked("jade {points}"),
    "spice": marked("spice {points}"),
    "books": marked("books {points}"),
}
"""The parts of a score, and how each is said."""


def _part(t: Table, player: str, part: str) -> str:
    return Phrase(PARTS[part], points=outcome.show(outcome.points(t, player, part)))


@RULES.clause(
    "jade.score.total",
    cite("End of Game", 2),
    cite("End of Game", 3),
    breach="{player} claims {claimed} in all; the cards are worth {counted} ({parts})",
    undecided="what {player}'s cards are worth: not all were logged",
    facts=lambda t, e: {
        "player": e.player,
        "claimed": _said(e.total),
        "counted": outcome.show(outcome.points(t, e.player, "total")),
        "parts": joined([_part(t, e.player, part) for part in PARTS]),
    },
    readings=(ZERO_SPICE,),
    yields_to=("jade.record.event-order", *(f"jade.score.{part}" for part in PARTS)),
)
def total(t: Table, e: Score) -> Verdict:
    """A player's score is the total value of all the cards they collected."""
    return _claimed(t, e, "total", e.total)


@RULES.clause(
    "jade.score.wild",
    cite("Scoring", "Books"),
    breach="{player} declares X as {letter}, but {reason}",
    undecided="whether {player} may declare X as {letter}: not all cards were logged",
    facts=lambda t, e: {"player": e.player, "letter": e.letter, "reason": _not_wild(t, e)} | _wild_worth(t, e),
    readings=(WILD,),
    yields_to=("jade.record.event-order",),
)
def wild(t: Table, e: Declare) -> Verdict:
    """After the last round the holder of X, and nobody else, declares once which letter it stands for."""
    if t.stage != SCORING or e.player in t.wild:
        return False
    if not t.holds(e.player).get(cards.WILD):
        return None if t.ledger.may_hold(hand(e.player), (cards.WILD,)) else False
    if t.readings[WILD] == "any":
        return True
    worth = _wild_worth(t, e)
    return worth["points"] == worth["best points"] if outcome.is_known(t, e.player) else None


def _wild_worth(t: Table, e: Declare) -> dict[str, Any]:
    """What the books are worth with the declared letter and with the best."""
    held = t.holds(e.player)
    best = scoring.best_wild(held)
    return {"points": scoring.books(held, e.letter), "best": best, "best points": scoring.books(held, best)}


def _not_wild(t: Table, e: Declare) -> str:
    if t.stage != SCORING:
        return Phrase("the last round is not over")
    if e.player in t.wild:
        return Phrase("has declared it as {letter} before", letter=t.wild[e.player])
    if not t.holds(e.player).get(cards.WILD):
        return Phrase("does not hold it")
    worth = _wild_worth(t, e)
    better = {"best": worth["best"], "most": worth["best points"], "letter": e.letter, "points": worth["points"]}
    return Phrase("{best} scores {most} for books, {letter} only {points}", **better)
