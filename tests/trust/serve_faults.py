"""Faults of the disk under `referee serve`: `python -m tests.trust.serve_faults`.

The server runs under strace, which lets the n-th call of a kind on its logbook fail in each of its
threads. A scribe's phone hands in one move, and does so again if it is not told that the move is recorded.
Then it must be there, once; the server must go on answering, and the logbook must be sound.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx

from referee.logbook import Logbook
from tests.live.served import Served
from tests.trust import rig

KINDS = [
    ("pwrite64", "ENOSPC"),
    ("pwrite64", "EIO"),
    ("fdatasync", "EIO"),
    ("fsync", "EIO"),
    ("unlink", "EIO"),
    ("openat", "EMFILE"),
    ("pread64", "EIO"),
    ("fcntl", "EIO"),
    ("newfstatat", "EIO"),
]


class Traced(Served):
    """The same server under strace."""

    def __init__(self, book: Path, fault: str) -> None:
        self.book, self.trace = book, book.with_name("trace")
        watched = [word for path in (book, f"{book}-journal", book.parent) for word in ("-P", str(path))]
        call = fault.partition(":")[0]
        strace = [
            "strace",
            "-f",
            "-qq",
            "-o",
            str(self.trace),
            *watched,
            "-e",
            f"trace={call}",
            "-e",
            f"inject={fault}",
        ]
        command = [*strace, sys.executable, "-u", "-m", "referee", "serve", "--port", "0", "--logbook", str(book)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        said = self._read_until("Ctrl-C stops.")
        self.scribe, self.spectator = re.findall(r"http://\S+", said)
        self.origin = self.scribe.partition("/s/")[0]

    def stop(self) -> tuple[int, str, str]:
        """End the server itself; strace ends with it."""
        for child in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGINT)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


def try_out(fault: str) -> Iterator[str]:
    """One server, one move. Yields ``fired`` if the fault did, what came of it, and what is wrong then."""
    with tempfile.TemporaryDirectory() as place:
        book = rig.make(Path(place).resolve() / "club.db")
        try:
            served = Traced(book, fault)
        except AssertionError as said:
            yield "fired"
            yield "not started" if "Error:" in str(said) and "Traceback" not in str(said) else f"WRONG: {said}"
        else:
            with served.client(served.scribe) as phone:
                slip = {"id": "a" * 16, "after": 20, "say": {"do": "line", "text": "note 1: x"}, "name": "Ann's phone"}
                answer = phone.post("/g/one", json=slip)
                again = answer if answer.status_code == 201 else _insist(lambda: phone.post("/g/one", json=slip))
                still = _insist(lambda: phone.get("/g/one"))
            code, _, err = served.stop()
            if "(INJECTED)" in served.trace.read_text(errors="replace"):
                yield "fired"
            yield f"answer {answer.status_code}"
            yield from _wrong(book, again.status_code, still.status_code, code, err)
        yield from (f"WRONG: {fault}" for fault in rig.faults(book))


def _insist(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """Ask as a phone does: again, if the connection broke or the server could not answer."""
    for _ in range(3):
        with contextlib.suppress(httpx.TransportError):
            answer = ask()
            if answer.is_success:
                break
    return answer


def _wrong(book: Path, status: int, still: int, code: int, err: str) -> Iterator[str]:
    with Logbook(book) as opened:
        last = opened.head("one")[0]
    if status not in (200, 201) or last != 21:
        yield f"WRONG: {status} in the end, and {last} events"
    if still != 200:
        yield f"WRONG: the page is not served any more: {still}"
    if code not in (0, 130) or "Traceback" in err:
        yield f"WRONG: ended with {code}: {err[-500:]}"


def campaign(kinds: list[tuple[str, str]], most: int) -> Counter[str]:
    """Every call of these kinds in turn, until none is left or so many were tried."""
    counts: Counter[str] = Counter()
    for call, error in kinds:
        for number in range(1, most + 1):
            said = list(try_out(f"{call}:error={error}:when={number}"))
            counts.update(one if not one.startswith("WRONG") else "WRONG" for one in said)
            for one in said:
                if one.startswith("WRONG"):
                    print(f"{call} {error} {number}: {one}", flush=True)
            if "fired" not in said:
                break
        print(f"{call} {error}: {number} runs", flush=True)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=60, help="of each kind at most so many calls are tried")
    print(dict(campaign(KINDS, parser.parse_args().most)))


if __name__ == "__main__":
    main()
