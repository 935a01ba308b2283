"""Whoever judges, and whoever dies of it, what is said is the same. Real processes throughout."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from referee import archive, code, crew
from referee import game as found_games
from referee.archive import pieces
from referee.cli import run
from referee.logbook import Logbook
from tests.archive import judges

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "GAMES", 2)


def alone(*paths: Path) -> list[bytes]:
    return [game for _, games in crew.alone(pieces(map(str, paths))) for game in games]


def by(judge: crew.Judge, *paths: Path) -> list[bytes]:
    helpers = crew.Crew(lambda: ProcessPoolExecutor(2), 8, judge)
    return [game for _, games in helpers.answers(pieces(map(str, paths))) for game in games]


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_the_same_bytes_whatever_the_number_of_jobs(
    book: Path, folder: Path, form: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    outputs = set()
    for jobs in ("1", "2", "3"):
        assert run(["audit", str(book), str(folder), "--jobs", jobs, "--format", form]) == 2
        outputs.add(capfdbinary.readouterr().out)
    assert len(outputs) == 1


def test_a_killed_worker_loses_nothing(book: Path) -> None:
    assert by(judges.dying_once, book) == alone(book)
    assert book.with_suffix(".grave").exists()


def test_a_game_that_kills_every_worker_is_the_only_one_unjudged(book: Path) -> None:
    expected, found = alone(book), by(judges.deadly, book)
    assert len(found) == len(expected)
    assert [i for i, (a, b) in enumerate(zip(found, expected, strict=True)) if a != b] == [2]
    assert "died" in json.loads(found[2])["errors"][0]["message"]


def test_a_killed_audit_goes_on_where_it_was(book: Path, folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee", "audit", *[str(book)] * 12, str(folder), "--format", "jsonl"]
    whole = subprocess.run([*command, "--jobs", "1"], capture_output=True, cwd=ROOT).stdout
    state = tmp_path / "state.db"
    audit = [*command, "--jobs", "2", "--state", str(state)]
    first = subprocess.Popen(audit, stdout=subprocess.DEVNULL, cwd=ROOT, start_new_session=True)
    deadline = time.monotonic() + 60
    while not kept(state) and first.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert kept(state) > 0
    assert_nobody_is_left(first.pid)
    again = subprocess.run([*command, "--jobs", "2", "--state", str(state)], capture_output=True, cwd=ROOT)
    assert again.stdout == whole


def assert_nobody_is_left(group: int) -> None:
    """The workers of an audit that was killed end by themselves."""
    deadline = time.monotonic() + 30
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < deadline:
            os.killpg(group, 0)
            time.sleep(0.1)
        pytest.fail("a worker outlives its audit")


def kept(state: Path) -> int:
    """How many pieces a state holds."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(state)) as raw:
        return int(raw.execute("select count(*) from piece").fetchone()[0])
    return 0


def test_a_state_can_be_looked_into_and_is_not_trusted_over_a_changed_file(book: Path, tmp_path: Path) -> None:
    state = tmp_path / "state.db"
    assert run(["audit", str(book), "--jobs", "1", "--state", str(state)]) == 1
    before = kept(state)
    with contextlib.closing(sqlite3.connect(state)) as raw:
        assert raw.execute("select count(*) from verdict").fetchone() == (12,)
        clauses = raw.execute("select clause, findings from by_clause").fetchall()
        assert sum(n for _, n in clauses) == raw.execute("select count(*) from finding").fetchone()[0] > 0
    os.utime(book, ns=(1, 1))
    assert run(["audit", str(book), "--jobs", "1", "--state", str(state)]) == 1
    assert kept(state) == before
    with contextlib.closing(sqlite3.connect(state)) as raw:
        assert raw.execute("select count(*) from verdict").fetchone() == (12,)


def test_a_state_of_other_rules_is_not_gone_on_with(
    book: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, judged, put = tmp_path / "state.db", [], crew.State.put
    monkeypatch.setattr(crew.State, "put", lambda self, piece, games: judged.append(piece) or put(self, piece, games))
    for _ in range(2):
        run(["audit", str(book), "--jobs", "1", "--state", str(state)])
    once = len(judged)
    assert once == kept(state) > 0
    monkeypatch.setattr(code, "of_verdicts", lambda: "of other code")
    run(["audit", str(book), "--jobs", "1", "--state", str(state)])
    assert len(judged) == 2 * once
    assert kept(state) == once


def test_a_digest_of_code_changes_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {code.of_verdicts(), code.of_verdicts(), *(code.of_table(found_games.find(id)) for id in found_games.ids())}
    assert len(found) == 1 + len(found_games.ids())
    (tmp_path / "more.py").write_text("", "utf-8")
    monkeypatch.setattr(code, "PACKAGE", tmp_path)
    before = code.of_verdicts()
    (tmp_path / "more.py").write_text("x = 1", "utf-8")
    assert before not in {code.of_verdicts(), *found}


def test_how_long_each_clause_takes(book: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", str(book), "--jobs", "1", "--format", "json", "--times"]) == 1
    timed = json.loads(capfd.readouterr().out)
    assert run(["audit", str(book), "--jobs", "2", "--format", "json"]) == 1
    plain = json.loads(capfd.readouterr().out)
    spent = timed.pop("times")
    assert timed == plain
    with Logbook(book) as opened:
        stored = [opened.read(id) for id in opened.ids()]
    asked = Counter(c.id for s in stored for e in s.record for _, c in s.game.rules.plan(type(e)))
    assert {id: one["events"] for id, one in spent.items()} == asked
    assert all(one["ns"] > 0 for one in spent.values())
    assert [one["ns"] for one in spent.values()] == sorted((one["ns"] for one in spent.values()), reverse=True)
    run(["audit", str(book), "--jobs", "1", "--times"])
    assert "% of the time" in capfd.readouterr().out


def test_what_is_missing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["audit", str(tmp_path / "none.db")]) == 2
    assert run(["audit", str(tmp_path)]) == 2
    assert run(["audit", str(ROOT / "README.md"), "--state", str(tmp_path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """A real scheduler and two worker processes on loopback."""
    pytest.importorskip("distributed")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    dask = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--no-dashboard",
    ]
    scheduler = subprocess.Popen(dask, stderr=subprocess.PIPE, text=True, env=env, cwd=ROOT)
    assert scheduler.stderr is not None
    address = next(line.split()[-1] for line in scheduler.stderr if "Scheduler at:" in line)
    worker = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--no-nanny",
        "--nthreads",
        "1",
        "--no-dashboard",
    ]
    workers = [subprocess.Popen(worker, stderr=subprocess.DEVNULL, text=True, env=env, cwd=ROOT) for _ in range(2)]
    yield address, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()
    scheduler.stderr.close()


def test_a_cluster_says_the_same_though_a_worker_is_killed(
    book: Path, cluster: tuple[str, list[subprocess.Popen[str]]]
) -> None:
    import distributed

    address, workers = cluster
    with distributed.Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    helpers, found = crew.of_cluster(address), []
    helpers._judge = judges.slow
    for i, (_, games) in enumerate(helpers.answers(pieces([str(book)] * 6))):
        found += games
        if i == 3:
            workers[0].kill()
    assert found == alone(*[book] * 6)


def test_a_scheduler_that_is_not_there_is_said(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    assert run(["audit", str(book), "--scheduler", "tcp://127.0.0.1:9"]) == 2
    assert "no scheduler answers" in capsys.readouterr().err
