"""The same game gives the same bytes anywhere, and looking at it changes nothing."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee import cli, simulate, transcript
from referee import game as games
from referee.report import formats
from tests.trust import faults, rig

READING = [
    ["check", "games", "--explain"],
    ["check", "games", "--lang", "fr"],
    ["check", "games", "--lang", "ja", "--explain"],
    ["check", "games", "--all-readings"],
    *(["check", "games", "--format", form] for form in formats.FORMATS if form != "text"),
    ["check", "games", "--format", "json", "--lang", "fr", "--explain"],
    ["check", "club.db"],
    ["check", "club.db#one", "--format", "json"],
    *(["show", f"games/{id}.txt"] for id in games.ids()),
    *(["moves", f"games/{id}.txt", "--at", "20", "--why-not"] for id in games.ids()),
    ["rules"],
    *(["rules", id] for id in games.ids()),
    ["rules", "--coverage"],
    ["diff", "games/a.txt", "--reading", "ceiling=none"],
    ["case", "games/faulty.txt", "--at", "4"],
    ["games", "--logbook", "club.db"],
    ["export", "one", "two", "--logbook", "club.db"],
    ["verify", "club.db"],
    ["seal", "club.db"],
    *(["simulate", id, "--seed", "5", "--flaws", "2", "--count", "2"] for id in games.ids()),
    ["audit", "games", "club.db", "--jobs", "1"],
    ["audit", "games", "club.db", "--format", "jsonl", "--jobs", "1"],
    ["report", "games", "club.db", "-o", "pages"],
    ["report", "games", "-o", "pages", "--lang", "fr"],
]
"""Every command that only looks, or writes nothing but pages."""
OTHERS = [
    ["doctor", "club.db"],  # which says how much of the disk is free
    ["new", "jade-merchant", "--players", "Ann,Bo", "--id", "three", "--logbook", "club.db"],
    ["log", "Ann pass", "--game", "one", "--logbook", "club.db"],
    ["undo", "--game", "one", "--logbook", "club.db"],
    ["amend", "3", "Ann pass", "--game", "two", "--logbook", "club.db"],
    ["note", "2", "x", "--game", "one", "--logbook", "club.db"],
    ["dispute", "3", "--by", "Ann", "x", "--game", "one", "--logbook", "club.db"],
    ["import", "games/a.txt", "--logbook", "club.db"],
    ["backup", "copy.db", "--logbook", "club.db"],
    ["forget", "two", "--reason", "asked for", "--yes", "--logbook", "club.db"],
    ["audit", "games", "club.db", "--jobs", "2", "--state", "state.db"],
    ["demo"],
]
_names: set[str] = set()
EVERYTHING = [a for a in (*READING, *OTHERS) if a[0] not in _names and not _names.add(a[0])]  # type: ignore[func-returns-value]
"""Each command once."""
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
    faulty = "game: jade-merchant\nplayers: Ann, Bo\n\ndeal J J J G5 F3 S4 B X\nAnn bid 4\nBo bid 4\n"
    (folder / "games" / "faulty.txt").write_text(faulty, "utf-8")
    rig.make(folder / "club.db")
    return folder


def tree(folder: Path) -> dict[str, str]:
    """A fingerprint of every file, pages left out."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.parent.name != "pages")
    return {str(path): f"{path.stat().st_mtime_ns} {_digest(path)}" for path in files}


def pages_in(folder: Path) -> dict[str, str]:
    return {path.name: _digest(path) for path in sorted((folder / "pages").glob("*"))}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("arguments", READING, ids=[" ".join(a)[:40] for a in READING])
def test_the_same_bytes_in_every_place(folder: Path, tmp_path: Path, arguments: list[str]) -> None:
    """Whatever the hash seed, the locale, the encoding, the time zone; and no file is touched, nor left beside one."""
    here = shutil.copytree(folder, tmp_path / "here")
    before, said, pages = tree(here), [], []
    for place in PLACES:
        done = rig.referee(*arguments, folder=here, **place)
        assert done.returncode in (0, 1), done.stderr
        assert done.stdout
        said.append((done.returncode, done.stdout, done.stderr))
        pages.append(pages_in(here))
        assert tree(here) == before
    assert said == said[:1] * len(PLACES)
    assert pages == pages[:1] * len(PLACES)
    assert bool(pages[0]) == (arguments[0] == "report")
    assert said[0][1].decode("utf-8")


@pytest.mark.parametrize("form", ["text", "json", "jsonl"])
def test_the_same_bytes_whatever_the_number_of_jobs(folder: Path, form: str) -> None:
    said = set()
    for jobs in ("1", "2", "3"):
        done = rig.referee("audit", "games", "club.db", "--format", form, "--jobs", jobs, folder=folder)
        assert done.returncode in (0, 1), done.stderr
        said.add(done.stdout)
    assert len(said) == 1
    assert b"jade.bid.lower" in said.pop()


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
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Only `serve` opens a socket, and only when it is called."""
    import socket

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.chdir(shutil.copytree(folder, tmp_path / "here"))
    monkeypatch.setattr(socket, "socket", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    for arguments in [*READING, ["log", "Ann pass", "--logbook", "absent.db"], ["--version"]]:
        assert cli.run(arguments) in (0, 1, 2)
    assert "socket" not in capfd.readouterr().err


@pytest.mark.skipif(not faults.works(), reason="needs strace that may trace")
@pytest.mark.parametrize("arguments", EVERYTHING, ids=[a[0] for a in EVERYTHING])
def test_no_command_makes_a_network_call(folder: Path, tmp_path: Path, arguments: list[str]) -> None:
    """Seen from outside: of the network's system calls there is none but what stays on this machine."""
    here, trace = shutil.copytree(folder, tmp_path / "here"), tmp_path / "trace"
    strace = ["strace", "-f", "-qq", "-e", "trace=connect,sendto,sendmsg,bind,listen", "-o", str(trace)]
    done = subprocess.run(
        [*strace, sys.executable, "-P", "-m", "referee", *arguments],
        cwd=here, stdin=subprocess.DEVNULL, capture_output=True,
    )  # fmt: skip
    assert done.returncode in (0, 1), done.stderr
    asked = [line for line in trace.read_text().splitlines() if "AF_INET" in line or "AF_NETLINK" in line]
    assert asked == []
