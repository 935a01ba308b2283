"""Double-entry bookkeeping of a game's pieces, so that nothing appears or vanishes unseen.

Every piece lies in one zone. Pieces only ever move from a zone to a zone, so totals cannot
drift; what an event takes from where it cannot be is a *fault*, which the referee reports
and after which the books go on as played.

A zone may hold unknown pieces, written ``?``. A named piece that leaves a zone with an
unknown one is that unknown, now seen. A ``?`` that leaves a zone of known pieces leaves a
debt (a negative count): one of them has gone and nobody logged which. A zone in ``vague``
holds an unknown number of pieces; what leaves it comes from ``elsewhere``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct, field

UNKNOWN = "?"
ELSEWHERE = "elsewhere"

Zone = dict[str, int]
"""What lies in a zone: how many of each piece. Counts of 0 are left out."""


class Fault(Struct, frozen=True):
    """A piece that an event took from a zone which could not hold it."""

    piece: str
    zone: str
    why: str
    """``absent``: it was not there. ``surplus``: more of it than the game has."""


class Ledger(Struct):
    """Where every piece is. ``unseen`` counts, for each piece, those not known to lie anywhere."""

    stock: dict[str, int]
    zones: dict[str, Zone]
    unseen: dict[str, int]
    vague: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)

    @classmethod
    def of(cls, stock: Mapping[str, int], zones: Iterable[str], unknown_in: str) -> Ledger:
        """Books in which all pieces lie unseen in the zone ``unknown_in``, the others being empty."""
        books: dict[str, Zone] = {ELSEWHERE: {}}
        for zone in zones:
            books[zone] = {}
        books[unknown_in] = {UNKNOWN: sum(stock.values())}
        return cls(dict(stock), books, dict(stock), set(), [])

    def size(self, zone: str) -> int:
        """How many pieces lie in a zone that is not vague."""
        return sum(self.zones[zone].values())

    def pieces(self, zone: str) -> list[str]:
        """The known pieces of a zone and its unknown ones, each as often as it lies there."""
        return [piece for piece, n in self.zones[zone].items() for _ in range(n)]

    def may_hold(self, zone: str, pieces: Sequence[str]) -> bool:
        """Whether these pieces can all lie in the zone at once, given all that has been seen."""
        held = self.zones[zone]
        if UNKNOWN in held or zone in self.vague:
            return self._may_hide(zone, pieces)
        if UNKNOWN in pieces and len(pieces) > self.size(zone):
            return False
        for piece in pieces:  # noqa: SIM110 (twice as quick as a generator, and asked at every take)
            if held.get(piece, 0) < pieces.count(piece) and piece != UNKNOWN:
                return False
        return True

    def may_yield(self, zone: str, piece: str) -> bool:
        """``may_hold`` of a single piece, without the loop where everything in the zone is known."""
        held = self.zones[zone]
        if UNKNOWN in held or piece == UNKNOWN or zone in self.vague:
            return self.may_hold(zone, (piece,))
        return piece in held

    def _may_hide(self, zone: str, wanted: Sequence[str]) -> bool:
        """The same for a zone with unknown pieces or a debt."""
        held, unseen, hidden = self.zones[zone], self.unseen, 0
        for piece in dict.fromkeys(wanted):
            missing = wanted.count(piece) - held.get(piece, 0) if piece != UNKNOWN else 0
            if missing > 0:
                if missing > unseen.get(piece, 0) and not self._can_come(piece, missing):
                    return False
                hidden += missing
        return zone in self.vague or (len(wanted) <= self.size(zone) and hidden <= max(0, held.get(UNKNOWN, 0)))

    def move(self, piece: str, source: str, target: str) -> None:
        """Move one piece; where the source cannot hold it, note a fault and move it all the same."""
        held = self.zones[source]
        have = held.get(piece, 0)
        if have > 1:
            held[piece] = have - 1
        elif have == 1:
            del held[piece]
        elif piece == UNKNOWN:
            self._take_unknown(source)
        else:
            self._reveal(piece, source)
        there = self.zones[target]
        n = there.get(piece, 0) + 1
        if n:
            there[piece] = n
        else:  # a debt is paid
            del there[piece]

    def move_all(self, pieces: Sequence[str], source: str, target: str) -> None:
        """Move each of these pieces."""
        held, there = self.zones[source], self.zones[target]
        if held.get(UNKNOWN, 0) >= len(pieces) and len(held) == 1 and source not in self.vague:
            self._uncover(pieces, source, target)
            return
        for piece in pieces:
            if held.get(piece, 0) == 1 and piece not in there:  # the usual case without a call
                there[piece] = held.pop(piece)
            elif piece not in held and held.get(UNKNOWN, 0) > 1 and self.unseen.get(piece, 0) > 0:
                self._uncover([piece], source, target)
            else:
                self.move(piece, source, target)

    def move_several(self, piece: str, n: int, source: str, target: str) -> None:
        """Move so many pieces of one kind; none where ``n`` is negative."""
        held, there = self.zones[source], self.zones[target]
        if 0 < n <= held.get(piece, 0):
            _put(held, piece, held[piece] - n)
            _put(there, piece, there.get(piece, 0) + n)
        else:
            self.move_all([piece] * n, source, target)

    def _uncover(self, pieces: Iterable[str], source: str, target: str) -> None:
        """Move pieces from a zone with so many unknown ones, among which they are: from a deck."""
        there, unseen, named = self.zones[target], self.unseen, 0
        for piece in pieces:
            left = unseen.get(piece, 0)
            if left > 0:
                unseen[piece] = left - 1
                there[piece] = there.get(piece, 0) + 1
                named += 1
            else:
                self.move(piece, source, target)
        held = self.zones[source]
        _put(held, UNKNOWN, held.get(UNKNOWN, 0) - named)

    def pour(self, source: str, target: str) -> None:
        """Move all that lies in a zone, unknown pieces and debts included."""
        there = self.zones[target]
        for piece, n in self.zones[source].items():
            if piece in there:
                _put(there, piece, there[piece] + n)
            else:
                there[piece] = n
        self.zones[source] = {}
        if source in self.vague:
            self.vague.remove(source)  # whatever lay there, nothing is left
            self.vague.add(target)

    def hide(self, zone: str) -> None:
        """Nobody can tell any more which pieces lie in a zone: its known ones become unknown, as in a shuffle."""
        held = self.zones[zone]
        for piece, n in [(piece, n) for piece, n in held.items() if piece != UNKNOWN]:
            self.unseen[piece] = self.unseen.get(piece, 0) + n
            _put(held, piece, 0)
            _put(held, UNKNOWN, held.get(UNKNOWN, 0) + n)

    def balance(self) -> dict[str, int]:
        """By how much each piece, and all of them together (``*``), differ from the stock.

        Always empty, whatever was moved: that is what double entry is for.
        """
        seen: Counter[str] = Counter()
        for zone in self.zones.values():
            seen.update(zone)
        off = {piece: seen[piece] + self.unseen[piece] - n for piece, n in self.stock.items()}
        off["*"] = seen.total() - sum(self.stock.values())
        return {piece: n for piece, n in off.items() if n}

    def _can_come(self, piece: str, n: int) -> bool:
        """Whether so many of a piece can still come to light."""
        return n <= self.unseen.get(piece, 0) + self._owed(piece)

    def _owed(self, piece: str) -> int:
        """How many of a piece may have left, unlogged, the zones in which they are known to have lain."""
        debts = ((zone.get(piece, 0), -zone.get(UNKNOWN, 0)) for zone in self.zones.values())
        return sum(min(n, debt) for n, debt in debts if debt > 0)

    def _settle(self, piece: str) -> bool:
        """Let this piece be the one that left a zone with a debt, if there is such a zone."""
        for zone in self.zones.values():
            if zone.get(UNKNOWN, 0) < 0 and zone.get(piece, 0) > 0:
                _put(zone, piece, zone[piece] - 1)
                _put(zone, UNKNOWN, zone[UNKNOWN] + 1)
                return True
        return False

    def _books(self, source: str) -> str:
        """Where a piece that was not known to lie in a zone comes from: if the zone is vague from elsewhere, as long
        as anything is there."""
        is_elsewhere = self.zones[ELSEWHERE].get(UNKNOWN, 0) > 0 or self.size(source) <= 0
        return ELSEWHERE if source in self.vague and is_elsewhere else source

    def _take_unknown(self, source: str) -> None:
        """An unlogged piece leaves: some known one has gone, or there was nothing."""
        held = self.zones[self._books(source)]
        if sum(held.values()) <= 0:
            self.faults.append(Fault(UNKNOWN, source, "absent"))
        _put(held, UNKNOWN, held.get(UNKNOWN, 0) - 1)

    def _reveal(self, piece: str, source: str) -> None:
        """A named piece leaves a zone in which it was not known to lie."""
        held = self.zones[self._books(source)]
        hidden = held.get(UNKNOWN, 0) > 0
        settled = hidden and self.unseen.get(piece, 0) <= 0 and self._settle(piece)
        if not hidden:
            self.faults.append(Fault(piece, source, "absent"))
        elif self.unseen.get(piece, 0) <= 0 and not settled:
            self.faults.append(Fault(piece, source, "surplus"))
        _put(held, UNKNOWN, held.get(UNKNOWN, 0) - 1)
        if not settled:
            self.unseen[piece] = self.unseen.get(piece, 0) - 1


def _put(zone: Zone, piece: str, n: int) -> None:
    if n:
        zone[piece] = n
    else:
        zone.pop(piece, None)
