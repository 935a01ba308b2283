"""Nothing that was acknowledged is lost, whatever happens to the program, the disk or its neighbours."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import logbook
from referee.event import Noted
from referee.logbook import Logbook, LogbookError
from tests.trust import command_faults, faults, rig

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return rig.make(tmp_path / "club.db")


def test_scribes_killed_at_random_moments() -> None:
    """The quick version of `python -m tests.trust.kill --rounds 500`."""
    command = [sys.executable, "-m", "tests.trust.kill", "--rounds", "12", "--longest", "0.15"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    counts = dict(re.findall(r"([a-z ,]+?) (\d+)", done.stdout))
    assert int(counts["rounds"]) == 12
    assert int(counts[", killed"]) == 48
    assert "acknowledged" in done.stdout


@pytest.mark.skipif(not faults.works(), reason="needs strace that may trace")
@pytest.mark.parametrize(
    ("call", "error", "number"),
    [
        ("pwrite64", "ENOSPC", 3),
        ("pwrite64", "EIO", 8),
        ("fdatasync", "EIO", 1),
        ("unlink", "EIO", 1),
        ("openat", "EMFILE", 1),
    ],
)
def test_a_fault_of_the_disk(tmp_path: Path, call: str, error: str, number: int) -> None:
    """A few of the faults that `python -m tests.trust.faults` tries in full."""
    outcome = faults.run(tmp_path, faults.Fault(call, error, number, lasting=False))
    assert outcome.fired >= 1
    assert outcome.failed
    faults.check(tmp_path, outcome)


@pytest.mark.skipif(not faults.works(), reason="needs strace that may trace")
@pytest.mark.parametrize("name", command_faults.COMMANDS)
def test_a_system_call_that_fails_in_a_command(name: str) -> None:
    """A few of the faults that `python -m tests.trust.command_faults` tries in full."""
    counts = command_faults.try_all(name, most=1, only=["openat", "write", "pwrite64", "fdatasync", "fsync", "rename"])
    assert counts["wrong"] == 0
    assert counts["fired"] == counts["runs"] > 3


# A full disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 192 KB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=192k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("only root can mount a small disk")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(path: Path) -> tuple[int, str]:
    """Append until it fails; the number of the last event that was acknowledged, and the message."""
    with Logbook(path, writable=True) as book:
        last = book.head("one")[0]
        while True:
            try:
                last = book.append("one", Noted(1, "x" * 3000), after=last)
            except LogbookError as problem:
                return last, str(problem)


def holds(path: Path, last: int) -> None:
    assert rig.faults(path) == []
    with Logbook(path) as book:
        assert book.head("one")[0] == last


def test_a_disk_that_fills_up(small_disk: Path) -> None:
    path = rig.make(small_disk / "club.db")
    last, said = fill(path)
    assert said.endswith("the disk is full; nothing was recorded")
    assert last > 22
    holds(path, last)
    done = rig.referee(
        "new", "jade-merchant", "--players", "Ann,Bo", "--logbook", str(path), "--tag", f"x={'y' * 9000}"
    )
    assert done.returncode == 2
    assert b"the disk is full; nothing was recorded" in done.stderr
    copied = rig.referee("backup", "copy.db", "--logbook", str(path), folder=small_disk)
    assert copied.returncode == 2
    assert b"disk is full" in copied.stderr
    assert [file.name for file in small_disk.iterdir()] == ["club.db"]
    report = rig.referee("report", str(path), "-o", str(small_disk / "pages"))
    assert report.returncode == 2
    assert b"No space left on device" in report.stderr
    assert not list(small_disk.glob("pages/*.html"))


def test_a_new_logbook_on_a_full_disk_is_not_left_half_made(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"x" * 180 * 1024)
    done = rig.referee("new", "jade-merchant", "--players", "Ann,Bo", folder=small_disk)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr
    assert [file.name for file in small_disk.iterdir()] == ["ballast"]


def test_a_file_that_may_not_grow(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own bound, as if the disk were full."""
    real = Logbook._check_mode

    def bounded(self: Logbook, writable: bool) -> None:
        real(self, writable)
        self._connection.execute("pragma max_page_count = 12")

    monkeypatch.setattr(Logbook, "_check_mode", bounded)
    last, said = fill(path)
    assert "the disk is full; nothing was recorded" in said
    holds(path, last)


LIMITED = """
import resource, signal, sys
from pathlib import Path
from tests.trust.test_durability import fill
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536))
last, said = fill(Path(sys.argv[1]))
print(last, said)
"""


def test_a_limit_on_the_size_of_files(path: Path) -> None:
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 65536
    done = subprocess.run([sys.executable, "-c", LIMITED, str(path)], cwd=ROOT, capture_output=True, text=True)
    last, _, said = done.stdout.partition(" ")
    assert "nothing was recorded" in said, done.stderr
    holds(path, int(last))


def test_output_to_a_full_disk_is_a_line_and_not_a_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "referee", "simulate", "jade-merchant", "--count", "3"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr == b"Error: standard input or output: No space left on device\n"


# Without rights

NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that another user can reach, and this Python, too."""
    folder = Path(f"/tmp/referee-trust-{os.getpid()}")
    folder.mkdir()
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def as_nobody(folder: Path, *arguments: str) -> rig.Done:
    """The program as a user with no rights: root may write where nobody may."""
    prefix = NOBODY if os.geteuid() == 0 else []
    command = [*prefix, sys.executable, "-m", "referee", *arguments]
    env = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"], "HOME": str(folder)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True)
    if b"No module named" in done.stderr or b"failed" in done.stderr[:20]:
        pytest.skip("another user cannot run this Python here")
    return done


@pytest.mark.skipif(os.geteuid() == 0 and rig.needs("setpriv"), reason="needs setpriv")
@pytest.mark.parametrize("what", ["file", "folder", "both"])
def test_a_read_only_place(shared: Path, what: str) -> None:
    path = rig.make(shared / "referee.db")
    path.chmod(0o644 if what == "folder" else 0o444)
    if what == "folder" and os.geteuid() == 0:
        os.chown(path, 65534, 65534)
    shared.chmod(0o777 if what == "file" else 0o555)
    before = path.read_bytes()
    assert as_nobody(shared, "check").returncode in (0, 1)
    assert as_nobody(shared, "verify").returncode == 0
    for arguments in (["log", "Ann bid 4"], ["note", "1", "x"], ["forget", "one", "--reason", "x"]):
        done = as_nobody(shared, *arguments)
        assert done.returncode == 2, done
        assert re.search(rb"read-only; nothing was recorded|cannot be opened; check the file", done.stderr), done
    assert b"read-only" in as_nobody(shared, "doctor").stdout or what == "folder"
    assert path.read_bytes() == before


@pytest.mark.skipif(os.geteuid() == 0 and rig.needs("setpriv"), reason="needs setpriv")
def test_files_that_may_not_be_read(shared: Path) -> None:
    path = rig.make(shared / "referee.db")
    path.chmod(0o000)
    (shared / "x.txt").write_text("game: jade-merchant\n")
    (shared / "x.txt").chmod(0o000)
    (shared / "closed").mkdir(mode=0o700)
    for arguments in (
        ["check"],
        ["check", "x.txt"],
        ["check", "closed/y.txt"],
        ["verify", "--seal", "x.txt"],
        ["games"],
    ):
        done = as_nobody(shared, *arguments)
        assert done.returncode == 2, done
        assert b"Permission denied" in done.stderr
        assert b"Traceback" not in done.stderr


# Neighbours


def test_a_logbook_that_another_program_holds(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logbook, "TIMEOUT", 0.2)
    with Logbook(path, writable=True) as book:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("begin immediate")
        with pytest.raises(LogbookError, match=r"held by another program .* nothing was recorded, try again"):
            book.append("one", Noted(1, "hm"), after=20)
        assert len(book.read("one").record) == 20  # who only reads is not kept waiting
        other.execute("rollback")
        assert book.append("one", Noted(1, "hm"), after=20) == 21
        other.close()


def test_waiting_for_another_program_that_is_soon_done(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    command = [sys.executable, "-m", "referee", "note", "1", "hm", "--game", "one", "--logbook", str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.8)
    other.execute("commit")
    other.close()
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, b"")
    assert out.startswith(b"one#21: note 1: hm")


def test_scribes_of_one_game_at_once(path: Path) -> None:
    """Six processes, one game: every event that was acknowledged stands once, under its own number."""
    start = path.with_name("start")
    program = """
import os, sys, time; from pathlib import Path
from referee.event import Noted
from referee.logbook import Conflict, Logbook
path, name, start = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
with Logbook(path, writable=True) as book:
    print("ready", flush=True)
    while not start.exists(): time.sleep(0.005)
    last = book.head("one")[0]; lost = 0
    for n in range(8):
        while True:
            try:
                last = book.append("one", Noted(1, f"{name} {n}"), after=last); print(last, flush=True); break
            except Conflict:
                lost += 1; last = book.head("one")[0]
    print("lost", lost)
"""
    command = [sys.executable, "-c", program, str(path)]
    scribes = [subprocess.Popen([*command, name, str(start)], stdout=-1, text=True) for name in "abcdef"]
    for scribe in scribes:
        assert scribe.stdout is not None
        assert scribe.stdout.readline() == "ready\n"
    start.touch()
    said = {scribe.args[4]: scribe.communicate()[0].split() for scribe in scribes}  # type: ignore[index]
    with Logbook(path) as book:
        record = book.read("one").record
    assert len(record) == 20 + 6 * 8
    for name, words in said.items():
        numbers = [int(word) for word in words[:8]]
        assert [record[n - 1].text for n in numbers] == [f"{name} {n}" for n in range(8)]  # type: ignore[attr-defined]
    assert rig.faults(path) == []


def test_the_loser_of_a_race_on_the_command_line_sees_what_was_logged(path: Path) -> None:
    """Two scribes type the same move; the second is told, and nothing is recorded twice."""
    with Logbook(path, writable=True) as book:
        stale = book.read("one")
        book.append("one", Noted(1, "theirs"), after=20)
        with pytest.raises(logbook.Conflict) as caught:
            book.append("one", Noted(1, "mine"), after=len(stale.record))
    assert caught.value.event == Noted(1, "theirs")


def test_a_copy_without_its_journal_is_what_backup_is_for(tmp_path: Path) -> None:
    """A file copied in the middle of a write may be damaged; the next opening of the real one heals it."""
    path = rig.make(tmp_path / "club.db")
    program = """
import os, sys; from pathlib import Path
from referee import logbook
from tests.trust import rig
with logbook.Logbook(Path(sys.argv[1]), writable=True) as book:
    book._connection.set_authorizer(None)
    book._connection.execute("pragma cache_size = 5")  # so that pages reach the file before the end
    with book._transaction():
        book._insert("big", [b'{"note":"%d"}' % n for n in range(3000)], 0, logbook.GENESIS)
        os.kill(os.getpid(), 9)
"""
    before = path.read_bytes()
    done = subprocess.run([sys.executable, "-c", program, str(path)], cwd=ROOT, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert path.with_name("club.db-journal").stat().st_size > 0
    assert path.read_bytes() != before
    with Logbook(path) as book:
        assert book.ids() == ["one", "two"]
    assert rig.faults(path) == []
