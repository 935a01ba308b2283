"""O: lucky ocelots, with a die that shows 0, 1, 1, 2, 2, 3."""

from __future__ import annotations

from referee.games.dale_of_merchants.building import can_be_alone
from referee.games.dale_of_merchants.cards.declare import and_draws, passive, technique
from referee.games.dale_of_merchants.codes import UNKNOWN, is_animalfolk, printed
from referee.games.dale_of_merchants.effects import (
    build_from_market_deck,
    discard_from_hand,
    draw_from_market_deck,
    draw_own,
    give_to_hand,
    mix_hands,
    no_cards,
    set_value,
    take_from_their_hand,
    throw_from_market_deck,
    throw_from_pile,
)
from referee.games.dale_of_merchants.events import (
    Discard,
    Draw,
    Give,
    Guess,
    Mix,
    Put,
    Roll,
    RollOn,
    Set,
    Take,
    Throw,
)
from referee.games.dale_of_merchants.resolving import AtLeast, Resolving, all_of, as_many, is_none
from referee.games.dale_of_merchants.rules import BLINDFOLD, LATE_ABILITY, NO_TARGET
from referee.games.dale_of_merchants.table import Table, pile
from referee.games.dale_of_merchants.turns import ability_facts, may_use
from referee.games.dale_of_merchants.uses import current
from referee.rulebook import Verdict


@passive(
    "O1",
    "Bold Haggler",
    breach="{player} may not roll for {used}: {reason}",
    facts=lambda t, e: ability_facts(t, e, "O1"),
    readings=(LATE_ABILITY,),
    ability="roll",
)
def bold_haggler(t: Table, e: RollOn) -> Verdict:
    """Once a turn for each of these you may roll the die and add it to the value of this card until the end
    of the turn.

    ``Ann roll 2 on O1``
    """
    return may_use(t, e, "O1")


def _animalfolk_in_pile(c: Resolving) -> int:
    held = c.t.ledger.zones[pile(c.player)]
    sure = sum(is_animalfolk(card) for card in held)
    unsure = UNKNOWN in held or pile(c.player) in c.t.ledger.vague
    return AtLeast(sure) if unsure else sure


@technique(
    "O2",
    "New Season",
    {Throw: throw_from_pile, Draw: draw_from_market_deck},
    implied=and_draws(lambda c: min(1, c.n(Throw))),
    readings=(NO_TARGET,),
    breach="{player} threw away {thrown} and drew {drawn}; it is one animalfolk card of a discard pile of {pile}, "
    "and if there was one, a card of the market deck",
)
def new_season(c: Resolving) -> Verdict:
    """Throw away one animalfolk card of your discard pile; if you did, draw a card from the market deck.

    ``Ann play O2: throw M1; draw P3``
    """
    there = _animalfolk_in_pile(c)
    if is_none(there) and not c.n(Throw):
        return c.no_target()
    if any(card != UNKNOWN and not is_animalfolk(card) for card in c.cards(Throw)):
        return False
    drawn = as_many(c.n(Draw), min(1, c.n(Throw)), c.from_market_deck(more=c.n(Throw)))
    return all_of(as_many(c.n(Throw), 1, there), drawn)


@technique(
    "O3",
    "Whirligig",
    {Discard: discard_from_hand, Draw: draw_own, Mix: mix_hands},
    implied=lambda c: c.logged,
    breach="{player} discarded {discarded} of {hand} cards, drew {drawn} and mixed hands with {targets}; it is all, "
    "as many, and one other player",
)
def whirligig(c: Resolving) -> Verdict:
    """Discard your hand and draw as many cards; then mix your hand with one other player's, and each gets
    back their number of cards at random.

    ``Ann play O3: discard j j M1 S1; draw 4; mix with Bo``, and ``into j M2 j j`` if her new hand is known
    """
    drawn = as_many(c.n(Draw), c.n(Discard), c.drawable(more=c.n(Discard)))
    mixed = len(c.of(Mix)) == 1 and c.n(Mix) in (0, c.n(Draw))
    return all_of(as_many(c.n(Discard), c.hand, c.hand), drawn, mixed)


def _charm_facts(c: Resolving) -> Verdict:
    """Whether the card turned up was built if it could be, and thrown away if not."""
    built = c.of(Put)
    if built:
        return len(built) == 1 and not c.n(Throw) and can_be_alone(c.t, c.player, built[0].card)
    (card,) = c.cards(Throw)
    if card == UNKNOWN:
        return None
    possible = can_be_alone(c.t, c.player, card)
    return None if possible is None else not possible


@technique(
    "O4",
    "Charm",
    {Put: build_from_market_deck, Throw: throw_from_market_deck},
    readings=(NO_TARGET,),
    breach="{player} did {steps} ({thrown}); the top market card is built if it alone can be the next stack, "
    "else thrown away",
)
def charm(c: Resolving) -> Verdict:
    """Turn up the top card of the market deck: if that card alone can be your next stack it must be built,
    else it is thrown away.

    ``Ann play O4: build M3`` · ``Ann play O4: throw M3``
    """
    if not c.steps:
        return c.idle(c.from_market_deck())
    return _charm_facts(c) if len(c.of(Put)) + c.n(Throw) == 1 else False


def _smaller_hand(c: Resolving) -> int:
    others = [c.target] if c.target else c.t.others(c.player)
    return min(c.hand, *(c.hand_of(player) for player in others)) if others else 0


@technique(
    "O5a",
    "Gamble",
    {Roll: no_cards, Take: take_from_their_hand, Give: give_to_hand},
    breach="{player} took {taken} from {targets} and gave {given}; it is as many as rolled, at most the smaller "
    "hand ({hand}, {their_hand})",
)
def gamble(c: Resolving) -> Verdict:
    """Choose another player and roll the die: the two of you change so many random hand cards, at most as
    many as the smaller hand has.

    ``Ann play O5a: roll 2; take ? ? from Bo; give j ? to Bo``
    """
    rolled = sum(step.pips for step in c.of(Roll))
    both = all_of(as_many(c.n(Take), rolled, _smaller_hand(c)), as_many(c.n(Give), rolled, _smaller_hand(c)))
    return all_of(len(c.of(Roll)) == 1, len(c.targets()) <= 1, both)


def _guessed(c: Resolving, card: str) -> bool | None:
    """Whether the guess was right; None where the card was not logged."""
    if card == UNKNOWN:
        return None
    guess = c.of(Guess)[0].value
    if c.t.readings[BLINDFOLD] == "printed":
        return bool(guess == printed(card))
    values = current(c.t, c.player, card)
    return True if values == {guess} else None if guess in values else False


@technique(
    "O5b",
    "Blindfold",
    {Guess: no_cards, Discard: discard_from_hand, Set: set_value},
    readings=(BLINDFOLD, NO_TARGET),
    breach="{player} did {steps} ({discarded}): guessed rightly by another player the card is discarded, guessed "
    "wrongly it gets a value of 1 to 5",
)
def blindfold(c: Resolving) -> Verdict:
    """Choose a card of your hand and an opponent, who guesses its value: if right, you discard it; if wrong,
    you set its value, 1 to 5, until the end of the turn.

    ``Ann play O5b: guess 2 by Bo; discard M2`` · ``Ann play O5b: guess 2 by Bo; value j=4``
    """
    if is_none(c.hand):
        return c.no_target()
    if len(c.of(Guess)) != 1 or c.n(Discard) + len(c.of(Set)) != 1:
        return False
    for step in c.of(Set):
        right = _guessed(c, step.card)
        return None if right is None else not right and 1 <= step.value <= 5
    return _guessed(c, c.cards(Discard)[0])
