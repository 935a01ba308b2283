"""Answers that never change, such as the name of a player's hand: a look into a dictionary instead of a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")
MOST = 4096
"""So many answers are kept; a server meets new names every day."""


class _Answers(dict[K, V]):
    def __init__(self, work_out: Callable[[K], V]) -> None:
        self.work_out = work_out

    def __missing__(self, question: K) -> V:
        if len(self) >= MOST:
            self.clear()
        answer = self[question] = self.work_out(question)
        return answer


def once(work_out: Callable[[K], V]) -> Callable[[K], V]:
    """The same function, which works out each answer once."""
    return _Answers(work_out).__getitem__
