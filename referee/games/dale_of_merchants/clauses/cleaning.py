"""Cleaning up, 1: filling the hand."""

from __future__ import annotations

from typing import Any

from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.carry import tried
from referee.games.dale_of_merchants.clauses.record import OUT_OF_PLACE
from referee.games.dale_of_merchants.cleaning import after_draw, drawn_by, exhausted, hand_size, is_early, is_short
from referee.games.dale_of_merchants.codes import HAND_SIZE
from referee.games.dale_of_merchants.events import Draw, Junk, Refill, Restock
from referee.games.dale_of_merchants.rules import FILL, JUNK_FILL, RESHUFFLE, RULES, cite, faq
from referee.games.dale_of_merchants.table import Table, deck, hand, pile
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict

NOT_CLEANING = (*OUT_OF_PLACE, "dale.clean.active-only", "dale.turn.one-action")


def _between(least: int, most: int) -> int | str:
    return least if least == most else Phrase("{least} to {most}", least=least, most=most)


def _sizes(t: Table, e: Refill | Junk) -> dict[str, Any]:
    books = after_draw(t, e)
    size = hand_size(t, books, e.player)
    known = hand(e.player) not in books.vague
    return {
        "player": e.player,
        "drawn": len(drawn_by(e)) if isinstance(e, Refill) else e.count,
        "hand": books.size(hand(e.player)) if known else "?",
        "before": t.ledger.size(hand(e.player)) if known else "?",
        "size": _between(size.least, size.most),
        "deck": t.ledger.size(deck(e.player)) if deck(e.player) not in t.ledger.vague else "?",
        "pile": t.ledger.size(pile(e.player)) if pile(e.player) not in t.ledger.vague else "?",
    }


@RULES.clause(
    "dale.clean.fill",
    FILL,
    faq(5),
    breach="{player} draws {drawn} and has {hand} cards then; the hand is filled to {size}, and never reduced",
    undecided="whether {drawn} cards were due: {player} has {hand} then, and it was not logged whether the hand is "
    "larger than {size}, or what is left to draw",
    facts=_sizes,
    yields_to=(*NOT_CLEANING, "dale.record.pile", "dale.record.card", "dale.clean.reshuffle", "dale.card.cookies"),
)
def fill(t: Table, e: Refill) -> Verdict:
    """In clean-up one draws until the hand has its size, five and one more for each card that says so; who has
    more keeps them."""
    books = after_draw(t, e)
    zone = hand(e.player)
    if zone in books.vague:
        return None
    size, n = hand_size(t, books, e.player), len(books.zones[zone])
    if n == HAND_SIZE == size.limit:  # as usual
        return True
    if n < size.least:
        return exhausted(books, e.player)
    full = n >= size.limit or size.limit == size.most or exhausted(books, e.player) or None
    due = _last_was_due(t, e, books) if n > HAND_SIZE and drawn_by(e) else True
    return due if full else due and None


def _last_was_due(t: Table, e: Refill, books: Books) -> Verdict:
    """Whether the hand was not full before the last card came, which may have enlarged it."""
    before, zone = books.fork(), hand(e.player)
    n = before.size(zone)
    before.move(before.zones[zone][-1], zone, deck(e.player), n - 1)
    size = hand_size(t, before, e.player)
    return True if n <= size.most else None if n <= size.limit else False


@RULES.clause(
    "dale.clean.active-only",
    FILL,
    breach="{player} draws, but it is {turn}'s turn",
    facts=lambda t, e: {"player": e.player, "turn": t.turn or Phrase("nobody")},
    yields_to=OUT_OF_PLACE,
)
def active_only(t: Table, e: Refill | Junk) -> Verdict:
    """Only the player whose turn it is fills the hand; the others wait for their own clean-up."""
    return e.player == t.turn


