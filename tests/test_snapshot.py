"""Snapshots: a move in a long game is judged as from the whole log, and never by anything else."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given

from referee import cli, code, line, replay, simulate, snapshot
from referee import event as ev
from referee import game as games
from referee.cli import log
from referee.game import Game
from referee.logbook import Logbook
from tests.strategies import absurd, played

BOOK = Path("referee.db")


class Said(NamedTuple):
    code: int
    out: str


Run = Callable[..., Said]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Call the command line in an empty folder with a cache of its own; three events are a long game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(log, "LONG", 3)

    def call(*arguments: str) -> Said:
        return Said(cli.run(list(arguments)), "".join(capfd.readouterr()))

    return call


def snapshots() -> list[Path]:
    return sorted(Path("cache").rglob("*.json"))


@pytest.fixture
def begun(run: Run) -> Run:
    """A game of three events, of which a snapshot was kept."""
    run("new", "jade-merchant", "--players", "Ann,Bo,Cy")
    run("log", "deal J J J G5 F3 S4 B X")
    run("log", "Ann bid 4")
    assert len(snapshots()) == 1
    return run


@given(played())
def test_every_table_can_be_kept(case: tuple[Game, ev.Record]) -> None:
    game, events = case
    the_same(replay.table_at(game, events))


@given(absurd())
def test_every_table_can_be_kept_whatever_happened(case: tuple[Game, ev.Record]) -> None:
    game, events = case
    the_same(replay.table_at(game, events))


def the_same(table: object) -> None:
    """A table that was kept and read again is the same, and so is what is said of it."""
    again = msgspec.json.decode(msgspec.json.encode(table), type=type(table))
    assert again == table
    assert replay.digest(again) == replay.digest(table)


@pytest.mark.parametrize("id", games.ids())
def test_a_game_is_logged_with_the_same_words(id: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find(id)
    events = simulate.simulate(game, game.players.start, 5, flaws=4)[:45]
    moves = [line.show(game, event) for event in events[1:]]
    moves[20:20] = ["undo 9", "note 4: hm", f"dispute 5 by {events[0].players[0]}: no", "undo 24"]  # type: ignore[attr-defined]
    quick = logged(run, "quick", events[0], moves)
    used = len(snapshots())
    monkeypatch.setattr(log, "LONG", 10**6)
    assert logged(run, "slow", events[0], moves) == quick
    assert used == len(snapshots()) == 1
    assert any(said.code == 1 for said in quick)


def logged(run: Run, id: str, started: ev.Event, moves: list[str]) -> list[Said]:
    assert isinstance(started, ev.Started)
    tags = [part for key, value in started.tags.items() for part in ("--tag", f"{key}={value}")]
    run("new", started.game, "--players", ",".join(started.players), "--id", id, *tags)
    said = [run("log", move, "--game", id) for move in moves]
    return [Said(code, out.replace(f"{id}#", "#")) for code, out in said]


def test_a_move_in_a_long_game_does_not_read_the_log(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Logbook, "read", None)
    assert begun("log", "Bo bid 3") == (0, "jade-merchant-1#4: Bo bid 3\n  fine\n")
    assert begun("log", "Cy bid 3").code == 1


def test_a_snapshot_of_other_events_is_not_looked_at(begun: Run) -> None:
    with Logbook(BOOK, writable=True) as book:
        stored = book.read("jade-merchant-1")
        book.append(stored.id, line.read_line(stored.game, stored.record, "Bo bid 3"), 3)
    said = begun("log", "Cy bid 3")
    assert said.code == 1
    assert "3 does not undercut 3" in said.out


@pytest.mark.parametrize("what", [b"", b"{}", b"\xff", b'{"rules":"x"}', b"[" * 5_000])
def test_a_damaged_snapshot_is_none(begun: Run, what: bytes) -> None:
    snapshots()[0].write_bytes(what)
    assert begun("log", "Bo bid 3") == (0, "jade-merchant-1#4: Bo bid 3\n  fine\n")


@pytest.mark.parametrize(
    ("field", "value"), [("rules", "0"), ("seq", 2), ("head", "00"), ("table", {}), ("table", {"players": 1})]
)
def test_a_snapshot_that_does_not_fit_is_none(begun: Run, field: str, value: object) -> None:
    stored = msgspec.json.decode(snapshots()[0].read_bytes())
    snapshots()[0].write_bytes(msgspec.json.encode(stored | {field: value}))
    assert begun("log", "Bo bid 3") == (0, "jade-merchant-1#4: Bo bid 3\n  fine\n")


def test_other_rules_make_a_snapshot_void(begun: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with Logbook(BOOK) as book:
        assert snapshot.kept(book, "jade-merchant-1")
        monkeypatch.setattr(code, "of_table", lambda game: "of other code")
        assert snapshot.kept(book, "jade-merchant-1") is None


@pytest.mark.parametrize("place", ["/dev/null", "~nobody-of-this-name"])
def test_without_a_place_nothing_is_kept(run: Run, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", place)
    run("new", "jade-merchant", "--players", "Ann,Bo,Cy")
    for move in ("deal J J J G5 F3 S4 B X", "Ann bid 4", "Bo bid 3"):
        assert run("log", move).code == 0
    assert not snapshots()


def test_only_their_owner_reads_snapshots(begun: Run) -> None:
    assert snapshots()[0].stat().st_mode & 0o777 == 0o600
    assert snapshots()[0].parent.stat().st_mode & 0o777 == 0o700
    assert list(Path("cache/referee").iterdir()) == snapshots()


def test_a_game_that_is_removed_leaves_none(begun: Run) -> None:
    assert begun("forget", "jade-merchant-1", "--reason", "asked for", "--yes").code == 0
    assert not snapshots()


def test_the_log_has_the_last_word(begun: Run) -> None:
    """A snapshot that lies is found out by any check, and an altered log by any reading."""
    stored = msgspec.json.decode(snapshots()[0].read_bytes())
    stored["table"]["standing"] = None
    snapshots()[0].write_bytes(msgspec.json.encode(stored))
    begun("log", "Bo bid 4")
    assert begun("check", "referee.db").code == 1
    with sqlite3.connect(BOOK) as connection:
        connection.execute("drop trigger event_no_update")
        connection.execute("update event set body = replace(body, '4', '5') where seq = 3")
    assert begun("verify").code == 3
