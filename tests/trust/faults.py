"""Faults of the disk, made by strace in the unchanged program: `python -m tests.trust.faults`.

A scribe appends, starts a game, forgets one and makes a copy under strace, which lets the n-th
call of one kind that touches the logbook, its journal or its folder fail. This is done for every
n until the fault no longer fires. Whatever fails, the program must end in a sentence, what it
acknowledged must be there, what it said was not recorded must not, and the logbook must be sound.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee import backup, seal
from referee.event import Noted
from referee.forget import forget
from referee.logbook import Logbook, LogbookError
from tests.trust import rig

KINDS = [
    ("pwrite64", "ENOSPC"),
    ("pwrite64", "EIO"),
    ("fdatasync", "EIO"),
    ("fsync", "EIO"),
    ("unlink", "EIO"),
    ("openat", "EMFILE"),
    ("openat", "EACCES"),
    ("pread64", "EIO"),
    ("ftruncate", "EIO"),
    ("rename", "ENOSPC"),
    ("fcntl", "EIO"),
]
EVENTS = 3


class Fault(NamedTuple):
    """The n-th call of a kind fails, or the n-th and all that follow."""

    call: str
    error: str
    number: int
    lasting: bool

    def __str__(self) -> str:
        return f"{self.call}:error={self.error}:when={self.number}{'+' * self.lasting}"


# The scribe under strace


def scribe(path: Path) -> None:
    """Do what a logbook is for, and say of each thing whether it was done."""
    for n in range(EVENTS):
        _attempt(f"append {n}", lambda n=n: _append(path, n))
    _attempt("start", lambda: _start(path))
    _attempt("forget", lambda: forget(path, "two", "asked for"))
    _attempt("copy", lambda: backup.backup(path, path.with_name("copy.db")))


def _attempt(what: str, deed: object) -> None:
    try:
        deed()  # type: ignore[operator]
        print("done", what, flush=True)
    except LogbookError as problem:
        print("failed", what, "|", problem, flush=True)


def _append(path: Path, n: int) -> None:
    with Logbook(path, writable=True) as book:
        book.append("one", Noted(1, f"try {n}"), after=book.head("one")[0])


def _start(path: Path) -> None:
    with Logbook(path, writable=True) as book:
        book.start("three", rig.record()[:12])


# The rig


class Outcome(NamedTuple):
    """What strace did, and what the scribe said."""

    fired: int
    done: list[str]
    failed: dict[str, str]


def run(folder: Path, fault: Fault) -> Outcome:
    """One run of the scribe with one fault."""
    path, trace = rig.make(folder / "log.db"), folder / "trace"
    watched = [path, f"{path}-journal", folder, folder / "copy.db"]
    only = [option for name in watched for option in ("-P", str(name))]
    command = ["strace", "-f", "-qq", "-o", str(trace), *only, "-e", f"trace={fault.call}", "-e", f"inject={fault}"]
    done = subprocess.run([*command, sys.executable, "-m", "tests.trust.faults", "--scribe", str(path)],
                          capture_output=True, text=True, cwd=Path(__file__).parents[2])  # fmt: skip
    assert done.returncode == 0, (str(fault), done.stderr)
    lines = [line.partition(" ") for line in done.stdout.splitlines()]
    failed = dict(rest.split(" | ", 1) for word, _, rest in lines if word == "failed")
    fired = trace.read_text(errors="replace").count("(INJECTED)")
    return Outcome(fired, [rest for word, _, rest in lines if word == "done"], failed)


def check(folder: Path, outcome: Outcome) -> None:
    """All that was acknowledged is there, nothing else is, and nothing is damaged."""
    path = folder / "log.db"
    assert rig.faults(path) == []
    said = {*outcome.done, *outcome.failed}
    assert len(said) == EVENTS + 3, outcome
    there = set(_there(path))
    assert set(outcome.done) <= there, (outcome, there)
    surprising = [what for what in outcome.failed if what in there and not _leaves_open(outcome.failed[what])]
    assert surprising == [], outcome
    if (folder / "copy.db").exists():
        assert rig.faults(folder / "copy.db") == []
    assert sorted(p.name for p in folder.iterdir() if p.name.startswith(".")) == []


def _leaves_open(message: str) -> bool:
    """Whether a message says that the thing may have been done all the same."""
    return "may have been recorded" in message or "the game is removed, but" in message


def _there(path: Path) -> Iterator[str]:
    with Logbook(path) as book:
        texts = [event.text for event in book.read("one").record if isinstance(event, Noted)]
        yield from (f"append {text.split()[1]}" for text in texts)
        assert len(set(texts)) == len(texts)
        if book.head("three")[0]:
            assert book.head("three")[0] == 12
            yield "start"
        if not book.head("two")[0]:
            assert book.tombstone("two")
            yield "forget"
        copy = path.with_name("copy.db")
        if copy.exists():
            with Logbook(copy) as copied:
                assert seal.differences(book, seal.of(copied).leaves) == []
            yield "copy"


def campaign(kinds: list[tuple[str, str]], most: int, lasting: tuple[bool, ...]) -> Counter[str]:
    """Every fault of these kinds, each call in turn until none is left. Returns how many fired, by kind."""
    counts: Counter[str] = Counter()
    for call, error in kinds:
        for number in range(1, most + 1):
            fired = sum(_one(Fault(call, error, number, goes_on), counts) for goes_on in lasting)
            if not fired:
                break
        print(f"{call} {error}: {number - (not fired)} calls, faults that fired so far {_fired(counts)}", flush=True)
    return counts


def _fired(counts: Counter[str]) -> int:
    return sum(counts[f"{call} {error}"] for call, error in KINDS)


def _one(fault: Fault, counts: Counter[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(Path(folder).resolve(), fault)
        try:
            check(Path(folder).resolve(), outcome)
        except AssertionError as problem:
            print(f"NOT BORNE: {fault}: {problem}", flush=True)
            counts["NOT BORNE"] += 1
    counts["runs"] += 1
    counts[f"{fault.call} {fault.error}"] += outcome.fired
    counts["runs in which a fault fired"] += outcome.fired > 0
    for message in outcome.failed.values():
        counts["said: " + re.sub(r"^\S+: ", "", message)[:60]] += 1
    return outcome.fired


def works() -> bool:
    """Whether strace is here and may trace."""
    try:
        return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True).returncode == 0
    except OSError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=200, help="of each kind at most so many calls are tried")
    parser.add_argument("--calls", nargs="*", help="only these system calls")
    parser.add_argument("--scribe", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.scribe:
        scribe(Path(options.scribe))
        return
    kinds = [kind for kind in KINDS if not options.calls or kind[0] in options.calls]
    for name, count in campaign(kinds, options.most, (False, True)).items():
        print(f"{count:6}  {name}")


if __name__ == "__main__":
    main()
