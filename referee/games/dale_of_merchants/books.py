"""Who can have what: every card in one zone, and for unlogged ones what they can be.

Zones are tuples, the top card last. An unlogged card is ``?``; what it can be is noted in the
``Fog``. The zones of one player are one *home*: all that this player owns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy

from msgspec import Struct, field

from referee.games.dale_of_merchants.codes import EMPTY, UNKNOWN
from referee.games.dale_of_merchants.fog import Bag, Fog, Homes, less_one, union
from referee.ledger import Fault

OUTSIDE = "elsewhere"
"""The home of all that a position does not place."""

Zone = tuple[str, ...]
ENDLESS = 10_000
"""So many cards may lie in a vague zone."""


class Books(Struct):
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

    def fork(self) -> Books:
        """Books that can be written on without changing these."""
        books = copy(self)
        books.zones, books.fog, books.faults, books.carried = self.zones.copy(), copy(self.fog), [], []
        return books

    # looking

    def size(self, zone: str) -> int:
        """How many cards lie in a zone, those that a vague one may hold besides not counted."""
        held = self.zones[zone]
        return len(held) - held.count(EMPTY)

    def is_open(self, zone: str) -> bool:
        """Whether all cards of a zone are known."""
        return UNKNOWN not in self.zones[zone] and zone not in self.vague

    def may_hold(self, zone: str, cards: Sequence[str]) -> bool:
        """Whether all these cards can lie in the zone at once."""
        held = self.zones[zone]
        if len(cards) == 1 and cards[0] in held:
            return True
        short = {c: n for c in cards if c != UNKNOWN and (n := cards.count(c) - held.count(c)) > 0}
        too_many = len(cards) > self.size(zone) or sum(short.values()) > held.count(UNKNOWN)
        if too_many and zone not in self.vague:
            return False
        return not short or self._may_hide(zone, short)

    def _may_hide(self, zone: str, short: Bag) -> bool:
        """Whether unlogged cards of a zone can be these: then all others still find a place, too."""
        if self.fog.is_plain:
            own = self.fog.bags.get(self.home[zone], {})
            return all(n <= own.get(card, 0) for card, n in short.items())
        trial = self.fork()
        if not all(trial.uncover(card, zone) for card, n in short.items() for _ in range(n)):
            return False
        misfits = trial._misfits()
        return not misfits or misfits <= self._misfits()

    def _misfits(self) -> int:
        places = self._places("")
        endless = {home for homes, n in places.items() if n >= ENDLESS for home in homes}
        return self.fog.misfits({homes: n % ENDLESS for homes, n in places.items()}, endless)

    def _unlogged(self, zone: str) -> list[Homes]:
        """What homes each unlogged card of a zone may have; in a vague one there may be one more."""
        strays = self.fog.strays.get(zone, ())
        at_home = self.zones[zone].count(UNKNOWN) - len(strays) + (zone in self.vague)
        return [(self.home[zone],)] * at_home + [*strays]

    def candidates(self, zone: str) -> Bag:
        """What an unlogged card of a zone can be, with how many there are of it."""
        bag = self.bag(zone)
        return bag if self.fog.is_plain else {c: n for c, n in bag.items() if self._may_hide(zone, {c: 1})}

    def possible(self, zone: str, card: str) -> int:
        """How many copies there are of a card that may be an unlogged one of a zone, as far as its homes tell."""
        strays = self.fog.strays.get(zone)
        homes = (self.home[zone],)
        return self.fog.possible(card, union([homes, *strays]) if strays else homes)

    def bag(self, zone: str) -> Bag:
        """How many there are of each card that may be an unlogged one of a zone, as far as its homes tell."""
        return self.fog.candidates({self.home[zone], *union(self.fog.strays.get(zone, ()))})

    def sure(self, zone: str, card: str) -> int:
        """How many of a card lie in a zone for certain: those seen, and those that can lie nowhere else."""
        return self.zones[zone].count(card) + self._certain(zone, [card]).get(card, 0)

    def _certain(self, zone: str, cards: Iterable[str]) -> Bag:
        """How many of these cards are among the unlogged ones of a zone for certain."""
        if zone in self.vague or UNKNOWN not in self.zones[zone]:
            return {}
        here, elsewhere = Counter(self._unlogged(zone)), self._places(zone)
        found: Bag = {}
        for card in cards:
            kinds = [homes for homes in self.fog.kinds(card) if _meets(homes, here)]
            hidden = self.fog.count(card, kinds)
            if hidden:
                hidden -= sum([n for homes, n in elsewhere.items() if _meets(homes, kinds)])
                found[card] = max(0, min(hidden, sum([n for homes, n in here.items() if _meets(homes, kinds)])))
        return found

    def _places(self, zone: str) -> Counter[Homes]:
        """How many unlogged cards there are outside a zone, by what their homes may be."""
        found: Counter[Homes] = Counter()
        for other in self.zones:
            if other != zone and (other in self.vague or UNKNOWN in self.zones[other]):
                for homes in self._unlogged(other):
                    found[homes] += ENDLESS if other in self.vague else 1
        return found

    def most(self, zone: str, card: str) -> int:
        """How many of a card may lie in a zone at most."""
        n = self.zones[zone].count(card)
        while n < 20 and self.may_hold(zone, [card] * (n + 1)):
            n += 1
        return n

    def known(self, zone: str) -> list[str]:
        """The zone's cards, unlogged ones replaced by what they must be."""
        held = list(self.zones[zone])
        if UNKNOWN in held:
            for card, n in self._certain(zone, self.bag(zone)).items():
                for _ in range(min(n, held.count(UNKNOWN))):
                    held[held.index(UNKNOWN)] = card
        return held

    # moving

    def move(self, card: str, source: str, target: str, at: int | None = None) -> str:
        """Move one card onto the top of a zone; returns what it turned out to be.

        ``at`` is the index where it lies; without one the topmost card that fits is meant.
        Where the source cannot hold it, note a fault and move it all the same.
        """
        card = self.take(card, source, at)
        self.put(card, target)
        return card

    def move_all(self, cards: Iterable[str], source: str, target: str) -> None:
        for card in cards:
            self.move(card, source, target)

    def deal(self, cards: Sequence[str], source: str, target: str) -> None:
        """Move the top cards of a pile, one after the other."""
        n, held, seen = len(cards), self.zones[source], [card for card in cards if card != UNKNOWN]
        bag = self.fog.bags.get(self.home[source], {})
        usual = self.fog.is_plain and self.home[source] == self.home[target] and source not in self.vague
        if n and usual and held[-n:] == (UNKNOWN,) * n and not {c for c in seen if seen.count(c) > bag.get(c, 0)}:
            self.fog.show(seen, self.home[source])
            self.zones[source], self.zones[target] = held[:-n], self.zones[target] + tuple(cards)
        else:
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
            return self._lift(source, _last(held, card))
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
        self.zones[zone] = held[:at] + ((EMPTY, *held[at + 1 :]) if zone == "market" else held[at + 1 :])

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
            self._cut(zone, at if at is not None and held[at : at + 1] == (UNKNOWN,) else _last(held, UNKNOWN))
        return possible

    def _reveal(self, card: str, zone: str) -> bool:
        home = self.home[zone]
        if zone not in self.fog.strays and card not in self.fog.torn:
            if self.fog.bags.get(home, {}).get(card, 0) <= 0:
                return False
            self.fog.hide(card, home, -1)
            return True
        there = self._unlogged(zone)
        kinds = [homes for homes in self.fog.kinds(card) if _meets(homes, there)]
        some = [homes for homes in dict.fromkeys(there) if _meets(homes, kinds)]
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
        return self._lift(source, _last(held, UNKNOWN if UNKNOWN in kinds else kinds.pop()))

    # seeing

    def name(self, zone: str, at: int, card: str) -> None:
        """The unlogged card at this place is seen to be this one."""
        if card != UNKNOWN:
            self._see(card, zone, at)

    def _see(self, card: str, zone: str, at: int) -> None:
        if not self._reveal(card, zone):
            self.faults.append(Fault(card, zone, "surplus"))
            self._owe(card, -1)
        held = self.zones[zone]
        self.zones[zone] = (*held[:at], card, *held[at + 1 :])

    def look(self, zone: str, cards: Sequence[str]) -> None:
        """The top cards of a zone are seen to be these, the topmost first."""
        for depth, card in enumerate(cards, start=1):
            held = self.zones[zone]
            at = len(held) - depth
            if at >= 0 and card in (UNKNOWN, held[at]):
                continue
            if at >= 0 and held[at] == UNKNOWN:
                self._see(card, zone, at)
            elif card != UNKNOWN or zone not in self.vague:
                self.put(self.take(card, zone), zone, max(0, at))

    def show(self, zone: str, cards: Sequence[str]) -> None:
        """The zone is seen to hold just these cards, in this order."""
        for card in sorted((Counter(cards) - Counter(self.zones[zone])).elements()):
            self._show(card, zone)
        unseen = cards.count(UNKNOWN) - self.zones[zone].count(UNKNOWN)
        for card in sorted((Counter(self.zones[zone]) - Counter(cards)).elements()):
            if card == UNKNOWN:
                self._lift(zone, _last(self.zones[zone], card))
            elif card != EMPTY and unseen > 0:
                unseen -= 1
                self.fog.hide(card, self.home[zone])
            elif card != EMPTY:
                self._owe(card, 1)
        self.zones[zone] = tuple(cards)
        self.vague -= {zone}

    def _show(self, card: str, zone: str) -> None:
        """A card is seen in a zone where it was not known to lie."""
        held = self.zones[zone]
        if card in (EMPTY, UNKNOWN):
            return
        if UNKNOWN in held:
            self._see(card, zone, held.index(UNKNOWN))
        elif zone in self.vague:
            self.put(self.take(card, zone), zone)
        else:
            self._fault(card, zone)

    def blur_top(self, zone: str, count: int) -> None:
        """The top cards of a deck are among themselves in some order that was not logged."""
        held = self.zones[zone]
        first = max(0, len(held) - count)
        if len(set(held[first:])) > 1:
            for card in held[first:]:
                if card != UNKNOWN:
                    self.fog.hide(card, self.home[zone])
            self.zones[zone] = held[:first] + (UNKNOWN,) * (len(held) - first)

    def blur(self, zone: str, apart: bool = False) -> None:
        """Whatever lies in a zone is unlogged from now on. What was seen in a hand, or with ``apart`` in any
        zone, has that as its home: it does not mix with the rest of what the player owns."""
        held = self.zones[zone]
        home = zone if apart or zone in self.loose else self.home[zone]
        for card, n in Counter(held).items():
            if card not in (UNKNOWN, EMPTY):
                self.fog.hide(card, home, n)
                if home != self.home[zone]:
                    self.fog.stray(zone, (*self.fog.strays.get(zone, ()), *[(home,)] * n))
        self.zones[zone] = tuple(card if card == EMPTY else UNKNOWN for card in held)

    def forget(self, kept: Iterable[str]) -> None:
        """Nobody can tell any more where the cards are, but for those in some zones."""
        zones = self.zones.keys() - set(kept)
        for zone in zones:
            self.blur(zone)
        self.fog = Fog({home: {} for home in self.fog.bags} | {OUTSIDE: dict(self.fog.cards())})
        self.zones = self.zones | dict.fromkeys(zones, ())
        self.home = self.home | dict.fromkeys(zones, OUTSIDE)
        self.vague = self.vague | zones

    # piles and hands as a whole

    def lay(self, zone: str, cards: Iterable[str]) -> None:
        """The same cards in another order, or with other empty slots."""
        self.zones[zone] = tuple(cards)

    def shuffle(self, source: str, target: str) -> None:
        """A pile is shuffled and put under what is left in another zone of the same home."""
        self.blur(source)
        self.zones[target] = self.zones[source] + self.zones[target]
        self.zones[source] = ()
        strays = self.fog.strays
        self.fog.stray(target, (*strays.get(target, ()), *strays.get(source, ())))
        self.fog.stray(source, ())
        if source in self.vague:
            self.vague = (self.vague - {source}) | {target}

    def exchange(self, one: str, other: str) -> None:
        """Two zones of the same home change places."""
        zones, strays = self.zones, self.fog.strays
        zones[one], zones[other] = zones[other], zones[one]
        mine, theirs = strays.get(one, ()), strays.get(other, ())
        self.fog.stray(one, theirs)
        self.fog.stray(other, mine)
        swapped = {other if zone == one else one for zone in self.vague & {one, other}}
        self.vague = (self.vague - {one, other}) | swapped

    def mix(self, one: str, other: str) -> None:
        """All cards of two zones are mixed unseen, and each zone gets as many as it had."""
        self.blur(one)
        self.blur(other)
        homes = union([*self._unlogged(one), *self._unlogged(other)])
        for zone in (one, other):
            count = self.zones[zone].count(UNKNOWN) + (zone in self.vague)
            self.fog.stray(zone, [homes] * count if homes != (self.home[zone],) else ())

    def share_out(self, one: str, other: str, cards: Sequence[str]) -> None:
        """What lies in two zones is mixed: these cards to the one, as many as the other had to that."""
        rest = [*self.zones[one], *self.zones[other]]
        for card in cards:
            if card in rest:
                rest.remove(card)
            elif card != UNKNOWN:
                self._fault(card, other)
        self.zones[one], self.zones[other] = tuple(cards), tuple(rest)

    # keeping account

    def mint(self, card: str, zone: str, n: int) -> None:
        """So many more of a card exist from now on."""
        if n > 0:
            self.stock = self.stock | {card: self.stock.get(card, 0) + n}
            self.zones[zone] += (card,) * n

    def balance(self) -> Bag:
        """By how much each card differs from the stock. Always empty, whatever was moved."""
        seen: Counter[str] = Counter(self.lost)
        for zone in self.zones.values():
            seen.update(zone)
        seen.update(self.fog.cards())
        cards = (seen.keys() | self.stock.keys()) - {UNKNOWN, EMPTY}
        return {card: seen[card] - self.stock.get(card, 0) for card in cards if seen[card] != self.stock.get(card, 0)}

    def _fault(self, card: str, zone: str) -> None:
        self.faults.append(Fault(card, zone, "absent"))
        self._owe(card, -1)

    def _owe(self, card: str, n: int) -> None:
        self.lost = self.lost | {card: self.lost.get(card, 0) + n}


def _meets(homes: Homes, others: Iterable[Homes]) -> bool:
    """Whether one of these homes is among those of one of the others."""
    return any(home in other for other in others for home in homes)


def _last(held: Zone, card: str) -> int:
    return len(held) - 1 - held[::-1].index(card)
