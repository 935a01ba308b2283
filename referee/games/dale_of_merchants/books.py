"""Who can have what: every card in one zone, and for unlogged ones what they can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.games.dale_of_merchants.codes import EMPTY, UNKNOWN
from referee.games.dale_of_merchants.fog import Bag, Fog, Homes, union
from referee.games.dale_of_merchants.zones import Zones, last, meets, without
from referee.ledger import Fault

OUTSIDE = "elsewhere"
"""The home of all that a position does not place."""
ENDLESS = 10_000
"""So many cards may lie in a vague zone."""


class Books(Zones):
    """What can be told of the cards, and what seeing and mixing them does to that."""

    # looking

    def may_hold(self, zone: str, cards: Sequence[str]) -> bool:
        """Whether all these cards can lie in the zone at once."""
        held = self.zones[zone]
        if len(cards) == 1 and cards[0] in held:
            return True
        return without(held, cards) is not None or self._may_be_short(zone, cards)

    def _may_be_short(self, zone: str, cards: Sequence[str]) -> bool:
        """The same where not all of them are seen there."""
        held = self.zones[zone]
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

    def candidates(self, zone: str) -> Bag:
        """What an unlogged card of a zone can be, with how many there are of it."""
        bag = self.bag(zone)
        return bag if self.fog.is_plain else {c: n for c, n in bag.items() if self._may_hide(zone, {c: 1})}

    def bag(self, zone: str) -> Bag:
        """How many there are of each card that may be an unlogged one of a zone, as far as its homes tell."""
        return self.fog.candidates({self.home[zone], *union(self.fog.strays.get(zone, ()))})

    def sure(self, zone: str, card: str) -> int:
        """How many of a card lie in a zone for certain: those seen, and those that can lie nowhere else."""
        held = self.zones[zone]
        seen = held.count(card)
        return seen + self._certain(zone, [card]).get(card, 0) if UNKNOWN in held else seen

    def _certain(self, zone: str, cards: Iterable[str]) -> Bag:
        """How many of these cards are among the unlogged ones of a zone for certain."""
        if zone in self.vague or UNKNOWN not in self.zones[zone]:
            return {}
        at_home = self.fog.is_plain
        return self._certain_at_home(zone, cards) if at_home else self._certain_anywhere(zone, cards)

    def _certain_anywhere(self, zone: str, cards: Iterable[str]) -> Bag:
        here, elsewhere = Counter(self._unlogged(zone)), Counter[Homes]()
        found: Bag = {}
        for card in cards:
            kinds = [homes for homes in self.fog.kinds(card) if meets(homes, here)]
            hidden = self.fog.count(card, kinds)
            if hidden:
                elsewhere = elsewhere or self._places(zone)
                hidden -= sum([n for homes, n in elsewhere.items() if meets(homes, kinds)])
                found[card] = max(0, min(hidden, sum([n for homes, n in here.items() if meets(homes, kinds)])))
        return found

    def _certain_at_home(self, zone: str, cards: Iterable[str]) -> Bag:
        """The same where no unlogged card has strayed: those for which there is no room elsewhere."""
        bag, here = self.fog.bags.get(self.home[zone], {}), self.zones[zone].count(UNKNOWN)
        others = [other for other, home in self.home.items() if home == self.home[zone] and other != zone]
        room = sum([ENDLESS if other in self.vague else self.zones[other].count(UNKNOWN) for other in others])
        return {card: max(0, min(bag[card] - room, here)) for card in cards if bag.get(card, 0) > 0}

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
        if not self._is_uncovered(zone, cards):
            self._show_all(zone, cards)
        self.zones[zone] = tuple(cards)
        self.vague -= {zone}

    def _is_uncovered(self, zone: str, cards: Sequence[str]) -> bool:
        """Whether nothing else is new than that unlogged cards were seen, which were at home."""
        fresh, gone = _beside(cards, self.zones[zone]), _beside(self.zones[zone], cards)
        if len(fresh) != len(gone) or len(gone) != gone.count(UNKNOWN):
            return False
        return self.fog.is_plain and self.fog.show(fresh, self.home[zone])

    def _show_all(self, zone: str, cards: Sequence[str]) -> None:
        for card in sorted((Counter(cards) - Counter(self.zones[zone])).elements()):
            self._show(card, zone)
        unseen = cards.count(UNKNOWN) - self.zones[zone].count(UNKNOWN)
        for card in sorted((Counter(self.zones[zone]) - Counter(cards)).elements()):
            if card == UNKNOWN:
                self._lift(zone, last(self.zones[zone], card))
            elif card != EMPTY and unseen > 0:
                unseen -= 1
                self.fog.hide(card, self.home[zone])
            elif card != EMPTY:
                self._owe(card, 1)

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
        if source in strays:
            self.fog.stray(target, (*strays.get(target, ()), *strays[source]))
            self.fog.stray(source, ())
        if source in self.vague:
            self.vague = (self.vague - {source}) | {target}

    def maybe_shuffle(self, source: str) -> None:
        """A pile may have been shuffled under a vague zone of the same home, or lie where it lay."""
        self.blur(source)
        if source in self.fog.strays:  # whose place would have to be known
            self.forget(())
        self.zones[source] = ()
        self.vague |= {source}

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


def _beside(cards: Iterable[str], others: Iterable[str]) -> list[str]:
    """These cards without as many of each as there are among the others."""
    rest = list(cards)
    for card in others:
        if card in rest:
            rest.remove(card)
    return rest
