"""R: thieving northern raccoons, busy with the cards of others."""

from __future__ import annotations

from referee.games.dale_of_merchants.cards.declare import hidden, technique
from referee.games.dale_of_merchants.codes import UNKNOWN
from referee.games.dale_of_merchants.effects import (
    Effect,
    discard_from_hand,
    discard_from_their_deck,
    give_onto_deck,
    give_to_hand,
    look_at_their_deck,
    take_from_their_hand,
    take_from_their_pile,
    throw_from_their_deck,
)
from referee.games.dale_of_merchants.events import Discard, Give, Step, Take, Throw
from referee.games.dale_of_merchants.resolving import Resolving, all_of, as_many, is_none, same
from referee.games.dale_of_merchants.rules import NO_TARGET, WILY_ORDER
from referee.games.dale_of_merchants.table import deck, pile
from referee.rulebook import Verdict


def _change_places(x: Effect) -> None:
    """Deck and discard pile change places; the new deck is shuffled, the new pile lies as the reading says."""
    books, mine, old = x.books, deck(x.player), pile(x.player)
    books.blur(old)
    books.exchange(mine, old)
    order = x.t.readings.get(WILY_ORDER)
    if order == "flipped":
        books.lay(old, reversed(books.zones[old]))
    elif order != "kept" and len(set(books.zones[old])) > 1:
        books.blur(old, apart=True)


def _lay_out(x: Effect, step: Discard) -> None:
    x.books.show(pile(x.player), step.cards)


@technique(
    "R1",
    "Wily Fellow",
    {Discard: _lay_out},
    begins=_change_places,
    readings=(WILY_ORDER,),
    breach="{player} laid out {discarded} as the new discard pile; the old deck does not lie so",
)
def wily_fellow(c: Resolving) -> Verdict:
    """Your deck and your discard pile change places, then the new deck is shuffled; this card is discarded
    after that.

    ``Ann play R1``, or with the new pile, top card last: ``Ann play R1: discard j M1 j``
    """
    if not c.of(Discard):
        return True
    laid, lay = c.cards(Discard), c.t.ledger.zones[deck(c.player)]
    if deck(c.player) in c.t.ledger.vague:
        return None
    order = c.t.readings[WILY_ORDER]
    if order == "any":
        return len(laid) == len(lay)
    due = lay if order == "kept" else lay[::-1]
    return len(laid) == len(due) and all(a == b or UNKNOWN in (a, b) for a, b in zip(laid, due, strict=True))


@technique(
    "R2",
    "Nuisance",
    {Discard: discard_from_hand},
    breach="{targets} discarded {discarded}; it is one card each of up to two other players",
)
def nuisance(c: Resolving) -> Verdict:
    """Up to two other players each discard a random card of their hand.

    ``Ann play R2: discard j by Bo; discard M1 by Cy``
    """
    each = [(step.player, len(step.cards)) for step in c.of(Discard)]
    return len(each) == len({player for player, _ in each}) <= 2 and all(player and n == 1 for player, n in each)


@technique(
    "R3",
    "Rotten Food",
    {Give: give_onto_deck},
    breach="{player} put {given} of {hand} hand cards on a deck; it is one, on one other player's",
)
def rotten_food(c: Resolving) -> Verdict:
    """Put one card of your hand onto another player's deck.

    ``Ann play R3: give j to Bo``
    """
    return all_of(as_many(c.n(Give), 1, c.hand), len(c.of(Give)) <= 1)


def _random_card(c: Resolving) -> tuple[Step, ...]:
    """That a card was taken may be left out: which one, nobody could choose."""
    player = c.target
    if c.has(Take) or not player or not c.hand_of(player):
        return c.logged
    return (Take(hidden(1), player), *c.logged)


@technique(
    "R4",
    "Dirty Exchange",
    {Take: take_from_their_hand, Give: give_to_hand},
    implied=_random_card,
    readings=(NO_TARGET,),
    breach="{player} took {taken} from {targets} with {their_hand} cards, and gave {given}; it is one card each way",
)
def dirty_exchange(c: Resolving) -> Verdict:
    """Take a random card of another player's hand, then give that player a card of your hand.

    ``Ann play R4: take ? from Bo; give j to Bo``
    """
    hands = [c.hand_of(player) for player in c.t.others(c.player)]
    if not c.logged or all(map(is_none, hands)):
        return c.idle(*hands)
    theirs = c.hand_of(c.target) if c.target else 1
    mine = c.hand + c.n(Take)
    return all_of(len(c.targets()) <= 1, as_many(c.n(Take), 1, theirs), as_many(c.n(Give), 1, mine))


@technique(
    "R5a",
    "Sabotage",
    {Take: look_at_their_deck, Throw: throw_from_their_deck, Discard: discard_from_their_deck},
    breach="of {targets}: taken {taken}, thrown away {thrown}, discarded {discarded}; it is the top two of one "
    "other deck, one of them thrown away and one discarded",
)
def sabotage(c: Resolving) -> Verdict:
    """Take the top two cards of another player's deck: throw one away and put the other on that player's
    discard pile.

    ``Ann play R5a: take M1 j from Bo; throw M1; discard j by Bo``
    """
    decks = [c.drawable(player) for player in c.t.others(c.player)]
    if not any(decks) and not c.n(Take):
        return True if all(map(is_none, decks)) else None
    there = c.drawable(c.target) if c.target else 2
    split = same([*c.cards(Throw), *c.cards(Discard)], c.cards(Take))
    thrown = as_many(c.n(Throw), 1, c.n(Take))
    return all_of(len(c.targets()) <= 1, as_many(c.n(Take), 2, there), split, thrown)


def _their_top(c: Resolving) -> tuple[Step, ...]:
    """With one other player there is no choice."""
    there = c.pile_of(c.target) if c.target else 0
    return c.logged if c.logged or not there else (Take(hidden(1), c.target),)


@technique(
    "R5b",
    "Treasure Hunter",
    {Take: take_from_their_pile},
    icon=False,
    implied=_their_top,
    readings=(NO_TARGET,),
    breach="{player} took {taken}; it is the top card of one other player's discard pile",
)
def treasure_hunter(c: Resolving) -> Verdict:
    """Take the top card of another player's discard pile into your hand.

    ``Ann play R5b: take M2 from Bo``
    """
    piles = [c.pile_of(player) for player in c.t.others(c.player)]
    if not c.n(Take) or all(map(is_none, piles)):
        return c.idle(*piles)
    return c.n(Take) == 1
