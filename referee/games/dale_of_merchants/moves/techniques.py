"""The ways to play each technique, one generator a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import Any

from referee.games.dale_of_merchants.building import can_be_alone
from referee.games.dale_of_merchants.codes import EMPTY, MARKET_SIZE, UNKNOWN, in_order, is_animalfolk, printed
from referee.games.dale_of_merchants.events import (
    Discard,
    Draw,
    Fill,
    Give,
    Guess,
    Keep,
    Mix,
    Play,
    Put,
    Return,
    Roll,
    Set,
    Step,
    Swap,
    Take,
    Throw,
    Used,
)
from referee.games.dale_of_merchants.moves.choices import known_hand, uses_of
from referee.games.dale_of_merchants.rules import BLINDFOLD, CARD_DISCARD, NO_TARGET
from referee.games.dale_of_merchants.table import (
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    Table,
    deck,
    hand,
    pile,
    stall,
)
from referee.games.dale_of_merchants.uses import current, identity

Ways = Iterator[tuple[Any, ...]]


def hidden(count: int) -> tuple[Any, ...]:
    return (UNKNOWN,) * max(0, count)


class Seat:
    """What a player who is about to play a card sees."""

    def __init__(self, t: Table, player: str, card: str) -> None:
        self.t, self.player, self.card = t, player, card
        self.rest: list[Any] = known_hand(t, player)
        if card in self.rest:
            self.rest.remove(card)
        self.others = t.others(player)
        self.may_do_nothing = t.readings[NO_TARGET] == "allowed"
        held = t.ledger.zones[MARKET]
        self.market: list[Any] = [c for c in held if c != EMPTY]
        self.sees_hand = hand(player) not in t.ledger.vague and len(self.rest) + 1 == t.ledger.size(hand(player))

    def in_hand(self) -> list[Any]:
        """The other hand cards, each once."""
        return list(dict.fromkeys(self.rest))

    def size(self, zone: str) -> int:
        return self.t.ledger.size(zone)

    def left(self, player: str) -> int:
        """How many cards a player can draw; plenty where that is unknown."""
        return (
            99
            if {deck(player), pile(player)} & self.t.ledger.vague
            else self.size(deck(player)) + self.size(pile(player))
        )

    def market_left(self) -> int:
        unknown = {MARKET_DECK, MARKET_PILE} & self.t.ledger.vague
        return 99 if unknown else self.size(MARKET_DECK) + self.size(MARKET_PILE)

    def top(self, zone: str, count: int) -> list[Any]:
        """The top cards of a deck as far as they are known, the topmost first."""
        lying = self.t.ledger.zones[zone][::-1][:count]
        return [*lying, *hidden(count - len(lying))]

    def nothing(self) -> Ways:
        """The play without any effect, where the table allows that."""
        if self.may_do_nothing:
            yield ()

    def market_choices(self) -> list[tuple[Any, int | None]]:
        """Each market card, with its slot where the card lies in several."""
        held = self.t.ledger.zones[MARKET]
        seen = [(card, slot) for slot, card in enumerate(held[:MARKET_SIZE]) if card not in (EMPTY, UNKNOWN)]
        return [(card, slot if held.count(card) > 1 else None) for card, slot in seen]

    def open_hand(self, player: str) -> list[Any]:
        """The cards that a random one of a hand can be: each known one, or an unlogged one."""
        held = self.t.hand(player)
        if hand(player) in self.t.ledger.vague or UNKNOWN in held:
            return [UNKNOWN]
        return in_order(dict.fromkeys(held))

    def outcomes(self, zone: str, count: int, below: Sequence[str] = ()) -> list[tuple[Any, ...]]:
        """What the top cards of a deck, made anew from the pile ``below`` where it is short, can be: all of it,
        or some of too many; hidden where it is not known what the deck holds."""
        books = self.t.ledger
        mates = [z for z, home in books.home.items() if home == books.home[zone] and z != zone]
        if zone in books.vague or not books.fog.is_plain or any(UNKNOWN in books.zones[z] for z in mates):
            return [tuple(self.top(zone, count))]
        lying = books.zones[zone]
        if set(lying) - {UNKNOWN} and len(lying) >= count:
            return [tuple(self.top(zone, count))]
        held = [c for c, n in books.candidates(zone).items() for _ in range(n)] if UNKNOWN in lying else [*lying[::-1]]
        if len(lying) >= count:
            return some(held, count)
        parts = [tuple(held)] if len(held) == len(lying) else some(held, len(lying))  # more where the record is wrong
        return [(*part, *more) for part in parts for more in some(list(below), count - len(lying))]


def some(cards: Sequence[Any], count: int, most: int = 24) -> list[tuple[Any, ...]]:
    """Choices of so many of these cards, not more than ``most``, spread over all of them."""
    found = list(dict.fromkeys(islice(combinations(in_order(cards), count), 4000)))
    return found[:: len(found) // most + 1]


def drawn(count: int) -> tuple[Any, ...]:
    return (Draw(hidden(count)),) if count > 0 else ()


def swift_broker(s: Seat) -> Ways:
    if s.sees_hand:
        back = 0 if s.t.readings[CARD_DISCARD] == "throw-away" else len(s.rest)
        yield (*_discards(s), *drawn(min(len(s.rest), s.left(s.player) + back)))


def _discards(s: Seat) -> tuple[Step, ...]:
    return (Discard(tuple(s.rest)),) if s.rest else ()


def shattered_relic(s: Seat) -> Ways:
    draws = drawn(min(1, s.left(s.player)))
    for card in s.in_hand():
        yield (Throw((card,)), *draws)
    if s.sees_hand and not s.rest:
        yield draws


def spyglass(s: Seat) -> Ways:
    count = min(3, s.left(s.player))
    if not count:
        yield from s.nothing()
        return
    short = s.size(deck(s.player)) < count and deck(s.player) not in s.t.ledger.vague
    taken = [*s.top(deck(s.player), s.size(deck(s.player)) if short else count)]
    taken += hidden(count - len(taken))
    for keep in dict.fromkeys(taken):
        rest = list(taken)
        rest.remove(keep)
        for order in dict.fromkeys(permutations(rest)):
            yield (Take(tuple(taken)), Keep((keep,)), *((Return(order),) if order else ()))


def no_steps(s: Seat) -> Ways:
    yield ()


def favourite_toy(s: Seat) -> Ways:
    empty = not s.size(pile(s.player)) and pile(s.player) not in s.t.ledger.vague
    yield from s.nothing() if empty else iter([()])


def loyal_partner(s: Seat) -> Ways:
    count = min(MARKET_SIZE, s.market_left() + sum(is_animalfolk(card) or card == UNKNOWN for card in s.market))
    thrown = (Throw(tuple(s.market)),) if s.market else ()
    yield (*thrown, *((Fill(hidden(count)),) if count else ()))


def prepaid_good(s: Seat) -> Ways:
    for card, slot in s.market_choices():
        yield (Take((card,), slot=slot),)
    if not s.market:
        yield from s.nothing()


def special_offer(s: Seat) -> Ways:
    count = min(3, s.market_left())
    if not count:
        yield from s.nothing()
        return
    for taken in s.outcomes(MARKET_DECK, count, s.t.ledger.zones[MARKET_PILE]):
        for keep in dict.fromkeys(taken):
            rest = list(taken)
            rest.remove(keep)
            yield (Take(taken), Keep((keep,)), *((Throw(tuple(rest)),) if rest else ()))


def nuisance(s: Seat) -> Ways:
    yield ()
    singles = [
        (Discard((card,), player),) for player in s.others if s.size(hand(player)) for card in s.open_hand(player)
    ]
    yield from singles
    for i, (first,) in enumerate(singles):
        yield from ((first, second) for (second,) in singles[i + 1 :] if second.player != first.player)


def rotten_food(s: Seat) -> Ways:
    for player in s.others:
        yield from ((Give((card,), player),) for card in s.in_hand())
    if s.sees_hand and not s.rest:
        yield ()


def dirty_exchange(s: Seat) -> Ways:
    having = [player for player in s.others if s.size(hand(player))]
    for player in having:
        for card in s.open_hand(player):
            for back in dict.fromkeys([*s.rest, card]):
                yield (Take((card,), player), Give((back,), player))
    if not having and not any(hand(player) in s.t.ledger.vague for player in s.others):
        yield from s.nothing()


def sabotage(s: Seat) -> Ways:
    having = [player for player in s.others if s.left(player)]
    for player in having:
        yield from _sabotaged(s, player)
    if not having:
        yield ()


def _sabotaged(s: Seat, player: str) -> Ways:
    for taken in s.outcomes(deck(player), min(2, s.left(player)), s.t.ledger.zones[pile(player)]):
        for thrown in dict.fromkeys(taken):
            rest = list(taken)
            rest.remove(thrown)
            discarded = (Discard(tuple(rest), player),) if rest else ()
            yield (Take(taken, player), Throw((thrown,)), *discarded)


def treasure_hunter(s: Seat) -> Ways:
    having = [player for player in s.others if s.size(pile(player))]
    for player in having:
        yield (Take(tuple(s.top(pile(player), 1)), player),)
    if not having and not any(pile(player) in s.t.ledger.vague for player in s.others):
        yield from s.nothing()


def acorn(s: Seat) -> Ways:
    for player in s.others:
        for card in in_order(dict.fromkeys(s.t.ledger.zones[stall(player)])):
            if card != UNKNOWN:
                yield (Swap(s.card, card, player),)
    if not any(s.t.finished(player) for player in s.others):
        yield from s.nothing()


def new_season(s: Seat) -> Ways:
    lying = s.t.ledger.zones[pile(s.player)]
    folk = [card for card in in_order(dict.fromkeys(lying)) if is_animalfolk(card)]
    for card in folk:
        yield from (
            (Throw((card,)), Draw(fresh))
            for fresh in s.outcomes(MARKET_DECK, 1, [*s.t.ledger.zones[MARKET_PILE], card])
        )
    if not folk and UNKNOWN not in lying and pile(s.player) not in s.t.ledger.vague:
        yield from s.nothing()


def whirligig(s: Seat) -> Ways:
    """Where all hands are known, some of the hands that may come of it, for decks that need not be made anew."""
    if not s.sees_hand:
        return
    count = len(s.rest)
    for player in s.others:
        if UNKNOWN in s.open_hand(player):
            yield (*_discards(s), *drawn(min(count, s.left(s.player) + count)), Mix(player))
        elif not count:
            yield (Mix(player),)
        elif s.size(deck(s.player)) >= count:
            for fresh in s.outcomes(deck(s.player), count)[:4]:
                mixed = some([*fresh, *s.t.hand(player)], count, 4) if UNKNOWN not in fresh else []
                yield from ((*_discards(s), Draw(fresh), Mix(player, hand_)) for hand_ in mixed)


def charm(s: Seat) -> Ways:
    if not s.market_left():
        yield from s.nothing()
        return
    for card in _turned_up(s):
        alone = can_be_alone(s.t, s.player, card)
        if alone is False:
            yield (Throw((card,)),)
        elif alone:
            yield from ((Put(used),) for used in _alone(s, card))


def _turned_up(s: Seat) -> list[str]:
    """What the top card of the market deck can be; the discard pile is shuffled for it where the deck is empty."""
    lying = s.t.ledger.zones[MARKET_DECK]
    if lying and lying[-1] != UNKNOWN:
        return [lying[-1]]
    hidden_ = list(s.t.ledger.candidates(MARKET_DECK))
    return in_order(
        hidden_ if lying or MARKET_DECK in s.t.ledger.vague else dict.fromkeys(s.t.ledger.zones[MARKET_PILE])
    )


def _alone(s: Seat, card: str) -> list[Used]:
    """The ways in which a card of the market deck is the next stack by itself."""
    uses = uses_of(s.t, s.player, card, True)
    return [use.used for use in uses if is_animalfolk(use.code) and use.value == s.t.next_stack(s.player)]


def gamble(s: Seat) -> Ways:
    yield (Roll(0),)
    mine = len(s.rest) if s.sees_hand else None
    if mine is None:
        return
    for pips in (1, 2, 3):
        numbers = {player: min(pips, mine, s.size(hand(player))) for player in s.others}
        if any(hand(player) in s.t.ledger.vague for player in s.others):
            continue
        if not any(numbers.values()):
            yield (Roll(pips),)
        for player, n in numbers.items():
            if n:
                yield from ((Roll(pips), Take(take, player), Give(give, player)) for take, give in _swaps(s, player, n))


def _swaps(s: Seat, player: str, count: int) -> list[tuple[Any, Any]]:
    """Random cards of two hands: for each choice out of theirs one out of one's own."""
    if UNKNOWN in s.open_hand(player):
        return [(hidden(count), hidden(count))]
    takes, gives = some(s.t.hand(player), count), some(s.rest, count)
    return [(take, gives[i % len(gives)]) for i, take in enumerate(takes)]


