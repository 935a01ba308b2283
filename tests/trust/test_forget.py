"""Removing a game: all of it, nothing else, never unseen."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from referee import cli, forget, logbook, tombstone
from referee.event import Noted
from referee.logbook import Logbook, LogbookError
from tests.trust import rig


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return rig.make(tmp_path / "club.db", friday=rig.record(5, 3), sunday=rig.record(2, 4))


def test_a_game_is_gone_and_its_tombstone_says_what_happened(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with Logbook(path) as book:
        events, head = book.head("friday")
        before = book.read("sunday")
    assert cli.run(["forget", "friday", "--reason", "asked for by a player", "--logbook", str(path)]) == 0
    assert "asked for by a player" in capfd.readouterr().out
    with Logbook(path) as book:
        assert book.ids() == ["sunday"]
        assert book.read("sunday") == before
        (stone,) = book.tombstones()
    assert (stone.what.events, stone.what.head, stone.what.broken) == (events, head.hex(), 0)
    assert stone.what.name == tombstone.name_of("friday")
    assert rig.faults(path) == []
    assert cli.run(["verify", str(path)]) == 0
    assert f"forgotten  {events} events" in capfd.readouterr().out


def test_nothing_of_it_stays_in_the_file(path: Path) -> None:
    """Neither id nor names: freed pages are overwritten, and the journal is gone."""
    assert b"friday" in path.read_bytes()
    assert b"Eve" in path.read_bytes()
    forget.forget(path, "friday", "asked for")
    assert b"friday" not in path.read_bytes()
    assert b"Eve" not in path.read_bytes()
    assert [file.name for file in path.parent.iterdir()] == ["club.db"]


def test_its_id_is_not_used_again(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    forget.forget(path, "friday", "asked for")
    with Logbook(path, writable=True) as book:
        assert book.is_taken("friday")
        with pytest.raises(LogbookError, match=r"its id is not used again: forgotten .* asked for"):
            book.start("friday", rig.record()[:3])
        with pytest.raises(LogbookError, match="its id is not used again"):
            book.append("friday", Noted(1, "hm"), after=20)
        with pytest.raises(LogbookError, match='the game "friday" is gone: forgotten'):
            book.read("friday")
    transcript = path.with_name("friday.txt")
    transcript.write_text("game: jade-merchant\nplayers: Ann, Bo\n")
    assert cli.run(["import", str(transcript), "--logbook", str(path)]) == 0
    assert capfd.readouterr().out == "friday-2\n"


def test_the_triggers_are_back_and_the_tombstone_is_as_safe_as_any_event(path: Path) -> None:
    forget.forget(path, "friday", "asked for")
    connection = sqlite3.connect(path)
    for statement in ("delete from event", "update event set body = '{}'"):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)
    connection.close()
    rig.tamper(path, f"update event set body = replace(body, 'asked', 'never') where game = '{tombstone.OWN}'")
    assert rig.faults(path) == ["~logbook: event 1: this row is not as it was written, or the one before it is gone"]
    assert cli.run(["verify", str(path)]) == 3


def test_a_tombstone_that_cannot_be_read_is_a_fault(path: Path) -> None:
    forget.forget(path, "friday", "asked for")
    rig.tamper(path, f"update event set body = '[[' where game = '{tombstone.OWN}'")
    rig.rechain(path, tombstone.OWN)
    assert "the logbook's own record cannot be read" in rig.faults(path)[0]


def test_several_games_in_turn(path: Path) -> None:
    for id in ("friday", "sunday"):
        forget.forget(path, id, f"{id} was asked for")
    with Logbook(path) as book:
        assert book.ids() == []
        assert [stone.what.reason for stone in book.tombstones()] == ["friday was asked for", "sunday was asked for"]
        with pytest.raises(LogbookError, match="no game yet"):
            book.current()
    assert rig.faults(path) == []


def test_a_broken_game_can_be_forgotten_and_the_tombstone_says_that_it_was(path: Path) -> None:
    rig.tamper(path, "update event set at = 'x' where game = 'friday' and seq = 7")
    stone = forget.forget(path, "friday", "beyond repair")
    assert stone.what.broken == 7
    assert "broken at event 7" in str(stone)
    assert rig.faults(path) == []


@pytest.mark.parametrize(
    ("id", "reason", "said"),
    [
        ("fridya", "x", 'did you mean "friday"'),
        ("~logbook", "x", "no game"),
        ("", "x", "no game"),
        ("friday", "", "say why"),
        ("friday", "  ", "say why"),
        ("friday", "x" * 1001, "1 to 1,000 characters"),
        ("friday", "a\x1b[2Jb", "U+001B"),
        ("friday' or '1'='1", "x", "no game"),
    ],
)
def test_what_cannot_be_forgotten_changes_nothing(
    path: Path, capfd: pytest.CaptureFixture[str], id: str, reason: str, said: str
) -> None:
    before = path.read_bytes()
    assert cli.run(["forget", id, "--reason", reason, "--logbook", str(path)]) == 2
    assert said in capfd.readouterr().err
    assert path.read_bytes() == before


def test_a_reason_must_be_given(path: Path) -> None:
    assert cli.run(["forget", "friday", "--logbook", str(path)]) == 2


def test_a_forged_tombstone_does_not_hide_a_missing_game_from_a_seal(path: Path) -> None:
    """Its head and count must be those that were sealed."""
    from referee import seal

    with Logbook(path) as book:
        leaves = seal.of(book).leaves
    rig.tamper(path, "delete from event where game = 'friday' and seq > 9")
    forget.forget(path, "friday", "nothing to see here")
    with Logbook(path) as book:
        (fault,) = seal.differences(book, leaves)
    assert fault.startswith("friday: changed before it was forgotten: sealed with")


def test_a_logbook_whose_schema_is_odd_is_not_touched(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("drop trigger event_no_update")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(LogbookError, match=r"event_no_update is missing .*nothing was removed"):
        forget.forget(path, "friday", "asked for")
    assert path.read_bytes() == before


@pytest.mark.parametrize("moment", ["_remove", "_insert", "_refuse_odd"])
def test_an_error_half_way_leaves_everything_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    before = path.read_bytes()
    real = getattr(forget._Eraser, moment)

    def fails(self: forget._Eraser, *arguments: object) -> None:
        real(self, *arguments)
        if moment != "_refuse_odd" or not self.head("friday")[0]:
            raise RuntimeError("pulled the plug")

    monkeypatch.setattr(forget._Eraser, moment, fails)
    with pytest.raises(RuntimeError, match="plug"):
        forget.forget(path, "friday", "asked for")
    assert path.read_bytes() == before
    assert rig.faults(path) == []


def test_a_scribe_who_has_the_logbook_open_goes_on(path: Path) -> None:
    with Logbook(path, writable=True) as book:
        last = book.head("sunday")[0]
        forget.forget(path, "friday", "asked for")
        assert book.append("sunday", Noted(1, "hm"), after=last) == last + 1
        assert book.ids() == ["sunday"]
    assert rig.faults(path) == []


def test_nobody_but_the_eraser_may_lift_the_trigger(path: Path) -> None:
    with Logbook(path, writable=True) as book, pytest.raises(sqlite3.DatabaseError, match="not authorized"):
        book._connection.execute("drop trigger event_no_delete")
    with forget._Eraser(path, writable=True) as eraser:
        for statement in ("drop trigger event_no_update", "drop table event", "update event set at = ''"):
            with pytest.raises(sqlite3.DatabaseError):
                eraser._connection.execute(statement)
    assert [name for name in logbook.SCHEMA if name not in str(rig.faults(path))] == list(logbook.SCHEMA)
