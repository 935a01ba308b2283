"""What several clauses ask of the same event is worked out once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from referee.games.dale_of_merchants.table import Table

E = TypeVar("E")
T = TypeVar("T")
Asked = Callable[[Table, E], T]


def latest(work_out: Asked[E, T]) -> Asked[E, T]:
    """A function of a table and an event that remembers its last answer: for the same books, on which nobody
    writes, and the same event it is the same. It must not consult readings."""
    known: tuple[Any, Any, Any] = (None, None, None)

    @wraps(work_out)
    def answer(t: Table, e: E) -> T:
        nonlocal known
        books, event, found = known  # all at once, since another thread may judge another game
        if event is not e or books is not t.ledger:
            found = work_out(t, e)
            known = (t.ledger, e, found)
        return found  # type: ignore[no-any-return]

    return answer


def latest_reading(work_out: Asked[E, T]) -> Asked[E, T]:
    """The same for a function that consults readings, which must be the same, too."""
    known: tuple[Any, Any, Any, Any] = (None, None, None, None)

    @wraps(work_out)
    def answer(t: Table, e: E) -> T:
        nonlocal known
        books, event, readings, found = known
        if event is not e or books is not t.ledger or readings != t.readings:
            found = work_out(t, e)
            known = (t.ledger, e, t.readings.copy(), found)
        return found  # type: ignore[no-any-return]

    return answer
