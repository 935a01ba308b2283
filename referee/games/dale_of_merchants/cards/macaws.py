"""M: snappy scarlet macaws, quick with their own cards."""

from __future__ import annotations

from typing import Any

from referee.games.dale_of_merchants.cards.declare import and_draws, hidden, passive, technique
from referee.games.dale_of_merchants.cleaning import after_draw, copies_sure, fits_hand
from referee.games.dale_of_merchants.codes import HAND_SIZE
from referee.games.dale_of_merchants.effects import (
    back_on_own_deck,
    discard_from_hand,
    draw_own,
    keep_from_own_deck,
    look_at_own_deck,
    take_from_own_pile,
    throw_from_hand,
)
from referee.games.dale_of_merchants.events import (
    Build,
    Buy,
    Discard,
    Draw,
    Keep,
    Play,
    Refill,
    Return,
    Step,
    Take,
    Throw,
)
from referee.games.dale_of_merchants.registry import Card, add
from referee.games.dale_of_merchants.resolving import Resolving, all_of, as_many, is_none, same
from referee.games.dale_of_merchants.rules import CARD_DISCARD, NO_TARGET, RULES, printed_on
from referee.games.dale_of_merchants.table import Table, hand
from referee.games.dale_of_merchants.uses import played, raised, used_in, uses, worth
from referee.language import OR, Phrase, joined
from referee.rulebook import SILENT, Verdict


def _to_draw(c: Resolving) -> int:
    """As many as were discarded, or as there are."""
    back = 0 if c.t.readings[CARD_DISCARD] == "throw-away" else c.n(Discard)
    return min(c.n(Discard), c.drawable(more=back))


@technique(
    "M1",
    "Swift Broker",
    {Discard: discard_from_hand, Draw: draw_own},
    implied=and_draws(_to_draw),
    readings=(CARD_DISCARD,),
    breach="{player} discarded {discarded} of a rest of {hand} cards and drew {drawn}",
)
def swift_broker(c: Resolving) -> Verdict:
    """Discard the rest of your hand in any order, then draw as many cards.

    ``Ann play M1: discard j P1 S1 j; draw 4``
    """
    return all_of(as_many(c.n(Discard), c.hand, c.hand), as_many(c.n(Draw), c.n(Discard), _to_draw(c)))


@passive(
    "M2",
    "Cookies",
    breach="{player} stops at {hand} cards; {card} makes the hand {size}",
    facts=lambda t, e: {
        "player": e.player,
        "hand": after_draw(t, e).size(hand(e.player)),
        "size": HAND_SIZE + copies_sure(t, e, "M2"),
    },
    larger_hand=1,
)
def cookies(t: Table, e: Refill) -> Verdict:
    """Your hand is one card larger while you hold this, for each copy; one drawn during the refill counts at once.

    ``Ann draw 4`` with four more due, one of them for the Cookies she kept
    """
    return fits_hand(t, e, copies_sure(t, e, "M2"))


@technique(
    "M3",
    "Shattered Relic",
    {Throw: throw_from_hand, Draw: draw_own},
    implied=and_draws(lambda c: min(1, c.drawable())),
    breach="{player} threw away {thrown} and drew {drawn}; it is one hand card, then one card drawn",
)
def shattered_relic(c: Resolving) -> Verdict:
    """Throw away one card of your hand, then draw one; without a card to throw away only draw.

    ``Ann play M3: throw j; draw M1``
    """
    return all_of(as_many(c.n(Throw), 1, c.hand), as_many(c.n(Draw), 1, c.drawable()))


def _rest_back(c: Resolving) -> tuple[Step, ...]:
    """What is put back may be left out where it is one card, or all are alike."""
    rest = c.cards(Take)
    for card in c.cards(Keep):
        if card in rest:
            rest.remove(card)
    alike = len(set(rest)) <= 1 and c.has(Keep) and not c.has(Return)
    return (*c.logged, Return(tuple(rest))) if rest and alike else c.logged


@technique(
    "M4",
    "Spyglass",
    {Take: look_at_own_deck, Keep: keep_from_own_deck, Return: back_on_own_deck},
    implied=_rest_back,
    readings=(NO_TARGET,),
    breach="{player} took {taken}, kept {kept} and put back {returned}; it is three, one and the others",
)
def spyglass(c: Resolving) -> Verdict:
    """Take the top three cards of your deck, keep one in hand and put the others back on top in any order.

    ``Ann play M4: take P1 j S2; keep P1; return S2 j`` (S2 lies on top)
    """
    if not c.steps:
        return c.idle(c.drawable())
    kept = as_many(c.n(Keep), 1, c.n(Take))
    return all_of(as_many(c.n(Take), 3, c.drawable()), kept, same([*c.cards(Keep), *c.cards(Return)], c.cards(Take)))


# Flashy Show is a technique whose effect shows only afterwards, so its clause judges what is used.


def _raise(t: Table) -> None:
    t.raised += 1


add(
    Card(
        "M5a",
        "Flashy Show",
        "Until the end of your turn every card that you use is worth 1 more, junk too; market prices do not change.",
        "``Ann play M5a``",
        technique=True,
        icon=True,
        begins=lambda x: x.remember(_raise),
    )
)


def _misvalued(t: Table, e: Buy | Build | Play) -> list[tuple[str, int, list[int]]]:
    """Cards said to count what they do not count under this turn's raised values."""
    claims = [used for used in used_in(e) if used.counts is not None and not t.marks]
    values = [(used.card, used.counts or 0, list(worth(t, e.player, used, isinstance(e, Build)))) for used in claims]
    return [(card, said, options) for card, said, options in values if options and said not in options]


def _misvalued_facts(t: Table, e: Any) -> dict[str, Any]:
    wrong = _misvalued(t, e)
    card, said, options = wrong[0] if wrong else (Phrase("every card"), raised(t, e.player), [])
    value = joined([str(option) for option in options], OR)
    return {"used": card, "said": said, "value": value, "more": raised(t, e.player)}


@RULES.clause(
    "dale.card.flashy-show",
    printed_on("Flashy Show"),
    breach="M5a Flashy Show: {used} counts {value} now, {more} more than printed, and not {said}",
    facts=_misvalued_facts,
    yields_to=("dale.record.event-order", "dale.record.hand", "dale.record.card", "dale.card.accordion"),
)
def flashy_show(t: Table, e: Buy | Build | Play) -> Verdict:
    """Until the end of your turn every card that you use is worth 1 more, junk too; it adds up, and market
    prices do not change.
    """
    if isinstance(e, Play):
        return True if not e.steps and played(t, e).code == "M5a" else SILENT
    return (not uses(t, e).told or not _misvalued(t, e)) if raised(t, e.player) else SILENT


def _top_of_pile(c: Resolving) -> tuple[Step, ...]:
    return c.logged if c.logged or is_none(c.own_pile) else (Take(hidden(1)),)


@technique(
    "M5b",
    "Favourite Toy",
    {Take: take_from_own_pile},
    implied=_top_of_pile,
    readings=(NO_TARGET,),
    breach="{player} took {taken} out of a discard pile of {pile}; it is the top card",
)
def favourite_toy(c: Resolving) -> Verdict:
    """Take the top card of your discard pile into your hand; with an empty pile nothing happens.

    ``Ann play M5b: take P3`` or just ``Ann play M5b``
    """
    if is_none(c.own_pile):
        return c.no_target()
    return as_many(c.n(Take), 1, c.own_pile)
