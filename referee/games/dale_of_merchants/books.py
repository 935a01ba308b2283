"""Who can have what: every card in one zone, and for unlogged ones what they can be.

Zones are lists, the top card last. An unlogged card is ``?``; zones share a *pool* of what their
unlogged cards are (a player's deck and hand share one: what that player owns). A card that
leaves its pool unseen is a *loan*: the pool it comes to can hold one more card of the pool it
came from. So what a player cannot own is known however little was logged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct, field

from referee.games.dale_of_merchants.codes import EMPTY, UNKNOWN
from referee.ledger import Fault

OUTSIDE = "elsewhere"
"""The pool of all that a position does not place."""

Bag = dict[str, int]
"""How many of each card."""


class Books(Struct):
    """Where every card is. ``vague`` zones hold an unknown number of unlogged cards besides those listed."""

    stock: Bag
    zones: dict[str, list[str]]
    pool: dict[str, str]
    """The pool of each zone."""
    fog: dict[str, Bag]
    """By pool: what its unlogged cards are."""
    loans: dict[str, Bag] = field(default_factory=dict)
    """By pool: how many unlogged cards came from which other pool."""
    vague: set[str] = field(default_factory=set)
    loose: tuple[str, ...] = ()
    """The zones without an order: which of its cards an unlogged one was, nobody can tell."""
    lost: Bag = field(default_factory=dict)
    """What moved without having been where it came from, as a debt."""
    faults: list[Fault] = field(default_factory=list)

    def fork(self) -> Books:
        """Books that can be written on without changing these."""
        zones = {name: zone.copy() for name, zone in self.zones.items()}
        fog = {name: bag.copy() for name, bag in self.fog.items()}
        loans = {name: bag.copy() for name, bag in self.loans.items()}
        return Books(self.stock.copy(), zones, self.pool, fog, loans, self.vague.copy(), self.loose, self.lost.copy())

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
        wanted = Counter(cards)
        short = {c: n - held.count(c) for c, n in wanted.items() if c != UNKNOWN and n > held.count(c)}
        too_many = len(cards) > self.size(zone) or sum(short.values()) > held.count(UNKNOWN)
        if too_many and zone not in self.vague:
            return False
        return not short or self._can_be(self.pool[zone], short)

    def _can_be(self, pool: str, short: Bag) -> bool:
        """Whether unlogged cards of a pool, loans to it included, can be these."""
        own = self.fog[pool]
        strange = {card: n - max(0, own.get(card, 0)) for card, n in short.items() if n > own.get(card, 0)}
        if not strange:
            return True
        if sum(strange.values()) > sum(self.loans.get(pool, {}).values()):
            return False
        lenders = self._lenders(pool)
        return all(n <= sum(max(0, self.fog[p].get(card, 0)) for p in lenders) for card, n in strange.items())

    def _lenders(self, pool: str) -> list[str]:
        """The pools from which unlogged cards of a pool may have come, however often they changed hands."""
        found: list[str] = []
        queue = [pool]
        for at in queue:
            for lender, n in self.loans.get(at, {}).items():
                if n > 0 and lender not in found and lender != pool:
                    found.append(lender)
                    queue.append(lender)
        return found

    def candidates(self, zone: str) -> Bag:
        """What an unlogged card of a zone can be, with how many there are of it."""
        pool = self.pool[zone]
        sources = [pool, *self._lenders(pool)]
        found: Bag = {}
        for source in sources:
            for card, n in self.fog[source].items():
                if n > 0:
                    found[card] = found.get(card, 0) + n
        return found

    def sure(self, zone: str, card: str) -> int:
        """How many of a card lie in a zone for certain: those seen, and those that can lie nowhere else."""
        seen = self.zones[zone].count(card)
        pool = self.pool[zone]
        hidden = self.fog[pool].get(card, 0)
        mates = [z for z, p in self.pool.items() if p == pool and z != zone]
        if hidden <= 0 or any(z in self.vague for z in (zone, *mates)):
            return seen
        others = sum(self.zones[z].count(UNKNOWN) for z in mates)
        lent = sum(bag.get(pool, 0) for bag in self.loans.values())
        return seen + max(0, min(hidden - others - lent, self.zones[zone].count(UNKNOWN)))

    def most(self, zone: str, card: str) -> int:
        """How many of a card may lie in a zone at most."""
        n = self.zones[zone].count(card)
        while n < 20 and self.may_hold(zone, [card] * (n + 1)):
            n += 1
        return n

    def known(self, zone: str) -> list[str]:
        """The zone's cards, unlogged ones replaced by what they must be."""
        held = self.zones[zone]
        if UNKNOWN not in held:
            return held
        rest = list(held)
        for card in self.candidates(zone):
            for _ in range(self.sure(zone, card) - held.count(card)):
                if UNKNOWN in rest:
                    rest[rest.index(UNKNOWN)] = card
        return rest

    # moving

    def move(self, card: str, source: str, target: str, at: int | None = None) -> str:
        """Move one card onto the top of a zone; returns what it turned out to be.

        ``at`` is the index where it lies; without one the topmost card that fits is meant.
        Where the source cannot hold it, note a fault and move it all the same.
        """
        card = self.take(card, source, at)
        self.put(card, source, target)
        return card

    def put(self, card: str, source: str, target: str) -> None:
        """Lay a card that was taken from a zone onto the top of another."""
        if card == UNKNOWN:
            self.lend(source, target)
        self.zones[target].append(card)

    def move_top(self, card: str, source: str, target: str) -> str:
        """Move the top card of a pile; a fault if it is known to be another."""
        return self.move(card, source, target, self._top(card, source))

    def _top(self, card: str, source: str) -> int:
        held = self.zones[source]
        if card != UNKNOWN and held and held[-1] not in (card, UNKNOWN):
            self.faults.append(Fault(card, source, "absent"))
        return max(0, len(held) - 1)

    def move_all(self, cards: Iterable[str], source: str, target: str) -> None:
        for card in cards:
            self.move(card, source, target)

    def name(self, zone: str, at: int, card: str) -> None:
        """The unlogged card at this place is seen to be this one."""
        if card != UNKNOWN:
            self._reveal(card, zone)
            self.zones[zone][at] = card

    def look(self, zone: str, cards: Sequence[str]) -> None:
        """The top cards of a zone are seen to be these, the topmost first."""
        for depth, card in enumerate(cards, start=1):
            held = self.zones[zone]
            at = len(held) - depth
            if at >= 0 and card in (UNKNOWN, held[at]):
                continue
            if at >= 0 and held[at] == UNKNOWN:
                self.name(zone, at, card)
            elif card != UNKNOWN or zone not in self.vague:
                taken = self.take(card, zone, None)
                held.insert(max(0, at), taken)

    def show(self, zone: str, cards: Sequence[str]) -> None:
        """The zone is seen to hold just these cards, in this order."""
        old, new = Counter(self.zones[zone]), Counter(cards)
        for card, n in sorted((new - old).items()):
            for _ in range(n):
                self._shown(card, zone, old)
        for card in sorted((old - new).elements()):
            if card != EMPTY:
                self._owe(card, 1)
        self.zones[zone] = list(cards)
        self.vague.discard(zone)

    def _shown(self, card: str, zone: str, old: Counter[str]) -> None:
        """A card is seen in a zone where it was not known to lie."""
        if card == EMPTY or (card == UNKNOWN and zone in self.vague):
            return
        if card == UNKNOWN:
            self._owe(card, 1)
        elif old[UNKNOWN] > 0 or zone in self.vague:
            old[UNKNOWN] -= 1
            self._reveal(card, zone)
        else:
            self._fault(card, zone)

    def share_out(self, one: str, other: str, cards: Sequence[str]) -> None:
        """What lies in two zones is mixed: these cards to the one, as many as the other had to that."""
        rest = [*self.zones[one], *self.zones[other]]
        for card in cards:
            if card in rest:
                rest.remove(card)
            elif card != UNKNOWN:
                self._fault(card, other)
        self.zones[one], self.zones[other] = list(cards), rest

    def blur(self, zone: str) -> None:
        """Whatever lies in a zone is unlogged from now on."""
        bag = self.fog[self.pool[zone]]
        held = self.zones[zone]
        for i, card in enumerate(held):
            if card not in (UNKNOWN, EMPTY):
                bag[card] = bag.get(card, 0) + 1
                held[i] = UNKNOWN

    def shuffle(self, source: str, target: str) -> None:
        """A pile is shuffled and put under what is left in another zone of the same pool."""
        self.blur(source)
        self.zones[target] = self.zones[source] + self.zones[target]
        self.zones[source] = []
        if source in self.vague:
            self.vague.discard(source)
            self.vague.add(target)

    def lend(self, source: str, target: str, n: int = 1) -> None:
        """So many unlogged cards of one zone may now be in another."""
        self.lend_from(self.pool[source], self.pool[target], n)

    def lend_from(self, lender: str, pool: str, n: int) -> None:
        """So many unlogged cards of one pool may now be in another."""
        if lender != pool and n > 0:
            loans = self.loans.setdefault(pool, {})
            loans[lender] = loans.get(lender, 0) + n

    def mint(self, card: str, zone: str, n: int) -> None:
        """So many more of a card exist from now on."""
        if n > 0:
            self.stock[card] = self.stock.get(card, 0) + n
            self.zones[zone] += [card] * n

    def balance(self) -> Bag:
        """By how much each card differs from the stock. Always empty, whatever was moved."""
        seen: Counter[str] = Counter(self.lost)
        for zone in self.zones.values():
            seen.update(zone)
        for bag in self.fog.values():
            seen.update(bag)
        cards = (seen.keys() | self.stock.keys()) - {UNKNOWN, EMPTY}
        return {card: seen[card] - self.stock.get(card, 0) for card in cards if seen[card] != self.stock.get(card, 0)}

    def take(self, card: str, source: str, at: int | None = None) -> str:
        """Take a card out of a zone, for it to be put somewhere else at once; see ``move``."""
        held = self.zones[source]
        if at is not None and at < len(held) and card in (held[at], UNKNOWN) and held[at] != EMPTY:
            return self._lift(held, at)
        if card == UNKNOWN:
            return self._take_any(source)
        if card in held:
            return self._lift(held, _last(held, card))
        if UNKNOWN in held:
            self._lift(held, _last(held, UNKNOWN))
            self._reveal(card, source)
        elif source in self.vague:
            self._reveal(card, source)
        else:
            self._fault(card, source)
        return card

    def _lift(self, held: list[str], at: int) -> str:
        """Take a card from its place; a slot of the market is left empty."""
        card = held[at]
        if held is self.zones.get("market"):
            held[at] = EMPTY
        else:
            del held[at]
        return card

    def _take_any(self, source: str) -> str:
        """An unlogged card leaves a zone: one of the unlogged, the only one it can be, or any."""
        held = self.zones[source]
        if source in self.vague and (UNKNOWN not in held or source in self.loose):
            self.blur(source)
            return UNKNOWN
        if not self.size(source):
            self._fault(UNKNOWN, source)
            return UNKNOWN
        kinds = set(held) - {EMPTY}
        if len(kinds) > 1 and (source in self.loose or UNKNOWN not in kinds):
            self.blur(source)
            kinds = {UNKNOWN}
        card = UNKNOWN if UNKNOWN in kinds else kinds.pop()
        return self._lift(held, _last(held, card))

    def _reveal(self, card: str, zone: str) -> None:
        """An unlogged card of a zone is seen: it comes out of the zone's pool, or of one that lent to it."""
        pool = self.pool[zone]
        if self.fog[pool].get(card, 0) > 0:
            self.fog[pool][card] -= 1
            return
        lenders = self._lenders(pool)
        if len(lenders) == 1 and self.fog[lenders[0]].get(card, 0) > 0:
            self.fog[lenders[0]][card] -= 1
            self.loans[pool][lenders[0]] -= 1
        elif len(lenders) > 1 and any(self.fog[lender].get(card, 0) > 0 for lender in lenders):
            self._merge(pool, lenders)
            self.fog[pool][card] -= 1
        else:
            self.faults.append(Fault(card, zone, "surplus"))
            self._owe(card, -1)

    def _merge(self, pool: str, others: list[str]) -> None:
        """It cannot be told any more which of several pools cards came from: they are one pool from now on."""
        self.pool = {zone: pool if name in others else name for zone, name in self.pool.items()}
        for other in others:
            for card, n in self.fog[other].items():
                self.fog[pool][card] = self.fog[pool].get(card, 0) + n
            self.fog[other] = {}
        loans: dict[str, Bag] = {}
        for borrower, lent in self.loans.items():
            for lender, n in lent.items():
                at, source = (pool if name in others else name for name in (borrower, lender))
                if at != source and n > 0:
                    bag = loans.setdefault(at, {})
                    bag[source] = bag.get(source, 0) + n
        self.loans = loans

    def _fault(self, card: str, zone: str) -> None:
        self.faults.append(Fault(card, zone, "absent"))
        self._owe(card, -1)

    def _owe(self, card: str, n: int) -> None:
        self.lost[card] = self.lost.get(card, 0) + n


def _last(held: list[str], card: str) -> int:
    return len(held) - 1 - held[::-1].index(card)