def blindfold(s: Seat) -> Ways:
    for card in s.in_hand():
        values = {printed(card)} if s.t.readings[BLINDFOLD] == "printed" else current(s.t, s.player, card)
        wrong = min(n for n in range(1, 6 + len(values)) if n not in values)
        for player in s.others:
            if len(values) == 1:
                yield (Guess(min(values), player), Discard((card,)))
            for value in range(1, 6):
                yield (Guess(wrong, player), Set(card, value))
    if s.sees_hand and not s.rest:
        yield from s.nothing()


def gift_voucher(s: Seat) -> Ways:
    for card, slot in s.market_choices():
        yield (Swap(s.card, card, slot=slot),)
    if not s.market:
        yield from s.nothing()


WAYS: dict[str, Callable[[Seat], Ways]] = {
    "M1": swift_broker,
    "M3": shattered_relic,
    "M4": spyglass,
    "M5a": no_steps,
    "M5b": favourite_toy,
    "P1": loyal_partner,
    "P2": prepaid_good,
    "P5a": special_offer,
    "R1": no_steps,
    "R2": nuisance,
    "R3": rotten_food,
    "R4": dirty_exchange,
    "R5a": sabotage,
    "R5b": treasure_hunter,
    "S4": acorn,
    "O2": new_season,
    "O3": whirligig,
    "O4": charm,
    "O5a": gamble,
    "O5b": blindfold,
    "C4": gift_voucher,
}


def plays(t: Table, player: str, used: Used) -> Iterator[Play]:
    """All ways to play a card as the technique that it is."""
    code = identity(t, player, used)
    if code in WAYS:
        for steps in WAYS[code](Seat(t, player, used.card)):
            yield Play(player, used, steps)
