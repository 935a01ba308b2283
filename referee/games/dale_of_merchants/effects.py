"""What happens to the cards: the moves that actions, techniques and clean-up are made of.

An ``Effect`` writes on books, and on the table's memory unless it only tries. It carries out
whatever it is told; the books note what cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, UNKNOWN
from referee.games.dale_of_merchants.events import (
    Discard,
    Draw,
    Fill,
    Give,
    Guess,
    Keep,
    Mix,
    Put,
    Reshuffle,
    Return,
    Roll,
    Set,
    Step,
    Swap,
    Take,
    Throw,
)
from referee.games.dale_of_merchants.registry import Route
from referee.games.dale_of_merchants.rules import CARD_DISCARD
from referee.games.dale_of_merchants.table import (
    JUNK_PILE,
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    Table,
    deck,
    hand,
    pile,
    stall,
)


class Effect(Struct):
    """The carrying out of one event by ``player``, on books of its own; the table stays as it is."""

    t: Table
    player: str
    books: Books
    memories: tuple[Callable[[Table], None], ...] = ()
    """What the table will remember once it has happened, beside where the cards are."""
    card: str = UNKNOWN
    """The card played."""
    gone: bool = False
    """Whether the card played has gone where the rules do not put it."""
    steps: tuple[Any, ...] = ()
    """What the technique does."""
    seen: int = 0
    """How many top cards of a deck are being looked at."""

    @property
    def target(self) -> str:
        """The other player that the technique is about."""
        return target_of(self.t, self.player, self.steps)

    def remember(self, memory: Callable[[Table], None]) -> None:
        """Something that the table will know once it has happened."""
        self.memories = (*self.memories, memory)

    # piles

    def throw_away(self, cards: Iterable[str], source: str) -> None:
        """Out of a deck for good: junk to the junk pile, animalfolk to the market's discard pile."""
        for card in cards:
            seen = self.books.take(card, source)
            self.books.put(seen, JUNK_PILE if seen == JUNK else MARKET_PILE)

    def discard(self, cards: Iterable[str], source: str, owner: str) -> None:
        """An effect discards these cards."""
        if self.t.readings.get(CARD_DISCARD) == "throw-away":
            self.throw_away(cards, source)
        else:
            self.books.move_all(cards, source, pile(owner))

    def draw(self, cards: Iterable[str], player: str) -> None:
        """Draw from a player's deck, which is made anew when it is empty."""
        self._draw(tuple(cards), deck(player), pile(player), hand(player))

    def draw_market(self, cards: Iterable[str], target: str) -> None:
        self._draw(tuple(cards), MARKET_DECK, MARKET_PILE, target)

    def _draw(self, cards: tuple[str, ...], deck_: str, pile_: str, target: str) -> None:
        left = len(self.books.zones[deck_])
        while len(cards) > left:
            if left:
                self.books.deal(cards[:left], deck_, target)
                cards = cards[left:]
            self.renew(deck_, pile_, 1)
            left = max(1, len(self.books.zones[deck_]))
        self.books.deal(cards, deck_, target)

    def renew(self, deck_: str, pile_: str, needed: int) -> None:
        """Shuffle the discard pile and put it under a deck that has too few cards.

        Of a deck whose size nobody knows, nobody knows either whether that was needed.
        """
        if len(self.books.zones[deck_]) >= needed or not self.books.zones[pile_]:
            return
        if deck_ in self.books.vague:
            self.books.maybe_shuffle(pile_)
        else:
            self.books.shuffle(pile_, deck_)

    def look(self, cards: tuple[str, ...], deck_: str, pile_: str) -> None:
        """See the top cards of a deck."""
        self.renew(deck_, pile_, len(cards))
        self.books.look(deck_, cards)
        self.seen = len(cards)

    def keep(self, cards: Sequence[str], deck_: str) -> None:
        """Some of the cards looked at go to the hand."""
        if UNKNOWN in cards:
            self.books.blur_top(deck_, self.seen)
        self.books.move_all(cards, deck_, hand(self.player))
        self.seen -= len(cards)

    # the market

    def fill(self, cards: Sequence[str]) -> None:
        """Market cards move to the right into empty slots; then those on the left are filled."""
        zones = self.books.zones
        if EMPTY in zones[MARKET]:
            zones[MARKET] = tuple([card for card in zones[MARKET] if card != EMPTY])
        if cards:
            self.draw_market(cards, MARKET)
        zones[MARKET] += (EMPTY,) * (codes.MARKET_SIZE - len(zones[MARKET]))

    def from_market(self, card: str, slot: int | None, target: str) -> None:
        self.books.move(card, MARKET, target, slot)

    def swap(self, zone: str, other: str, at: int | None, sought: range) -> None:
        """The card played changes places with one in the market or in a stall."""
        held = self.books.zones[zone]
        place = at if at is not None else _place(held, other, sought)
        if place is None or place >= len(held) or held[place] not in (other, UNKNOWN) or other == EMPTY:
            self.books.move(other, zone, hand(self.player))
            return
        self.books.move(other, zone, hand(self.player), place)
        if zone == MARKET:  # the slot that the card left is filled at once
            held = self.books.zones[zone]
            self.books.lay(zone, [*held[:place], *held[place + 1 :]])
        self.books.put(self.card, zone, place)
        self.gone = True


