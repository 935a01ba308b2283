"""The checks of a type of event as one function: quicker, and never of another opinion."""

from __future__ import annotations

import pytest
from hypothesis import given

from referee import event as ev
from referee import fuse, replay
from referee.game import Game
from referee.replay import Referee
from tests import strategies
from tests.strategies import GAMES, absurd, played

FUSED = {
    (game.id, kind): fuse.fused([check for check, _ in game.rules.plan(kind)], kind)
    for game in GAMES
    for kind in game.events
}


@given(played())
def test_fused_checks_agree_in_games(case: tuple[Game, ev.Record]) -> None:
    compare(*case)


@given(absurd())
def test_fused_checks_agree_whatever_happened(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    compare(game, [strategies.redecoded(game, event) for event in record])


def compare(game: Game, record: ev.Record) -> None:
    """Before each event the fused function says what the checks say one by one."""
    referee = Referee(game, replay.started_of(record), legal=False)
    for n, event in ev.effective(record):
        one_by_one = all(check(referee.table, event) for check, _ in game.rules.plan(type(event)))
        if (game.id, type(event)) in FUSED:
            assert FUSED[game.id, type(event)](referee.table, event) == one_by_one, event
        referee.see(n, event)


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
        game.plans.clear()
        assert said(game, record) == plain
        game.plans.clear()


def said(game: Game, record: ev.Record) -> list[tuple[int, str, str]]:
    return [(f.seq, f.clause.id, f.message) for f in replay.audit(game, record).findings]
