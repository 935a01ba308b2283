"""A fault at every system call by which a writing command touches its files: `python -m tests.trust.command_faults`.

Each command is first run under strace, which lists its calls that name or hold something in the
folder at work; then it is run once for each of them and for each error, with that one call made to
fail. Whatever fails, the command must end in a sentence or in success; what it says it did must be
there and what it says it did not must not; nothing that was there before may be lost, and no file may
be left half written. `serve` is asked over HTTP, since it does not end by itself.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from referee import seal, transcript
from referee.logbook import Logbook
from tests.trust import rig

ROOT = Path(__file__).parents[2]
ERRORS = {
    "openat": ("EACCES", "EMFILE", "ENOSPC"),
    "newfstatat": ("EIO",),
    "fstat": ("EIO",),
    "lseek": ("EIO",),
    "read": ("EIO",),
    "write": ("ENOSPC",),
    "pread64": ("EIO",),
    "pwrite64": ("ENOSPC", "EIO"),
    "fsync": ("EIO",),
    "fdatasync": ("EIO",),
    "ftruncate": ("EIO",),
    "fcntl": ("EIO", "ENOLCK"),
    "unlink": ("EIO",),
    "rename": ("EIO",),
    "link": ("EPERM",),
    "chmod": ("EPERM",),
    "mkdir": ("ENOSPC",),
    "getdents64": ("EIO",),
}
"""The system calls that writing commands make on their files, and how each is made to fail."""

LEAVES_OPEN = ("may have been recorded", "the game is removed, but", "is written, but")
"""What a message may say where a thing may have been done all the same."""


class Command(NamedTuple):
    """A command line, whether what it is for has been done in a folder, and whether it may be done in part."""

    arguments: tuple[str, ...]
    done: Callable[[Path], bool]
    in_part: bool = False


def _events(game: str, at_least: int, book: str = "club.db") -> Callable[[Path], bool]:
    def look(folder: Path) -> bool:
        if not (folder / book).exists():
            return False
        with Logbook(folder / book) as opened:
            return opened.head(game)[0] >= at_least

    return look


def _forgotten(folder: Path) -> bool:
    with Logbook(folder / "club.db") as book:
        return book.tombstone("two") is not None


def _copied(folder: Path) -> bool:
    return (folder / "copy.db").exists() and rig.faults(folder / "copy.db") == []


def _kept(folder: Path) -> bool:
    """Whether the state of an audit is there and whole."""
    try:
        with closing(sqlite3.connect(f"file:{folder / 'state.db'}?mode=ro", uri=True)) as connection:
            return connection.execute("select count(*) from piece").fetchone() == (2,)
    except sqlite3.Error:
        return False


def _exists(name: str) -> Callable[[Path], bool]:
    return lambda folder: (folder / name).exists()


BOOK = ("--logbook", "club.db")
COMMANDS = {
    "log": Command(("log", "Ann pass", "--game", "one", *BOOK), _events("one", 21)),
    "undo": Command(("undo", "--game", "one", *BOOK), _events("one", 21)),
    "new": Command(("new", "jade-merchant", "--players", "Ann,Bo", "--id", "three", *BOOK), _events("three", 1)),
    "new logbook": Command(
        ("new", "jade-merchant", "--players", "Ann,Bo", "--id", "three", "--logbook", "new.db"),
        _events("three", 1, "new.db"),
    ),
    "import": Command(("import", "game.txt", *BOOK), _events("game", 12)),
    "seal": Command(("seal", "club.db", "-o", "club.seal"), _exists("club.seal")),
    "backup": Command(("backup", "copy.db", *BOOK), _copied),
    "forget": Command(("forget", "two", "--reason", "asked for", "--yes", *BOOK), _forgotten),
    "audit": Command(("audit", "club.db", "game.txt", "--jobs", "1", "--state", "state.db"), _kept, True),
    "report": Command(("report", "game.txt", "club.db", "-o", "pages"), _exists("pages/index.html"), True),
}
WHOLE = ("*.seal", "pages/*.html")
"""Files that are there as a run without faults makes them, or not at all."""


def prepare(folder: Path) -> Path:
    """A logbook and a transcript."""
    rig.make(folder / "club.db")
    (folder / "game.txt").write_text(transcript.write(rig.GAME, rig.record()[:12]), "utf-8")
    return folder


# One run


def traced(folder: Path, command: Command, *options: str) -> subprocess.CompletedProcess[str]:
    """The program under strace, everything but the fault the same each time."""
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"}
    strace = ["strace", "-f", "-y", "-qq", "-s", "0", "-o", str(folder.parent / "trace"), *options]
    return subprocess.run(
        [*strace, sys.executable, "-P", "-m", "referee", *command.arguments],
        cwd=folder, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def calls(folder: Path, command: Command) -> Iterator[tuple[str, int]]:
    """The calls of a run that touch the folder: the name of each, and the how many-th of that name it is."""
    done = traced(folder, command, "-e", f"trace={','.join(ERRORS)}")
    assert command.done(folder), done.stderr
    seen: Counter[str] = Counter()
    lines = (folder.parent / "trace").read_text(errors="replace").splitlines()
    first = lines[0].split()[0]
    for line in lines:
        found = re.match(r"(\d+) +(\w+)\((.*)", line)
        if found and found[1] == first:
            seen[found[2]] += 1
            about = re.sub(r"AT_FDCWD<[^>]*>, ", "", found[3])
            if str(folder) in about or re.match(r'"(pages|\w+\.(db|db-journal|txt|seal))\b', about):
                yield found[2], seen[found[2]]


class Fault(NamedTuple):
    """The how many-th call of a name fails, and with which error."""

    call: str
    number: int
    error: str

    def __str__(self) -> str:
        return f"{self.call}:error={self.error}:when={self.number}"


def try_out(command: Command, fault: Fault, original: Path, reference: Path) -> Iterator[str]:
    """Run a command with one fault. Yields ``fired`` if it did, how it ended, and all that is wrong then."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(original, Path(place).resolve() / "at-work"))
        with Logbook(folder / "club.db") as book:
            before = seal.of(book).leaves
        done = traced(folder, command, "-e", f"trace={fault.call}", "-e", f"inject={fault}")
        trace = (folder.parent / "trace").read_text(errors="replace")
        if not re.search(rf"{fault.call}\(.*\(INJECTED\)", trace):
            return
        yield "fired"
        yield "success" if done.returncode in (0, 1) else "a sentence"
        yield from wrong(folder, command, done.returncode, done.stderr or command.in_part * done.stdout, before)
        yield from half_written(folder, reference, drafts=fault.call == "unlink")


