"""How long each clause takes, for whoever writes clauses or wonders where an audit's time goes."""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter_ns

from msgspec import Struct

from referee.event import Event, Started
from referee.game import Game
from referee.replay import Referee


class Spent(Struct):
    """The events that a clause was asked about, and the nanoseconds that it took in all."""

    events: int = 0
    ns: int = 0

    def add(self, events: int, ns: int) -> None:
        self.events += events
        self.ns += ns


Times = dict[str, Spent]
"""By the clause's id."""


def times(game: Game, started: Started, events: Iterable[tuple[int, Event]]) -> Times:
    """Judge the events of a record in force, ``started`` the first of them, clause by clause."""
    referee, spent = Referee(game, started, legal=False), Times()
    for seq, event in events:
        for check, clause in game.rules.plan(type(event)):
            begin = perf_counter_ns()
            check(referee.table, event)
            spent.setdefault(clause.id, Spent()).add(1, perf_counter_ns() - begin)
        referee.see(seq, event)
    return spent
