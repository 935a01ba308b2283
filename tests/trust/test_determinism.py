"""The same game gives the same bytes anywhere, and looking at it changes nothing."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from referee import cli, simulate, transcript
from referee import game as games
from tests.trust import rig

READING = [
    ["check", "games", "--explain"],
    ["check", "games", "--format", "json"],
    ["check", "club.db"],
    ["check", "club.db#one", "--format", "json"],
    ["show", "games/a.txt"],
    ["moves", "games/a.txt", "--at", "20", "--why-not"],
    ["rules"],
    ["rules", "jade-merchant"],
    ["games", "--logbook", "club.db"],
    ["export", "one", "two", "--logbook", "club.db"],
    ["verify", "club.db"],
    ["seal", "club.db"],
    ["simulate", "jade-merchant", "--seed", "5", "--flaws", "2", "--count", "2"],
    ["report", "games", "club.db", "-o", "pages"],
]
PLACES: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"PYTHONHASHSEED": "2", "LC_ALL": "C.UTF-8", "TZ": "Asia/Kathmandu"},
    {
        "PYTHONHASHSEED": "3",
        "LC_ALL": "POSIX",
        "TZ": "America/St_Johns",
        "PYTHONIOENCODING": "latin-1",
        "COLUMNS": "40",
    },
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Transcripts of every game, flawed and with letters of many writings; a logbook."""
    folder = tmp_path_factory.mktemp("here")
    (folder / "games").mkdir()
    for id in games.ids():
        game = games.find(id)
        record = simulate.simulate(game, game.players.start, 6, flaws=2, tags={"place": "Café Ünï 翡翠"})
        (folder / "games" / f"{id}.txt").write_text(transcript.write(game, record), "utf-8")
    text = transcript.write(rig.GAME, rig.record()).replace("Ann", "Zoë").replace("Bo", "翡翠")
    (folder / "games" / "a.txt").write_text(text, "utf-8")
    rig.make(folder / "club.db")
    return folder


def tree(folder: Path) -> dict[str, str]:
    """A fingerprint of every file."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.mark.parametrize("arguments", READING, ids=[" ".join(a)[:40] for a in READING])
def test_the_same_bytes_in_every_place(folder: Path, arguments: list[str]) -> None:
    """Whatever the hash seed, the locale, the encoding, the time zone; and no file changes but pages."""
    before, said, pages = tree(folder), set(), set()
    for place in PLACES:
        done = rig.referee(*arguments, folder=folder, **place)
        assert done.returncode in (0, 1), done.stderr
        assert done.stdout
        said.add((done.returncode, done.stdout, done.stderr))
        pages.add(tuple(sorted((name, digest) for name, digest in tree(folder).items() if name.startswith("pages/"))))
        after = {name: digest for name, digest in tree(folder).items() if not name.startswith("pages/")}
        assert after == {name: digest for name, digest in before.items() if not name.startswith("pages/")}
    assert len(said) == 1
    assert len(pages) == 1
    assert done.stdout.decode("utf-8")


def test_the_same_bytes_whatever_the_number_of_jobs(folder: Path) -> None:
    said = set()
    for jobs in ("1", "2"):
        done = rig.referee("audit", "games", "club.db", "--format", "json", "--jobs", jobs, folder=folder)
        assert done.returncode in (0, 1), done.stderr
        said.add(done.stdout)
    assert len(said) == 1
    assert b"clause" in said.pop()


def test_the_same_bytes_from_another_folder_and_file_name(folder: Path, tmp_path: Path) -> None:
    """A game is judged the same wherever its file lies; only where it lies is said differently."""
    elsewhere = tmp_path / "deep" / "er"
    elsewhere.mkdir(parents=True)
    (elsewhere / "a.txt").write_bytes((folder / "games" / "a.txt").read_bytes())
    here = rig.referee("check", "a.txt", "--format", "json", "--explain", folder=elsewhere)
    there = rig.referee("check", "games/a.txt", "--format", "json", "--explain", folder=folder)
    assert here.returncode == there.returncode
    assert here.stdout == there.stdout.replace(b"games/a.txt", b"a.txt")


def test_two_logbooks_of_the_same_moves_have_the_same_verdicts(tmp_path: Path) -> None:
    """Their heads differ, since they were written at different times; nothing else does."""
    said = []
    for name in ("x", "y"):
        rig.make(tmp_path / name)
        done = rig.referee("check", f"{name}#one", "--format", "json", folder=tmp_path)
        lines = done.stdout.decode().replace(f'"{name}#one"', '"#"').splitlines()
        said.append([line for line in lines if '"head"' not in line])
    assert said[0] == said[1]


def test_reading_a_logbook_that_may_not_be_written_leaves_no_file_beside_it(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.write_bytes((folder / "club.db").read_bytes())
    path.chmod(0o444)
    before = path.stat()
    for arguments in (["check", "club.db"], ["verify", "club.db"], ["games", "--logbook", "club.db"]):
        assert rig.referee(*arguments, folder=tmp_path).returncode in (0, 1)
    assert [file.name for file in tmp_path.iterdir()] == ["club.db"]
    assert path.stat().st_mtime_ns == before.st_mtime_ns


def test_nothing_asks_the_network(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Only `serve` opens a socket, and only when it is called."""
    import socket

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.chdir(folder)
    monkeypatch.setattr(socket, "socket", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    for arguments in [*READING, ["doctor", "club.db"], ["log", "Ann pass", "--logbook", "absent.db"], ["--version"]]:
        assert cli.run(arguments) in (0, 1, 2)
    assert "socket" not in capfd.readouterr().err
