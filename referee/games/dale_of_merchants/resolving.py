"""A technique being judged: its steps, and the numbers that its card asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.events import (
    Discard,
    Draw,
    Fill,
    Give,
    Keep,
    Play,
    Return,
    Step,
    Take,
    Throw,
    step_word,
)
from referee.games.dale_of_merchants.latest import latest_reading
from referee.games.dale_of_merchants.registry import CARDS, named
from referee.games.dale_of_merchants.rules import NO_TARGET, listed, names
from referee.games.dale_of_merchants.table import MARKET, MARKET_DECK, MARKET_PILE, Table, deck, hand, pile
from referee.games.dale_of_merchants.uses import played_as
from referee.language import Phrase
from referee.rulebook import Verdict


class Resolving:
    """A card played as a technique at a table as it was before."""

    def __init__(self, t: Table, e: Play) -> None:
        self.t, self.e, self.player = t, e, e.player
        self.code = played_as(t, e)
        self.logged: tuple[Any, ...] = e.steps
        self.steps: tuple[Any, ...] = e.steps
        self.steps = CARDS[self.code].implied(self) if e.player in t.players else e.steps

    def of(self, kind: type[Step]) -> list[Any]:
        """The steps of a kind."""
        return [step for step in self.steps if type(step) is kind]

    def has(self, kind: type[Step]) -> bool:
        return kind in map(type, self.logged)

    def cards(self, kind: type[Step]) -> list[str]:
        """The cards of all steps of a kind, in order."""
        return [card for step in self.of(kind) for card in step.cards]

    def n(self, kind: type[Step]) -> int:
        """How many cards those steps name."""
        found = 0
        for step in self.steps:
            if type(step) is kind:
                found += len(step.cards)  # type: ignore[attr-defined]
        return found

    def targets(self) -> list[str]:
        """The players whom the steps name."""
        return list(dict.fromkeys([step.player for step in self.logged if getattr(step, "player", "")]))

    @property
    def target(self) -> str:
        """The first of them; else the only other player, or nobody."""
        named_ = self.targets()
        others = self.t.others(self.player)
        return named_[0] if named_ else others[0] if len(others) == 1 else ""

    # sizes; ``AtLeast`` so many where not all was logged

    @property
    def hand(self) -> int:
        """How many cards are left in hand once the card is played."""
        return self._size(hand(self.player), -1)

    def hand_of(self, player: str) -> int:
        if player == self.player:
            return self.hand
        return self._size(hand(player))

    @property
    def own_pile(self) -> int:
        return self._size(pile(self.player))

    def pile_of(self, player: str) -> int:
        return self._size(pile(player))

    @property
    def market(self) -> int:
        return self.t.ledger.size(MARKET)

    def drawable(self, player: str = "", more: int = 0) -> int:
        """How many cards can be drawn from a deck, with its discard pile and ``more`` cards on that."""
        who = player or self.player
        return _sum(self._size(deck(who)), self._size(pile(who)), more)

    def from_market_deck(self, more: int = 0) -> int:
        return _sum(self._size(MARKET_DECK), self._size(MARKET_PILE), more)

    def _size(self, zone: str, change: int = 0) -> int:
        books = self.t.ledger
        if zone not in books.zones:
            return 0
        count = max(0, len(books.zones[zone]) + change)
        return AtLeast(count) if zone in books.vague else count

    # what the checks say

    def no_target(self) -> Verdict:
        """Whether it may be played with nothing to act on, and was played so."""
        return self.t.readings[NO_TARGET] == "allowed" and not self.logged

    def idle(self, *there: int) -> Verdict:
        """What is to be said of a card that did nothing, ``there`` being what it could have acted on: undecided
        where it was not logged whether there was anything."""
        if all(map(is_none, there)):
            return self.no_target()
        return False if any(there) else None

    def is_other(self, player: str) -> bool:
        return player in self.t.players and player != self.player

    def numbers(self) -> dict[str, Any]:
        """Everything that a message may want to say."""
        return {
            "player": self.player,
            "card": named(self.code),
            "target": self.target or Phrase("nobody"),
            "targets": names(self.targets()),
            "hand": _shown(self.hand),
            "their_hand": _shown(self.hand_of(self.target)) if self.target in self.t.players else "?",
            "deck": _shown(self.drawable()),
            "pile": _shown(self.own_pile),
            "market": self.market,
            "taken": listed(self.cards(Take)),
            "kept": listed(self.cards(Keep)),
            "returned": listed(self.cards(Return)),
            "discarded": listed(self.cards(Discard)),
            "drawn": len(self.cards(Draw)),
            "thrown": listed(self.cards(Throw)),
            "given": listed(self.cards(Give)),
            "filled": self.n(Fill),
            "steps": names(step_word(type(step)) for step in self.logged),
        }


@latest_reading
def resolving(t: Table, e: Play) -> Resolving:
    """A technique as it resolves at a table."""
    return Resolving(t, e)


class AtLeast(int):
    """A number that is known only from below."""


def is_none(count: int) -> bool:
    """Whether there is certainly nothing."""
    return count == 0 and not isinstance(count, AtLeast)


def _shown(count: int) -> str:
    return Phrase("{n} or more", n=int(count)) if isinstance(count, AtLeast) else str(count)


def _sum(*parts: int) -> int:
    return AtLeast(sum(parts)) if AtLeast in map(type, parts) else sum(parts)


def as_many(got: int, wanted: int, there: int) -> Verdict:
    """Whether as many were taken as wanted, or as there are."""
    if isinstance(wanted, AtLeast):
        return False if got < wanted else None
    if got >= wanted or got < there:
        return got == wanted
    return None if isinstance(there, AtLeast) else got == there


def all_of(*verdicts: Verdict) -> Verdict:
    """False if one is, else None if one is, else True."""
    if all(verdicts):  # as usual
        return True
    return False if False in verdicts else None if None in verdicts else True


def same(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether two lists can be the same cards, unlogged ones being any."""
    if len(left) != len(right):
        return False
    rest = list(right)
    strange = [card for card in left if card != codes.UNKNOWN and not _removed(card, rest)]
    return len(strange) <= rest.count(codes.UNKNOWN)


def _removed(card: str, rest: list[str]) -> bool:
    if card in rest:
        rest.remove(card)
        return True
    return False
