"""The checks of a type of event as one function: quicker, and never of another opinion."""

from __future__ import annotations

import dis
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from referee import event as ev
from referee import fuse, replay
from referee.game import Game
from referee.replay import Referee
from referee.rulebook import Check
from tests import strategies
from tests.strategies import GAMES, absurd, played


def fused(game: Game, kind: type, readings: Mapping[str, str]) -> Check:
    """What carries out an event if all checks hold."""
    checks = [check for check, _ in game.rules.plan(kind)]
    return fuse.fused(checks, replay.applied(game, kind), kind, readings)


FUSED = {(game.id, kind): fused(game, kind, game.rules.defaults()) for game in GAMES for kind in game.events}


def steps_of(game: Game, record: ev.Record, readings: Mapping[str, str]) -> dict[type, Check]:
    """The functions for the events of a record at a table with these readings."""
    kinds = {type(event) for event in record} & set(game.events)
    if readings == game.rules.defaults():
        return {kind: FUSED[game.id, kind] for kind in kinds}
    return {kind: fused(game, kind, readings) for kind in kinds}


@given(played())
def test_fused_checks_agree_in_games(case: tuple[Game, ev.Record]) -> None:
    compare(*case)


@given(absurd())
def test_fused_checks_agree_whatever_happened(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    compare(game, [strategies.redecoded(game, event) for event in record])


@given(played(), st.data())
def test_they_agree_under_any_readings(case: tuple[Game, ev.Record], data: st.DataObject) -> None:
    game, record = case
    compare(
        game, record, {id: data.draw(st.sampled_from(reading.choices)) for id, reading in game.rules.readings.items()}
    )


def compare(game: Game, record: ev.Record, readings: Mapping[str, str] | None = None) -> None:
    """At each event the fused function says what the checks say one by one, and carries it out as they would."""
    referee = Referee(game, replay.started_of(record), readings, legal=False)
    steps = steps_of(game, record, referee.table.readings)
    for n, event in ev.effective(record):
        one_by_one = all(check(referee.table, event) for check, _ in game.rules.plan(type(event)))
        table, before = replay.copy_of(referee.table), replay.digest(referee.table)
        referee.see(n, event)
        if type(event) in steps:
            assert steps[type(event)](table, event) == one_by_one, event
            table.ledger.faults.clear()
            assert replay.digest(table) == (replay.digest(referee.table) if one_by_one else before), event


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_most_clauses_are_put_in_and_not_called(game: Game) -> None:
    """What is left as a call is a loop or a helper, so the functions are shorter than the sum of calls."""
    checks = [(kind, check) for kind in game.events for check, _ in game.rules.plan(kind)]
    called = [check.__name__ for kind, check in checks if check in FUSED[game.id, kind].__globals__.values()]
    assert len(called) <= len(checks) / 2, called


def test_an_archive_is_judged_by_fused_checks_with_the_same_verdicts(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in GAMES:
        record = strategies.simulate.simulate(game, game.players.start, 3, flaws=2)
        plain = said(game, record)
        monkeypatch.setattr(game.rules, "_judged", 10**6)
        game.steps.clear()
        assert said(game, record) == plain
        game.steps.clear()


def said(game: Game, record: ev.Record) -> list[tuple[int, str, str]]:
    return [(f.seq, f.clause.id, f.message) for f in replay.audit(game, record).findings]


class Pair(Struct):
    """A table of its own."""

    left: int
    right: int
    readings: dict[str, str] = {}

    @property
    def larger(self) -> int:
        return self.left if self.left > self.right else self.right


class Given(Struct, frozen=True):
    """What happens at it."""

    n: int


class Other(Struct, frozen=True):
    """What happens at another one."""

    n: int


def capped(n: int, most: int) -> int:
    if n > most:
        return most
    double = n + n
    return double if double < most else most


def limit(t: Pair) -> int:
    most = t.left + t.right
    if most < 0 or t.readings["mild"] == "yes":
        return most
    least = t.left - t.right
    return most - least if (least < 0 or t.readings["mild"] == "no") and least > -5 else 0


def is_mild(t: Pair) -> bool:
    left = t.left
    return (left > 3 or t.readings["mild"] == "yes") and left < t.right


def fits(t: Pair, e: Given | Other) -> bool:
    if isinstance(e, (Other,)):
        return False
    room = capped(t.larger, e.n * 2)
    if is_mild(t):
        return True
    return room <= e.n * 2 and room + t.left >= room and room <= limit(t)


def raised(t: Pair, by: int) -> None:
    left = t.left
    t.left = t.right = left + by


def given_away(t: Pair, e: Given) -> None:
    if e.n == 13:
        return
    raised(t, e.n)
    for _ in range(e.n):
        t.right += t.larger


MADE = {mild: fuse.fused([fits], given_away, Given, {"mild": mild}) for mild in ("yes", "no")}


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 15), st.sampled_from(["yes", "no"]))
def test_helpers_are_put_in_and_mean_the_same(left: int, right: int, n: int, mild: str) -> None:
    one, other = (Pair(left, right, {"mild": mild}) for _ in range(2))
    assert bool(MADE[mild](one, Given(n))) == fits(other, Given(n))
    if fits(other, Given(n)):
        given_away(other, Given(n))
    assert one == other


@pytest.mark.parametrize("made", MADE.values(), ids=list(MADE))
def test_no_helper_is_called(made: Check) -> None:
    function: Any = made
    called = [each for each in function.__globals__.values() if each in (capped, limit, is_mild, fits, raised)]
    assert not called and set(function.__code__.co_names).isdisjoint({"apply", "isinstance"})


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_all_names_mean_something_under_any_reading(game: Game) -> None:
    defaults = game.rules.defaults()
    for readings in (defaults | {id: c} for id, reading in game.rules.readings.items() for c in reading.choices):
        for kind in game.events:
            function: Any = fused(game, kind, readings)
            used = {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}
            assert used <= function.__globals__.keys(), (kind, readings)