def _place(held: Sequence[str], card: str, sought: range) -> int | None:
    """Where a card lies, or else where an unlogged one does."""
    places = [i for i in sought if i < len(held)]
    for wanted in (card, UNKNOWN):
        for i in places:
            if held[i] == wanted:
                return i
    return None


# Routes: how one step is carried out. A card lists those of its own steps.


def discard_from_hand(x: Effect, step: Discard) -> None:
    owner = step.player or x.player
    if owner in x.t.players:
        x.discard(step.cards, hand(owner), owner)


def throw_from_hand(x: Effect, step: Throw) -> None:
    x.throw_away(step.cards, hand(x.player))


def throw_from_pile(x: Effect, step: Throw) -> None:
    x.throw_away(step.cards, pile(x.player))


def throw_from_market(x: Effect, step: Throw) -> None:
    x.throw_away(step.cards, MARKET)


def throw_from_market_deck(x: Effect, step: Throw) -> None:
    x.renew(MARKET_DECK, MARKET_PILE, len(step.cards))
    x.throw_away(step.cards, MARKET_DECK)


def throw_from_their_deck(x: Effect, step: Throw) -> None:
    x.throw_away(step.cards, deck(x.target))


def discard_from_their_deck(x: Effect, step: Discard) -> None:
    x.discard(step.cards, deck(x.target), x.target)


def draw_own(x: Effect, step: Draw) -> None:
    x.draw(step.cards, x.player)


def draw_from_market_deck(x: Effect, step: Draw) -> None:
    x.draw_market(step.cards, hand(x.player))


def look_at_own_deck(x: Effect, step: Take) -> None:
    x.look(step.cards, deck(x.player), pile(x.player))


def look_at_their_deck(x: Effect, step: Take) -> None:
    x.look(step.cards, deck(x.target), pile(x.target))


def look_at_market_deck(x: Effect, step: Take) -> None:
    x.look(step.cards, MARKET_DECK, MARKET_PILE)


def keep_from_own_deck(x: Effect, step: Keep) -> None:
    x.keep(step.cards, deck(x.player))


def keep_from_market_deck(x: Effect, step: Keep) -> None:
    x.keep(step.cards, MARKET_DECK)


def back_on_own_deck(x: Effect, step: Return) -> None:
    """The top cards lie in another order now."""
    mine = deck(x.player)
    if UNKNOWN in step.cards:
        x.books.blur_top(mine, x.seen)
    taken = [x.books.take(card, mine) for card in step.cards]
    for card in reversed(taken):
        x.books.put(card, mine)