def wrong(folder: Path, command: Command, code: int, said: str, before: list[seal.Leaf]) -> Iterator[str]:
    """What does not fit in how a command ended."""
    if code not in (0, 1, 2, 3) or "Traceback" in said:
        yield f"WRONG: exit code {code}: {said[-300:]}"
    is_done = command.done(folder)
    if code in (0, 1) and not is_done:
        yield f"WRONG: exit code {code}, but it is not done"
    if code in (2, 3) and is_done and not command.in_part and not any(words in said for words in LEAVES_OPEN):
        yield f"WRONG: it is done, but: {said}"
    if code in (2, 3) and not said:
        yield "WRONG: not a word"
    faults = rig.faults(folder / "club.db")
    with Logbook(folder / "club.db") as book:
        lost = seal.differences(book, [leaf for leaf in before if leaf.game != "two" or not _forgotten(folder)])
    yield from (f"WRONG: {fault}" for fault in [*faults, *lost])


def half_written(folder: Path, reference: Path, drafts: bool) -> Iterator[str]:
    """Files that are not what a run without faults makes, logbooks that are none, drafts that were left behind.

    ``drafts`` says that there may be some: what cannot be removed stays.
    """
    for path in sorted(folder.rglob("*")):
        if path.name.startswith(".") and not drafts:
            yield f"WRONG: left behind: {path.name}"
    for path in (path for pattern in WHOLE for path in folder.glob(pattern)):
        if path.read_bytes() != (reference / path.relative_to(folder)).read_bytes():
            yield f"WRONG: half written: {path.name}"
    for name in ("new.db", "copy.db"):
        if (folder / name).exists():
            yield from (f"WRONG: {name}: {fault}" for fault in rig.faults(folder / name))


def try_all(name: str, most: int, only: list[str] | None) -> Counter[str]:
    """Every fault of a command, at most so many calls of each name."""
    command, counts = COMMANDS[name], Counter[str]()
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        original = prepare(Path(first).resolve())
        reference = Path(shutil.copytree(original, Path(second).resolve() / "at-work"))
        tried: Counter[str] = Counter()
        for call, number in list(calls(reference, command)):
            tried[call] += 1
            for error in ERRORS[call] if tried[call] <= most and (not only or call in only) else ():
                fault = Fault(call, number, error)
                counts["runs"] += 1
                for said in try_out(command, fault, original, reference):
                    counts[said if not said.startswith("WRONG") else "wrong"] += 1
                    if said.startswith("WRONG"):
                        print(f"  {name}: {fault}: {said}", flush=True)
        counts["calls"] = tried.total()
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commands", nargs="*", default=list(COMMANDS), help=f"of {', '.join(COMMANDS)}")
    parser.add_argument("--most", type=int, default=1000, help="of each system call, so many at most")
    parser.add_argument("--calls", nargs="*", help="only these system calls")
    options = parser.parse_args()
    if not shutil.which("strace"):
        sys.exit("this needs strace")
    for name in options.commands:
        print(name, dict(try_all(name, options.most, options.calls)), flush=True)


if __name__ == "__main__":
    main()
