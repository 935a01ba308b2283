"""What unlogged cards can be.

An unlogged card has a *home*: whose cards it was last seen among. One that has stayed at home needs
no note. One that left unseen is a *stray*: which of a zone's unlogged cards that is nobody can tell, but
what homes each may have is known. Where a card comes to light that may have had several homes, the
other copies of it are *torn* between these. What is noted here allows all that can be, and by
conservation little more: every unlogged card is in some place, and every place has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from msgspec import Struct, field

from referee.games.dale_of_merchants.codes import UNKNOWN

Bag = dict[str, int]
"""How many of each card."""
Homes = tuple[str, ...]
"""The homes that a card may have, sorted."""


class Fog(Struct):
    """The unlogged cards. All values are replaced, never changed, so that a copy costs little."""

    bags: dict[str, Bag]
    """By home: the cards of which that is known to be the home."""
    torn: dict[str, tuple[Homes, ...]] = field(default_factory=dict)
    """By card: the homes of each other copy of it."""
    strays: dict[str, tuple[Homes, ...]] = field(default_factory=dict)
    """By zone: the homes of each unlogged card there that need not be at home."""

    @property
    def is_plain(self) -> bool:
        """Whether every unlogged card is certainly at home."""
        return not self.strays and not self.torn

    def hide(self, card: str, home: str, n: int = 1) -> None:
        """So many of a card are not seen any more, or with a negative number are seen again."""
        bag = self.bags.get(home, {})
        self.bags = {**self.bags, home: {**bag, card: bag.get(card, 0) + n}}

    def hide_all(self, cards: Iterable[str], home: str) -> None:
        """These cards are not seen any more."""
        bag = self.bags.get(home, {}).copy()
        for card in cards:
            bag[card] = bag.get(card, 0) + 1
        self.bags = {**self.bags, home: bag}

    def show(self, cards: Sequence[str], home: str) -> bool:
        """These cards are seen again, if all of them are of that home; whether they are. Unlogged ones stay so."""
        bag = self.bags.get(home, {}).copy()
        try:
            for card in cards if UNKNOWN not in cards else _seen(cards):
                bag[card] -= 1
        except KeyError:
            return False
        if bag and min(bag.values()) < 0:
            return False
        self.bags = {**self.bags, home: bag}
        return True

    def kinds(self, card: str) -> list[Homes]:
        """The different homes that copies of a card may have."""
        sure = [(home,) for home, bag in self.bags.items() if bag.get(card, 0) > 0]
        return [*sure, *dict.fromkeys(self.torn.get(card, ()))]

    def count(self, card: str, homes: Iterable[Homes]) -> int:
        """How many copies of a card have just these homes."""
        torn = self.torn.get(card, ())
        return sum(self.bags.get(h[0], {}).get(card, 0) if len(h) == 1 else torn.count(h) for h in homes)

    def reveal(self, card: str, kinds: Sequence[Homes]) -> None:
        """A copy of a card has come to light, which may have been of any of these kinds."""
        for homes in kinds:
            if len(homes) == 1:
                self.hide(card, homes[0], -1)
        torn = less_one(self.torn.get(card, ()), [homes for homes in kinds if len(homes) > 1])
        torn += [union(kinds)] * (len(kinds) - 1)
        self.torn = _with(self.torn, card, torn)

    def stray(self, zone: str, homes: Iterable[Homes]) -> None:
        """The unlogged cards of a zone that need not be at home are these."""
        self.strays = _with(self.strays, zone, homes)

    def cards(self) -> Counter[str]:
        """All unlogged cards."""
        found = Counter({card: len(homes) for card, homes in self.torn.items()})
        for bag in self.bags.values():
            found.update(bag)
        return found

    def possible(self, card: str, homes: Homes) -> int:
        """How many copies of a card may have one of these homes."""
        if len(homes) == 1 and card not in self.torn:
            return max(0, self.bags.get(homes[0], {}).get(card, 0))
        torn = sum([not set(kind).isdisjoint(homes) for kind in self.torn.get(card, ())])
        return torn + sum([max(0, self.bags.get(home, {}).get(card, 0)) for home in homes])

    def candidates(self, homes: Iterable[str]) -> Bag:
        """How many of each card may have one of these homes."""
        wanted, found = set(homes), Counter[str]()
        for home in sorted(wanted):
            found.update({card: n for card, n in self.bags.get(home, {}).items() if n > 0})
        for card, kinds in self.torn.items():
            found[card] += sum(not wanted.isdisjoint(kind) for kind in kinds)
        return +found

    def misfits(self, places: Mapping[Homes, int], endless: Iterable[str]) -> int:
        """How many unlogged cards have no place, and how many places have no card, at best.

        ``places`` are the unlogged cards on the table by what their homes may be; for cards of an
        ``endless`` home there is always a place.
        """
        several = chain.from_iterable([*self.torn.values(), *self.strays.values()])
        homes = {home for kind in several for home in kind}
        cards: dict[Homes, int] = {
            (home,): sum([n for n in self.bags.get(home, {}).values() if n > 0]) for home in sorted(homes)
        }
        for kind in chain.from_iterable(self.torn.values()):
            cards[kind] = cards.get(kind, 0) + 1
        open_ = {kind: places[kind] for kind in sorted(places, key=len) if not homes.isdisjoint(kind)}
        ends = {("", home): sum(cards.values()) for home in endless}
        placed = _most_placed(cards, open_)
        housed = _most_placed(cards, open_ | ends) if ends else placed
        return sum(cards.values()) - housed + sum(open_.values()) - placed


def _seen(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if card != UNKNOWN]


Notes = dict[str, tuple[Homes, ...]]


def _with(notes: Notes, key: str, homes: Iterable[Homes]) -> Notes:
    """The notes with another entry; an empty one is none."""
    found = tuple(homes)
    rest = {other: kinds for other, kinds in notes.items() if other != key}
    return {**rest, key: found} if found else rest


def _most_placed(cards: Mapping[Homes, int], places: Mapping[Homes, int]) -> int:
    """How many cards find a place at most: one after the other, those before moving on where that helps."""
    fitting = {kind: [place for place in places if not set(kind).isdisjoint(place)] for kind in cards}
    room = dict(places)
    lying: dict[Homes, dict[Homes, int]] = {place: {} for place in places}

    def place_some(kind: Homes, n: int, tried: set[Homes]) -> int:
        left = n
        for place in fitting[kind]:
            if left and place not in tried:
                got = min(left, room[place])
                room[place] -= got
                if got < left:
                    tried.add(place)
                    got += make_way(kind, place, left - got, tried)
                lying[place][kind] = lying[place].get(kind, 0) + got
                left -= got
        return n - left

    def make_way(kind: Homes, place: Homes, n: int, tried: set[Homes]) -> int:
        made = 0
        for other, there in list(lying[place].items()):
            if other != kind and there and made < n:
                moved = place_some(other, min(there, n - made), tried)
                lying[place][other] -= moved
                made += moved
        return made

    return sum(_while_some(place_some, kind, n) for kind, n in cards.items())


def _while_some(place_some: Callable[[Homes, int, set[Homes]], int], kind: Homes, n: int) -> int:
    placed = 0
    while placed < n and (more := place_some(kind, n - placed, set())):
        placed += more
    return placed


def union(kinds: Iterable[Homes]) -> Homes:
    """All homes of these."""
    return tuple(sorted({home for homes in kinds for home in homes}))


def less_one(all_: Iterable[Homes], some: Iterable[Homes]) -> list[Homes]:
    """These without one of each of some of them."""
    rest = list(all_)
    for homes in some:
        rest.remove(homes)
    return rest
