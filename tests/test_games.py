"""What every registered game must pass, whatever its rules."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import event as ev
from referee import line, logbook, replay, simulate, transcript
from referee.game import Game
from referee.replay import Referee
from tests import strategies
from tests.strategies import GAMES, absurd, played, seeds, some_game

BY_ID = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])


@given(some_game, st.data(), seeds)
def test_random_legal_play_has_no_finding_and_ends(game: Game, data: st.DataObject, seed: int) -> None:
    players = data.draw(st.sampled_from(game.players))
    record = simulate.simulate(game, players, seed)
    audit = replay.audit(game, record)
    assert [(f.seq, f.clause.id, f.message) for f in audit.findings] == []
    assert audit.strangers == []
    assert audit.result.finished


@given(played(flaws=0), seeds)
def test_a_legal_move_once_played_finds_nothing(case: tuple[Game, ev.Record], seed: int) -> None:
    game, record = case
    moves = game.legal(replay.table_at(game, record))
    for move in Random(seed).sample(moves, min(len(moves), 8)):
        findings = replay.audit(game, [*record, move]).findings
        assert [(line.show(game, move), f.clause.id, f.message) for f in findings] == []


@given(played())
def test_legal_moves_are_unique_and_among_the_tries(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    table = replay.table_at(game, record)
    moves = [line.show(game, move) for move in game.legal(table)]
    assert len(set(moves)) == len(moves)
    assert set(moves) <= {line.show(game, move) for move in game.tries(table)}


@given(played())
def test_the_generator_and_the_clauses_agree(case: tuple[Game, ev.Record]) -> None:
    """What is tried and breaks nothing is what the generator lists, though neither asks the other."""
    game, record = case
    referee = Referee(game, replay.started_of(record), legal=False)
    referee.table = replay.table_at(game, record)
    clean = {line.show(game, move) for move in game.tries(referee.table) if not referee.judge(0, move)}
    assert clean == {line.show(game, move) for move in game.legal(referee.table)}


@given(played())
def test_a_forbidden_move_gives_just_the_clauses_that_forbid_it(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    referee = Referee(game, replay.started_of(record), legal=False)
    referee.table = replay.table_at(game, record)
    for move in list(game.tries(referee.table))[:12]:
        told = referee.breaks(move)
        found = [f for f in replay.audit(game, [*record, move], legal=False).findings if f.seq == len(record) + 1]
        assert [f.clause.id for f in found] == told
        assert all(f.message and "{" not in f.message for f in found)


@given(played())
def test_looking_at_a_table_leaves_it_as_it_is(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    referee = Referee(game, replay.started_of(record), explain=True)
    referee.table = replay.table_at(game, record)
    before = replay.digest(referee.table)
    for move in list(game.tries(referee.table))[:8]:
        referee.judge(0, move)
    game.scene(referee.table)
    game.result(referee.table)
    game.chance(referee.table, Random(1))
    assert replay.digest(referee.table) == before


@given(played(), st.data())
def test_a_take_back_restores_the_table(case: tuple[Game, ev.Record], data: st.DataObject) -> None:
    game, record = case
    first = data.draw(st.integers(2, max(2, len(record))))
    back = [*record, ev.Retracted(first, following=True)] if first <= len(record) else record
    assert replay.digest(replay.table_at(game, back)) == replay.digest(replay.table_at(game, record[: first - 1]))


@given(played(), st.data())
def test_the_audit_of_a_prefix_agrees_with_the_whole(case: tuple[Game, ev.Record], data: st.DataObject) -> None:
    game, record = case
    end = data.draw(st.integers(1, len(record)))
    whole = [(f.seq, f.clause.id, f.message) for f in replay.audit(game, record).findings if f.seq <= end]
    assert [(f.seq, f.clause.id, f.message) for f in replay.audit(game, record[:end]).findings] == whole


@given(absurd())
def test_no_sequence_of_events_crashes_a_replay(case: tuple[Game, ev.Record]) -> None:
    """As played: whatever happened is judged, carried out, and drawn; and the books balance."""
    game, record = case
    record = [strategies.redecoded(game, event) for event in record]
    for step in replay.steps(game, record):
        assert step.table.ledger.balance() == {}
        assert all(f.message and "{" not in f.message for f in step.findings)
    audit = replay.audit(game, record, explain=True)
    assert all(isinstance(f.facts, dict) for f in audit.findings)
    game.scene(audit.table)
    list(game.tries(audit.table))


@given(played(), st.lists(strategies.remarks, max_size=3), strategies.remarks)
def test_a_transcript_gives_the_same_events(case: tuple[Game, ev.Record], lead: list[str], note: str) -> None:
    game, record = case
    record = [*record[:-1], strategies.with_remarks(record[-1], note if len(record) > 1 else "", tuple(lead))]
    text = transcript.write(game, record)
    (read,) = transcript.parse(text)
    assert read.mistakes == []
    assert read.record == record
    assert transcript.write(game, read.record) == text


@given(absurd())
def test_any_event_can_be_written_and_read_back(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    started = replay.started_of(record)
    for event in record[1:]:
        text = line.show(game, event)
        assert line.read_event(game, started.players, line.words.split(text)) == event, text


@given(played())
def test_a_logbook_gives_the_same_events(
    tmp_path_factory: pytest.TempPathFactory, case: tuple[Game, ev.Record]
) -> None:
    game, record = case
    path = tmp_path_factory.mktemp("log") / "log.db"
    logbook.create(path)
    with logbook.Logbook(path, writable=True) as book:
        book.start("g", record)
        stored = book.read("g")
    assert stored.record == record
    assert stored.game is game


@BY_ID
def test_every_clause_is_documented_and_cited(game: Game) -> None:
    for clause in game.rules.clauses.values():
        assert re.fullmatch(r"[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*){2}", clause.id), clause.id
        assert len(clause.rule) > 15
        assert clause.rule.endswith(".")
        assert clause.cites
        assert set(clause.readings) <= set(game.rules.readings)
        assert set(clause.yields_to) <= set(game.rules.clauses)
        assert clause.id not in clause.yields_to


@BY_ID
def test_every_clause_that_is_checked_constrains_something(game: Game) -> None:
    for clause in game.rules.clauses.values():
        assert bool(clause.on) == (clause.kind == "checked"), clause.id


@BY_ID
def test_every_reading_has_options_and_a_reason(game: Game) -> None:
    for reading in game.rules.readings.values():
        assert len(set(reading.choices)) >= 2
        assert reading.question.endswith("?")
        assert len(reading.why) > 20
        assert any(reading.id in clause.readings for clause in game.rules.clauses.values()), reading.id


@BY_ID
def test_a_planted_breach_is_found_and_nothing_else(game: Game) -> None:
    hits = 0
    for seed in range(6):
        record = simulate.simulate(game, game.players.start, seed, flaws=1)
        hits += len(replay.audit(game, record, legal=False).findings) == 1
    assert hits == 6


@BY_ID
def test_the_same_bytes_whatever_the_hash_seed(game: Game) -> None:
    program = (
        "import sys; from referee.cli import run;"
        "sys.exit(run(['simulate', sys.argv[1], '--flaws', '2', '--seed', '5', '--count', '2']))"
    )
    check = "import sys; from referee.cli import run; sys.exit(run(['check', '-', '--format', 'json', '--explain']))"
    texts = {_with_hash_seed(seed, program, game.id) for seed in ("1", "77")}
    assert len(texts) == 1
    found = {_with_hash_seed(seed, check, stdin=next(iter(texts))) for seed in ("1", "77")}
    assert len(found) == 1
    assert json.loads(found.pop())["summary"]["games"] == 2


def _with_hash_seed(seed: str, program: str, *arguments: str, stdin: bytes = b"") -> bytes:
    env = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, env=env, input=stdin, capture_output=True).stdout
