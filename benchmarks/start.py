"""What starts a process: the command line, imports, many processes over one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.games import FOLDER, OPENING, Corpus, fill, lengthened
from benchmarks.rounds import Case, interleaved, ratio
from benchmarks.table import Measured
from referee import line
from referee.event import Event
from referee.game import Game

ARCHIVE = 200_000
"""So many events are worth a second process."""


def ran(*command: str) -> Callable[[], object]:
    return lambda: subprocess.run(command, capture_output=True, check=True)


def all_of(corpus: Corpus, rounds: int) -> Iterator[Measured]:
    """Rows 13, 15, 16 and 17."""
    yield from _commands(corpus, rounds)
    yield from _processes(corpus, min(rounds, 3))


def _commands(corpus: Corpus, rounds: int) -> Iterator[Measured]:
    record = corpus.records[1]
    files = {n: FOLDER / f"game-{n}.db" for n in (OPENING, 1_000, 10_000)}
    for n, path in files.items():
        fill(path, [lengthened(record, n)])
    bare = [sys.executable, "-c"]
    cases = [Case("bare", ran(*bare, "pass"), cpu=False), Case("import", ran(*bare, "import referee"), cpu=False)]
    cases.append(Case("click", ran(*bare, "import click; click.command()(lambda: 0)([])"), cpu=False))
    cases += [Case(str(n), _logged(corpus.game, path, iter(record[OPENING:])), cpu=False) for n, path in files.items()]
    timed = interleaved(cases, rounds)
    more = sorted(a - b for a, b in zip(timed["10000"].seconds, timed[str(OPENING)].seconds, strict=True))[rounds // 2]
    bare_ms = f"bare {timed['bare'].median * 1e3:.0f} ms"
    yield Measured("import referee / bare python", "", ratio(timed["import"], timed["bare"]), bare_ms)
    moved = f"{timed['1000'].median * 1e3:.0f} ms"
    yield Measured("referee log in a game of 1,000 / bare python", "", ratio(timed["1000"], timed["bare"]), moved)
    yield Measured("referee log in a game of 1,000 / minimal click program", "", ratio(timed["1000"], timed["click"]))
    yield Measured("referee log, ms more in a game of 10,000 than in one of 10", "", more * 1e3)


def _logged(game: Game, path: Path, moves: Iterator[Event]) -> Callable[[], object]:
    """One move after the other, as at a table: the first keeps a snapshot, with which the next are judged."""
    command = [sys.executable, "-m", "referee", "log", "--logbook", str(path)]
    environment = os.environ | {"XDG_CACHE_HOME": str(FOLDER)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode

    def run() -> None:
        move = line.show(game, next(moves))
        subprocess.run([*command, move], capture_output=True, check=True, env=environment)

    return run


def _processes(corpus: Corpus, rounds: int) -> Iterator[Measured]:
    games = corpus.records * (1 + ARCHIVE // corpus.events)
    fill(FOLDER / "archive.db", games)
    events = sum(map(len, games))
    audit = [sys.executable, "-m", "referee", "audit", str(FOLDER / "archive.db"), "--format", "json", "--jobs"]
    cases = [Case(jobs, _exit_ignored([*audit, jobs]), cpu=False) for jobs in ("1", "2")]
    timed = interleaved(cases, rounds)
    detail = f"{events:,} events, start of everything included"
    yield Measured("archive: two processes / one", corpus.game.id, ratio(timed["1"], timed["2"]), detail)


def _exit_ignored(command: list[str]) -> Callable[[], object]:
    return lambda: subprocess.run(command, capture_output=True)
