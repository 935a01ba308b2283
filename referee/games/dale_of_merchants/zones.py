"""Where the cards lie and how they move, one card in one zone; what is moved though it is not there is a fault.

Zones are tuples, the top card last. An unlogged card is ``?``; what it can be is noted in the
``Fog``. The zones of one player are one *home*: all that this player owns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Self

from msgspec import Struct, field

from referee.games.dale_of_merchants.codes import EMPTY, UNKNOWN
from referee.games.dale_of_merchants.fog import Bag, Fog, Homes, less_one, union
from referee.ledger import Fault

Zone = tuple[str, ...]
NO_CARDS = (UNKNOWN, EMPTY)
MARKET = "market"
"""The zone with slots, which what is taken out leaves empty."""


_copy: Callable[[Any], Any] = Struct.__copy__  # type: ignore[attr-defined]
"""What ``copy.copy`` comes to, in a third of the time."""


class Zones(Struct):
    """Where every card is. ``vague`` zones hold an unknown number of unlogged cards besides those listed.

    Whatever a field holds is replaced, never changed, so that ``fork`` costs little.
    """

    stock: Bag
    zones: dict[str, Zone]
    home: dict[str, str]
    """The home of each zone."""
    fog: Fog
    vague: frozenset[str] = frozenset()
    loose: frozenset[str] = frozenset()
    """The zones without an order: which of its cards an unlogged one was, nobody can tell."""
    lost: Bag = field(default_factory=dict)
    """What moved without having been where it came from, as a debt."""
    faults: list[Fault] = field(default_factory=list)
    carried: list[Homes] = field(default_factory=list)
    """What homes the unlogged cards may have that were taken and are still to be put, the last one first."""

    def fork(self) -> Self:
        """Books that can be written on without changing these."""
        books: Self = _copy(self)
        books.zones, books.fog, books.faults, books.carried = self.zones.copy(), _copy(self.fog), [], []
        return books

    def size(self, zone: str) -> int:
        """How many cards lie in a zone, those that a vague one may hold besides not counted."""
        held = self.zones[zone]
        return len(held) - held.count(EMPTY)

    def is_open(self, zone: str) -> bool:
        """Whether all cards of a zone are known."""
        return UNKNOWN not in self.zones[zone] and zone not in self.vague

    def possible(self, zone: str, card: str) -> int:
        """How many copies there are of a card that may be an unlogged one of a zone, as far as its homes tell."""
        strays = self.fog.strays.get(zone)
        homes = (self.home[zone],)
        return self.fog.possible(card, union([homes, *strays]) if strays else homes)

    def _unlogged(self, zone: str) -> list[Homes]:
        """What homes each unlogged card of a zone may have; in a vague one there may be one more."""
        strays = self.fog.strays.get(zone, ())
        at_home = self.zones[zone].count(UNKNOWN) - len(strays) + (zone in self.vague)
        return [(self.home[zone],)] * at_home + [*strays]

    def move(self, card: str, source: str, target: str, at: int | None = None) -> str:
        """Move one card onto the top of a zone; returns what it turned out to be.

        ``at`` is the index where it lies; without one the topmost card that fits is meant.
        Where the source cannot hold it, note a fault and move it all the same.
        """
        card = self.take(card, source, at)
        self.put(card, target)
        return card

    def move_all(self, cards: Iterable[str], source: str, target: str) -> None:
        """Move these cards one after the other; where all of them are seen, at once."""
        cards = tuple(cards)
        left = without(self.zones[source][::-1], cards)  # the topmost are meant
        if left is None or UNKNOWN in cards or source == MARKET:
            for card in cards:
                self.move(card, source, target)
        else:
            self.zones[source] = tuple(left[::-1])
            self.zones[target] += cards

    def deal(self, cards: Zone, source: str, target: str) -> None:
        """Move the top cards of a pile, one after the other; where all are unlogged and at home, at once."""
        zones, fog = self.zones, self.fog
        held, left = zones[source], len(zones[source]) - len(cards)
        if left < 0 or held[left:].count(UNKNOWN) != len(cards) or source in self.vague or fog.strays or fog.torn:
            self._deal(cards, source, target)
        elif self.home[source] == self.home[target] and fog.show(cards, self.home[source]):
            zones[source] = held[:left]
            zones[target] += cards
        else:
            self._deal(cards, source, target)

    def _deal(self, cards: Sequence[str], source: str, target: str) -> None:
        for card in cards:
            self.move_top(card, source, target)

    def move_top(self, card: str, source: str, target: str) -> None:
        """Move the top card of a pile; a fault if it is known to be another."""
        held = self.zones[source]
        if card != UNKNOWN and held and held[-1] not in (card, UNKNOWN):
            self.faults.append(Fault(card, source, "absent"))
        self.move(card, source, target, max(0, len(held) - 1))

    def take(self, card: str, source: str, at: int | None = None) -> str:
        """Take a card out of a zone, for it to be put somewhere else; see ``move``."""
        held = self.zones[source]
        if at is None and card in held and card != UNKNOWN and source != MARKET:  # as usual
            topmost = last(held, card)
            self.zones[source] = held[:topmost] + held[topmost + 1 :]
            return card
        return self._take(card, source, at)

    def _take(self, card: str, source: str, at: int | None) -> str:
        held = self.zones[source]
        there = held[at] if at is not None and at < len(held) else EMPTY
        if at is not None and there != EMPTY and card in (there, UNKNOWN):
            return self._lift(source, at)
        if (
            there == UNKNOWN
            and source not in self.loose
            and self.possible(source, card)
            and self.uncover(card, source, at)
        ):
            return card
        if card == UNKNOWN:
            return self._take_any(source)
        if card in held:
            return self._lift(source, last(held, card))
        if UNKNOWN not in held and source not in self.vague:
            self._fault(card, source)
        elif not self.uncover(card, source, at):
            self.faults.append(Fault(card, source, "surplus"))
            self._owe(card, -1)
        return card

    def put(self, card: str, target: str, at: int | None = None) -> None:
        """Lay a card that was taken from a zone onto the top of another, or into it at an index."""
        held = self.zones[target]
        if card == UNKNOWN and self.carried:
            homes = self.carried.pop()
            if homes != (self.home[target],):
                self.fog.stray(target, (*self.fog.strays.get(target, ()), homes))
        self.zones[target] = (*held, card) if at is None else (*held[:at], card, *held[at:])

    def _lift(self, zone: str, at: int) -> str:
        """Take a card from its place; a slot of the market is left empty."""
        held = self.zones[zone]
        if held[at] == UNKNOWN:
            self.carried.append(self._leave(zone))
        self._cut(zone, at)
        return held[at]

    def _cut(self, zone: str, at: int) -> None:
        held = self.zones[zone]
        self.zones[zone] = held[:at] + ((EMPTY, *held[at + 1 :]) if zone == MARKET else held[at + 1 :])

    def _leave(self, zone: str) -> Homes:
        """One of the unlogged cards of a zone is gone, which one nobody can tell. Returns what its home may be."""
        if zone not in self.fog.strays:
            return (self.home[zone],)
        there = self._unlogged(zone)
        return self._less_one(zone, there, list(dict.fromkeys(there)))

    def _less_one(self, zone: str, there: Sequence[Homes], some: Sequence[Homes]) -> Homes:
        """Of a zone's unlogged cards one is gone that was like one of some of them."""
        homes = union(some)
        rest = less_one(there, some) + [homes] * (len(some) - 1)
        self.fog.stray(zone, [kind for kind in rest if kind != (self.home[zone],)])
        return homes

    def uncover(self, card: str, zone: str, at: int | None = None) -> bool:
        """One of the unlogged cards of a zone is seen to be this one, and leaves; False if it cannot be.

        Without an index it is the topmost of them.
        """
        possible = self._reveal(card, zone)
        held = self.zones[zone]
        if UNKNOWN in held:
            self._cut(zone, at if at is not None and held[at : at + 1] == (UNKNOWN,) else last(held, UNKNOWN))
        return possible

    def _reveal(self, card: str, zone: str) -> bool:
        home = self.home[zone]
        if zone not in self.fog.strays and card not in self.fog.torn:
            if self.fog.bags.get(home, {}).get(card, 0) <= 0:
                return False
            self.fog.hide(card, home, -1)
            return True
        there = self._unlogged(zone)
        kinds = [homes for homes in self.fog.kinds(card) if meets(homes, there)]
        some = [homes for homes in dict.fromkeys(there) if meets(homes, kinds)]
        if not kinds:
            self._leave(zone)
            return False
        self._less_one(zone, there, some)
        self.fog.reveal(card, kinds)
        return True

    def _take_any(self, source: str) -> str:
        """An unlogged card leaves a zone: one of the unlogged, the only one it can be, or any."""
        held = self.zones[source]
        if source in self.vague and (UNKNOWN not in held or source in self.loose):
            self.blur(source)
            self.carried.append(self._leave(source))
            return UNKNOWN
        if not self.size(source):
            self._fault(UNKNOWN, source)
            return UNKNOWN
        kinds = set(held) - {EMPTY}
        if len(kinds) > 1 and (source in self.loose or UNKNOWN not in kinds):
            self.blur(source)
            held, kinds = self.zones[source], {UNKNOWN}
        return self._lift(source, last(held, UNKNOWN if UNKNOWN in kinds else kinds.pop()))

    def blur(self, zone: str, apart: bool = False) -> None:
        """Whatever lies in a zone is unlogged from now on. What was seen in a hand, or with ``apart`` in any
        zone, has that as its home: it does not mix with the rest of what the player owns."""
        held = self.zones[zone]
        home = zone if apart or zone in self.loose else self.home[zone]
        seen = [card for card in held if card not in NO_CARDS] if UNKNOWN in held or EMPTY in held else held
        if seen:
            self.fog.hide_all(seen, home)
            if home != self.home[zone]:
                self.fog.stray(zone, (*self.fog.strays.get(zone, ()), *[(home,)] * len(seen)))
            hidden = (UNKNOWN,) * len(held)
            self.zones[zone] = tuple([c if c == EMPTY else UNKNOWN for c in held]) if EMPTY in held else hidden

    # keeping account

    def _fault(self, card: str, zone: str) -> None:
        self.faults.append(Fault(card, zone, "absent"))
        self._owe(card, -1)

    def _owe(self, card: str, n: int) -> None:
        self.lost = self.lost | {card: self.lost.get(card, 0) + n}


def meets(homes: Homes, others: Iterable[Homes]) -> bool:
    """Whether one of these homes is among those of one of the others."""
    return any(home in other for other in others for home in homes)


def without(held: Iterable[str], cards: Iterable[str]) -> list[str] | None:
    """What is left of these cards without the first of each of some; None if not all of them are there."""
    left = list(held)
    try:
        for card in cards:
            left.remove(card)
    except ValueError:
        return None
    return left


def last(held: Zone, card: str) -> int:
    return len(held) - 1 - held[::-1].index(card)