@RULES.clause(
    "dale.clean.reshuffle",
    FILL,
    cite("1. Fill Up Your Hand", 3),
    faq(5),
    breach="{player} made a new deck at the wrong time: {deck} cards were in the deck, {pile} in the discard pile",
    undecided="whether {player} had to make a new deck: it was not logged how many cards the deck had",
    facts=_sizes,
    readings=(RESHUFFLE,),
    yields_to=NOT_CLEANING,
)
def reshuffle(t: Table, e: Refill) -> Verdict:
    """An empty deck is made anew from the discard pile when a card is needed, and not before."""
    said = e.shuffled or (bool(e.then) and _reshuffled(e))
    if deck(e.player) in t.ledger.vague:
        return None if said else SILENT
    at_once = t.readings[RESHUFFLE] == "at-once"
    return (not said or _timely(t, e, at_once)) and not (at_once and _left_empty(t, e))


def _reshuffled(e: Refill) -> bool:
    """Whether a deck was made anew after some cards."""
    return any(not isinstance(step, Draw) for step in e.then)


def _timely(t: Table, e: Refill, at_once: bool) -> bool:
    """Whether each new deck was made when the old one was empty and, unless at once, a card was needed."""
    left = t.ledger.size(deck(e.player))
    steps: list[int | None] = [None] if e.shuffled else []
    steps.append(len(e.cards))
    steps += [len(step.cards) if isinstance(step, Draw) else None for step in e.then]
    for i, count in enumerate(steps):
        if count is not None:
            left = max(0, left - count)
        elif left or not (at_once or any(steps[i + 1 : i + 2])):
            return False
        else:
            left = 99  # a new deck; how far it goes is not this rule's matter
    return True


def _left_empty(t: Table, e: Refill) -> bool:
    """Whether the deck is used up and a discard pile is there to make a new one."""
    books = tried(t, e)
    return not books.size(deck(e.player)) and bool(books.size(pile(e.player)))


@RULES.clause(
    "dale.clean.junk",
    cite("1. Fill Up Your Hand", 3),
    faq(5),
    breach="{player} takes {drawn} junk to {before} cards; it is exactly what is missing of {size}, once deck ({deck}) "
    "and discard pile ({pile}) are empty",
    undecided="whether {player} may take {drawn} junk: deck {deck}, discard pile {pile}, not all of it logged",
    facts=_sizes,
    readings=(JUNK_FILL,),
    yields_to=NOT_CLEANING,
)
def junk(t: Table, e: Junk) -> Verdict:
    """In clean-up, when deck and discard pile are both empty, junk fills the hand: as much as is missing."""
    empty = exhausted(t.ledger, e.player)
    if empty is False or hand(e.player) in t.ledger.vague:
        return None if empty is not False else False
    size = hand_size(t, t.ledger, e.player)
    five = t.readings[JUNK_FILL] == "five"
    least, most = (HAND_SIZE, HAND_SIZE) if five else (size.least, size.most)
    held = t.ledger.size(hand(e.player))
    fits = max(0, least - held) <= e.count <= max(0, most - held)
    if size.limit > size.most and not five:
        return None if least - held <= e.count <= size.limit - held else False
    return None if fits and empty is None else fits


RULES.derived(
    "dale.clean.junk-unlimited",
    "Once the junk pile is used up, cards of decks that are not in play stand in for junk; there is always enough.",
    cite("1. Fill Up Your Hand", 4),
    faq(5),
)


@RULES.clause(
    "dale.clean.order",
    cite("2. Cleaning Up", 1),
    cite("2. Cleaning Up", 2),
    breach="the market is filled while {turn} has {held} cards in hand: the hand comes first",
    undecided="whether {turn} had to draw first: not all of the hand was logged",
    facts=lambda t, e: {"turn": t.turn, "held": t.ledger.size(hand(t.turn)) if t.turn in t.players else "?"},
    yields_to=(*OUT_OF_PLACE, "dale.turn.one-action", "dale.market.when"),
)
def hand_first(t: Table, e: Restock) -> Verdict:
    """Clean-up fills the hand first, then the market."""
    if t.filled:
        return True
    if not t.acted or is_early(t):
        return SILENT
    short = is_short(t)
    return None if short is None else not short
