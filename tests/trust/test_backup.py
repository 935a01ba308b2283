"""Copies: whole, verified, never in place of something that holds more."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee import backup as copies
from referee import cli
from referee.event import Noted
from referee.forget import forget
from referee.logbook import Logbook, LogbookError
from referee.seal import Leaf
from tests.trust import rig


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return rig.make(tmp_path / "club.db")


def run(capfd: pytest.CaptureFixture[str], path: Path, target: Path) -> tuple[int, str, str]:
    code = cli.run(["backup", str(target), "--logbook", str(path)])
    return code, *capfd.readouterr()


def append(path: Path, game: str = "two") -> None:
    with Logbook(path, writable=True) as book:
        book.append(game, Noted(1, "hm"), after=book.head(game)[0])


def test_a_copy_holds_the_same_and_leaves_the_logbook_as_it_is(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before, target = path.read_bytes(), path.with_name("copy.db")
    assert run(capfd, path, target) == (0, f"{target}: 2 games, verified\n", "")
    assert path.read_bytes() == before
    with Logbook(path) as book, Logbook(target) as copy:
        assert [copy.read(id) for id in copy.ids()] == [book.read(id) for id in book.ids()]
    append(target)
    assert rig.faults(target) == []
    assert sorted(file.name for file in path.parent.iterdir()) == ["club.db", "copy.db"]


def test_into_a_folder_under_its_own_name(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    folder = path.parent / "stick"
    folder.mkdir()
    assert run(capfd, path, folder)[0] == 0
    assert rig.faults(folder / "club.db") == []


def test_an_older_copy_is_replaced(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = path.with_name("copy.db")
    run(capfd, path, target)
    append(path)
    assert run(capfd, path, target)[0] == 0
    with Logbook(target) as copy:
        assert copy.head("two")[0] == 6


def test_a_game_that_was_forgotten_is_so_in_the_next_copy_too(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = path.with_name("copy.db")
    run(capfd, path, target)
    forget(path, "one", "asked for")
    assert run(capfd, path, target)[0] == 0
    with Logbook(target) as copy:
        assert copy.ids() == ["two"]


@pytest.mark.parametrize("kind", ["newer", "other", "text", "foreign", "itself"])
def test_what_would_be_lost_is_not_replaced(path: Path, capfd: pytest.CaptureFixture[str], kind: str) -> None:
    target = path if kind == "itself" else path.with_name("copy.db")
    if kind == "newer":
        run(capfd, path, target)
        append(target)
    elif kind == "other":
        rig.make(target, three=rig.record()[:4])
    elif kind == "foreign":
        sqlite3.connect(target).executescript("create table precious (x); insert into precious values (1)").close()
    elif kind == "text":
        target.write_text("my diary")
    before = target.read_bytes()
    code, _, err = run(capfd, path, target)
    assert code == 2
    assert {"newer": "not replaced", "other": "not replaced", "itself": "onto itself"}.get(kind, "not a logbook") in err
    assert target.read_bytes() == before


def test_a_broken_logbook_is_not_copied_over_a_good_copy(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    target = path.with_name("copy.db")
    run(capfd, path, target)
    before = target.read_bytes()
    rig.tamper(path, "update event set at = 'x' where game = 'one' and seq = 3")
    code, _, err = run(capfd, path, target)
    assert code == 2
    assert "one: event 3" in err
    assert "not copied" in err
    assert target.read_bytes() == before


def test_a_copy_that_came_out_wrong_is_not_put_in_place(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = copies._verify

    def with_a_bad_disk(draft: Path, leaves: list[Leaf]) -> None:
        content = bytearray(draft.read_bytes())
        content[content.index(b"jade.bid")] ^= 1
        draft.write_bytes(content)
        real(draft, leaves)

    monkeypatch.setattr(copies, "_verify", with_a_bad_disk)
    with pytest.raises(LogbookError, match="the copy is not sound"):
        copies.backup(path, path.with_name("copy.db"))
    assert [file.name for file in path.parent.iterdir()] == ["club.db"]


@pytest.mark.parametrize("target", ["no/where.db", "club.db/x"])
def test_where_nothing_can_be_put(path: Path, capfd: pytest.CaptureFixture[str], target: str) -> None:
    code, _, err = run(capfd, path, path.parent / target)
    assert code == 2
    assert "does not exist" in err


def test_copying_while_somebody_writes(path: Path) -> None:
    program = """
import sys, time; from pathlib import Path
from referee.event import Noted
from referee.logbook import Logbook
with Logbook(Path(sys.argv[1]), writable=True) as book:
    n = book.head("two")[0]
    while True:
        n = book.append("two", Noted(1, str(n)), after=n); print(n, flush=True); time.sleep(0.005)
"""
    writer = subprocess.Popen([sys.executable, "-c", program, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert writer.stdout is not None
        writer.stdout.readline()
        heads = []
        for number in range(5):
            target = path.with_name(f"copy{number}.db")
            copies.backup(path, target)
            assert rig.faults(target) == []
            with Logbook(target) as copy:
                heads.append(copy.head("two")[0])
            time.sleep(0.05)
    finally:
        writer.kill()
        writer.communicate()
    assert heads == sorted(heads)
    assert heads[0] > 5
    assert heads[-1] > heads[0]


def test_a_link_is_replaced_and_what_it_leads_to_left_alone(path: Path) -> None:
    elsewhere = path.parent / "elsewhere.db"
    copies.backup(path, elsewhere)
    before = elsewhere.read_bytes()
    link = path.parent / "link.db"
    link.symlink_to(elsewhere)
    append(path)
    copies.backup(path, link)
    assert elsewhere.read_bytes() == before


def test_a_copy_has_no_traces_of_what_was_removed(path: Path) -> None:
    """Not even where the logbook itself has some, since it could not be written anew at the time."""
    rig.make(other := path.with_name("other.db"), one=rig.record(5, 3), two=rig.record(2, 4))
    rig.tamper(other, "pragma secure_delete = off", "delete from event where game = 'one'")
    assert b"Eve" in other.read_bytes()
    copies.backup(other, path.with_name("copy.db"))
    assert b"Eve" not in path.with_name("copy.db").read_bytes()
