"""What several clauses ask of the same event is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.table import Table

E = TypeVar("E")
T = TypeVar("T")
Chosen = tuple[str | None, ...]


class Latest(Generic[E, T]):
    """A function of a table and an event that remembers its last answer: for the same books, on which nobody writes,
    the same event, and the same options of the readings that it consults, it is the same."""

    def __init__(self, work_out: Callable[[Table, E], T], readings: tuple[str, ...]) -> None:
        self.work_out, self.readings = work_out, readings
        self.known: tuple[Books, E, Chosen, T] | None = None

    def __call__(self, t: Table, e: E) -> T:
        known = self.known  # read once, since another thread may judge another game
        if (
            known is None
            or known[1] is not e
            or known[0] is not t.ledger
            or (self.readings
            and known[2] != self._chosen(t))
        ):
            known = self.known = (t.ledger, e, self._chosen(t), self.work_out(t, e))
        return known[3]

    def _chosen(self, t: Table) -> Chosen:
        return tuple(map(t.readings.get, self.readings))


def latest(*readings: str) -> Callable[[Callable[[Table, E], T]], Latest[E, T]]:
    """Decorates a function that consults no other readings than these."""
    return lambda work_out: Latest(work_out, readings)
