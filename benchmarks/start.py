"""What starts a process: the command line, imports, many processes over one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.games import FOLDER, Corpus, fill, lengthened
from benchmarks.rounds import Case, interleaved, ratio
from benchmarks.table import Measured


def ran(*command: str | Path) -> Callable[[], object]:
    return lambda: subprocess.run(command, capture_output=True, check=True)


def all_of(corpus: Corpus, rounds: int) -> Iterator[Measured]:
    """Rows 13, 15, 16 and 17."""
    yield from _commands(corpus, rounds)
    yield from _processes(corpus, min(rounds, 3))


def _commands(corpus: Corpus, rounds: int) -> Iterator[Measured]:
    files = {n: FOLDER / f"game-{n}.db" for n in (1, 1_000, 10_000)}
    for n, path in files.items():
        fill(path, [lengthened(corpus.records[1], n)])
    bare = [sys.executable, "-c"]
    cases = [Case("bare", ran(*bare, "pass"), cpu=False), Case("import", ran(*bare, "import referee"), cpu=False)]
    cases += [Case(str(n), _logged(path), cpu=False) for n, path in files.items()]
    timed = interleaved(cases, rounds)
    more = sorted(a - b for a, b in zip(timed["10000"].seconds, timed["1"].seconds, strict=True))[rounds // 2]
    bare_ms = f"bare {timed['bare'].median * 1e3:.0f} ms"
    yield Measured("import referee / bare python", "", ratio(timed["import"], timed["bare"]), bare_ms)
    yield Measured("referee log in a game of 1,000 / bare python", "remarks", ratio(timed["1000"], timed["bare"]))
    yield Measured("referee log, ms more in a game of 10,000 than in an empty one", "remarks", more * 1e3)


def _logged(path: Path) -> Callable[[], object]:
    """A remark logged into a fresh copy, so that the game does not grow."""
    copy, command = path.with_suffix(".copy"), [sys.executable, "-m", "referee", "log", "note 1: x", "--logbook"]

    def run() -> None:
        shutil.copy(path, copy)
        subprocess.run([*command, copy], capture_output=True, check=True)

    return run


def _processes(corpus: Corpus, rounds: int) -> Iterator[Measured]:
    audit = [sys.executable, "-m", "referee", "audit", corpus.path, "--format", "json", "--jobs"]
    cases = [Case(jobs, _exit_ignored([*audit, jobs]), cpu=False) for jobs in ("1", "2")]
    timed = interleaved(cases, rounds)
    detail = f"{corpus.events:,} events, start of everything included"
    yield Measured("archive: two processes / one", corpus.game.id, ratio(timed["1"], timed["2"]), detail)


def _exit_ignored(command: list[str | Path]) -> Callable[[], object]:
    return lambda: subprocess.run(command, capture_output=True)