def take_from_own_pile(x: Effect, step: Take) -> None:
    for card in step.cards:
        x.books.move_top(card, pile(x.player), hand(x.player))


def take_from_their_pile(x: Effect, step: Take) -> None:
    for card in step.cards:
        x.books.move_top(card, pile(x.target), hand(x.player))


def take_from_their_hand(x: Effect, step: Take) -> None:
    x.books.move_all(step.cards, hand(x.target), hand(x.player))


def take_from_market(x: Effect, step: Take) -> None:
    for card in step.cards:
        x.from_market(card, step.slot, hand(x.player))


def give_to_hand(x: Effect, step: Give) -> None:
    if step.player in x.t.players:
        x.books.move_all(step.cards, hand(x.player), hand(step.player))


def give_onto_deck(x: Effect, step: Give) -> None:
    if step.player in x.t.players:
        x.books.move_all(step.cards, hand(x.player), deck(step.player))


def swap_with_market(x: Effect, step: Swap) -> None:
    x.swap(MARKET, step.other, step.slot, range(codes.MARKET_SIZE))


def swap_with_stall(x: Effect, step: Swap) -> None:
    if step.player not in x.t.players:
        return
    sizes = x.t.stacks.get(step.player, [])
    first = sum(sizes[: step.stack - 1]) if step.stack else 0
    last = sum(sizes[: step.stack]) if step.stack else sum(sizes)
    x.swap(stall(step.player), step.other, None, range(first, last))


def set_value(x: Effect, step: Set) -> None:
    x.remember(lambda t: t.set_value(x.player, step.card, step.value))


def build_from_market_deck(x: Effect, step: Put) -> None:
    x.draw_market([step.card.card], stall(x.player))
    x.remember(lambda t: t.finish_stack(x.player, 1))


def fill_market(x: Effect, step: Fill) -> None:
    x.fill(step.cards)


def mix_hands(x: Effect, step: Mix) -> None:
    """Both hands are one pile; everybody gets the former number back."""
    if step.player not in x.t.players or step.player == x.player:
        return
    mine, theirs = hand(x.player), hand(step.player)
    told = bool(step.cards) and UNKNOWN not in step.cards
    if told and x.books.is_open(mine) and x.books.is_open(theirs):
        x.books.share_out(mine, theirs, step.cards)
        return
    x.books.mix(mine, theirs)
    if step.cards:
        x.books.show(mine, step.cards)


def reshuffle(x: Effect, step: Reshuffle) -> None:
    x.books.shuffle(pile(x.player), deck(x.player))


def no_cards(x: Effect, step: Step) -> None:
    """A die, a guess: the cards stay where they are."""


DEFAULT: dict[type[Step], Route] = {
    Discard: discard_from_hand,
    Throw: throw_from_hand,
    Draw: draw_own,
    Take: take_from_market,
    Keep: keep_from_own_deck,
    Return: back_on_own_deck,
    Give: give_to_hand,
    Swap: swap_with_market,
    Roll: no_cards,
    Guess: no_cards,
    Set: set_value,
    Put: build_from_market_deck,
    Fill: fill_market,
    Mix: mix_hands,
    Reshuffle: reshuffle,
}
"""What a step means on a card that does not have it."""


def carry_out(x: Effect, steps: tuple[Any, ...], routes: Mapping[type[Step], Route]) -> None:
    """Carry out the steps of a technique, by the card's own routes where it has them."""
    x.steps = steps
    for step in steps:
        route = routes.get(type(step)) or DEFAULT[type(step)]
        route(x, step)


def target_of(t: Table, player: str, steps: Iterable[Any]) -> str:
    """The player whom the steps name first; else the next one clockwise."""
    for step in steps:
        name = getattr(step, "player", "")
        if name and name in t.players:
            return str(name)
    others = t.others(player)
    return others[0] if others else player
