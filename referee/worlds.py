"""Other worlds: a game replayed as if one move had not been made, or another one in its place.

The later play is carried out as it was wherever it still can be. An event that has a fault then
which it did not have is left out; once too much is left out, nobody can say how the game would
have come out.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, structs

from referee import replay
from referee.event import Ended, Event, effective
from referee.game import Result
from referee.replay import Audit, Referee

MOST = 24
"""So many moves are tried in place of one; where the later play is long, fewer."""
EVENTS = 6_000
"""So many events are replayed for one move, give or take one game."""
ASTRAY = 12
"""After so many events in a row that do not fit, the game has gone another way and is left."""


class World(Struct, frozen=True):
    """How the game comes out if one thing is seen differently.

    ``change`` says what, in words, or ``move`` what was played instead. ``dropped`` are the later
    events that do not fit then, ``judged`` is False where too much of the later play is lost to
    say how the game would have come out.
    """

    change: str
    result: Result
    dropped: tuple[int, ...]
    judged: bool
    move: Event | None = None


class Instead(Struct, frozen=True):
    """What the player might have played: how many legal moves, how many of them were tried, and the worlds of these."""

    legal: int
    tried: int
    worlds: tuple[World, ...]

    @property
    def judged(self) -> list[World]:
        """The worlds of which one can say how the game comes out."""
        return [world for world in self.worlds if world.judged]


class Moment:
    """A game just before one of its moves.

    Raises ValueError if the move is not in force.
    """

    def __init__(self, audit: Audit, seq: int, readings: Mapping[str, str] | None) -> None:
        events = effective(audit.record)
        self.audit, self.seq = audit, seq
        self.event = next((event for n, event in events if n == seq), None)
        if self.event is None:
            raise ValueError(f"event {seq} is not in force")
        self.later = [(n, event) for n, event in events if n > seq]
        self.faults = {(f.seq, f.clause.id) for f in audit.findings if f.seq > seq}
        self.referee = Referee(audit.game, replay.started_of(audit.record), readings, legal=False)
        for n, event in events:
            if n < seq:
                self.referee.see(n, event)

    def without(self) -> World:
        """The move is taken back, and what does not fit without it."""
        return self._world(self._referee(), lambda referee: None)

    def instead(self) -> Instead:
        """Each legal move of the same player in its place, those most like it first."""
        legal = sorted(self._alternatives(), key=self._unlike)
        tried = legal[: max(1, min(MOST, EVENTS // (len(self.later) + 1)))]
        return Instead(len(legal), len(tried), tuple(self._with(move) for move in tried))

    def _alternatives(self) -> list[Event]:
        assert self.event is not None
        played = structs.replace(self.event, note="", lead=())
        legal = self.audit.game.legal(self.referee.table)
        return [move for move in legal if _player(move) == _player(played) and move != played]

    def _unlike(self, move: Event) -> tuple[bool, int]:
        differing = (getattr(move, f) != getattr(self.event, f, None) for f in move.__struct_fields__)
        return type(move) is not type(self.event), sum(differing)

    def _with(self, move: Event) -> World:
        referee = self._referee()
        referee.see(self.seq, move)
        return structs.replace(self._world(referee, _play_forced), move=move)

    def _referee(self) -> Referee:
        """One who sees the table as it was then, and may play on."""
        referee = copy.copy(self.referee)
        referee.table, referee.strangers = replay.copy_of(referee.table), []
        return referee

    def _world(self, referee: Referee, between: Callable[[Referee], Any]) -> World:
        dropped = self._play_on(referee, between)
        result = self.audit.game.result(referee.table)
        return World("", result, tuple(dropped), self._judged(dropped, result))

    def _play_on(self, referee: Referee, between: Callable[[Referee], Any]) -> list[int]:
        """Carry out the later events as far as they fit. Returns those that do not."""
        dropped: list[int] = []
        row = 0
        for i, (n, event) in enumerate(self.later):
            if self._fits(referee, n, event) or (not row and between(referee) and self._fits(referee, n, event)):
                row = 0
                continue
            dropped.append(n)
            row += 1
            if row == ASTRAY:
                return [*dropped, *(n for n, _ in self.later[i + 1 :])]
        return dropped

    def _fits(self, referee: Referee, n: int, event: Event) -> bool:
        """Carry out an event unless it has a fault that it did not have; whether it was."""
        if referee.does(event):
            return True
        if any((n, id) not in self.faults for id in referee.breaks(event)):
            return False
        referee.see(n, event)
        return True

    def _judged(self, dropped: list[int], result: Result) -> bool:
        """Whether one can say how the game comes out: it has not gone astray, and most of the later play fits.

        If all of that does, the game may just not be over. Claims are no play.
        """
        gone, last = set(dropped), [n for n, _ in self.later[-ASTRAY:]]
        later = [n for n, event in self.later if not self._is_claim(event)]
        lost = sum(n in gone for n in later)
        astray = len(last) == ASTRAY and gone.issuperset(last)
        as_far = not lost or result.finished == self.audit.result.finished
        return as_far and not astray and lost * 2 <= len(later)

    def _is_claim(self, event: Event) -> bool:
        """Whether an event changes nothing on the table: a claimed score or result."""
        return isinstance(event, Ended) or type(event) not in self.audit.game.apply


def _player(event: Event) -> str:
    return getattr(event, "player", "")


def _play_forced(referee: Referee) -> bool:
    """Play what must come next, if there is but one legal move; whether there was."""
    legal = referee.game.legal(referee.table)
    if len(legal) != 1:
        return False
    referee.see(0, legal[0])
    return True
