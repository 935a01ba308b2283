"""The doctor names what is wrong with a file or a place, and changes nothing."""

from __future__ import annotations

import os
import sqlite3
from collections import namedtuple
from pathlib import Path

import pytest

from referee import cli, doctor
from referee.doctor import FINE, ODD, WRONG
from tests.trust import rig


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return rig.make(tmp_path / "club.db")


def said(path: Path, level: str) -> list[str]:
    before = {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    notes = list(doctor.examine(path))
    assert {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()} == before
    return [note.said for note in notes if note.level == level]


def test_a_sound_logbook(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert said(path, ODD) + said(path, WRONG) == []
    assert cli.run(["doctor", str(path)]) == 0
    assert "triggers in place, 2 games, 25 events, every chain sound" in capfd.readouterr().out


@pytest.mark.parametrize(
    ("version", "bug"),
    [
        ((3, 6, 23), False),
        ((3, 7, 0), True),
        ((3, 40, 1), True),
        ((3, 44, 5), True),
        ((3, 44, 6), False),
        ((3, 45, 0), True),
        ((3, 50, 6), True),
        ((3, 50, 7), False),
        ((3, 51, 2), True),
        ((3, 51, 3), False),
        ((3, 53, 0), False),
    ],
)
def test_versions_of_sqlite_with_the_reset_bug(version: tuple[int, int, int], bug: bool) -> None:
    assert doctor.has_reset_bug(version) == bug


def test_a_missing_trigger_and_a_foreign_one(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    connection = sqlite3.connect(path)
    connection.execute("drop trigger event_no_delete")
    connection.execute("create trigger swallow before insert on event begin select raise(ignore); end")
    connection.close()
    assert [text.split()[0] for text in said(path, WRONG)] == ["event_no_delete", '"swallow"']
    assert cli.run(["doctor", str(path)]) == 3
    assert "import them into a new logbook" in capfd.readouterr().out


def test_a_broken_chain(path: Path) -> None:
    rig.tamper(path, "update event set at = 'x' where game = 'one' and seq = 3")
    assert "one: event 3" in said(path, WRONG)[0]


def test_a_damaged_page(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096:4600] = os.urandom(504)
    path.write_bytes(content)
    assert any("damaged" in text for text in said(path, WRONG))


def test_write_ahead_mode(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("pragma journal_mode = wal")
    connection.close()
    content = path.read_bytes()
    assert content[18:20] == b"\2\2"
    notes = [note for note in doctor._mode(path) if note.level != FINE]
    assert "write-ahead mode" in notes[0].said
    rig.faults(path)  # reading works all the same


def test_a_hot_journal(path: Path) -> None:
    path.with_name("club.db-journal").write_bytes(b"x" * 100)
    notes = list(doctor._beside(path))
    assert "club.db-journal beside it holds an interrupted write" in notes[0].said
    assert "never copy the logbook without this file" in notes[0].advice


def test_hard_links_and_open_permissions(path: Path) -> None:
    path.with_name("other-name.db").hardlink_to(path)
    path.chmod(0o666)
    odd = said(path, ODD)
    assert "the file has 2 names (hard links)" in odd
    assert "everybody on this machine may write to the file" in odd


def test_a_full_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage(10, 10, 3 * 2**20))
    assert "only 3 MB are free on this disk" in said(path, ODD)


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/srv/ann/games", "ext4"), ("/mnt/club", "nfs4"), ("/mnt/club/deep er", "cifs"), ("/mnt/clubs", "ext4")],
)
def test_network_file_systems(folder: str, kind: str) -> None:
    mounts = [("/", "ext4"), ("/mnt/club", "nfs4"), ("/mnt/club/deep er", "cifs")]
    assert doctor.file_system(Path(folder), mounts) == kind
    assert (kind in doctor.NETWORK) == (kind != "ext4")


def test_a_network_folder_and_a_synced_one_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "Dropbox (private)"
    folder.mkdir()
    path = rig.make(folder / "club.db")
    monkeypatch.setattr(doctor, "_mounts", lambda: [("/", "nfs")])
    odd = said(path, ODD)
    assert any("network file system (nfs)" in text for text in odd)
    assert any('"Dropbox (private)" looks like a folder that is copied' in text for text in odd)


@pytest.mark.parametrize("content", [None, b"", b"diary", b"SQLite format 3\0" + b"\xff" * 3000])
def test_what_is_no_logbook(tmp_path: Path, capfd: pytest.CaptureFixture[str], content: bytes | None) -> None:
    path = tmp_path / "x.db"
    if content is not None:
        path.write_bytes(content)
    assert cli.run(["doctor", str(path)]) == (2 if content is None else 3)
    out = capfd.readouterr().out
    assert "wrong  " in out
    assert "Traceback" not in out


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert any("does not exist" in note.said for note in doctor.examine(tmp_path / "no" / "x.db"))
