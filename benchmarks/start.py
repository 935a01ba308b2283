"""What starts a process: the command line, imports, many processes over one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.games import FOLDER, OPENING, Corpus, fill, lengthened
from benchmarks.rounds import Case, interleaved, more, ratio
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
    cases = [
        Case("bare", ran(*bare, "pass"), cpu=False),
        Case("import", ran(*bare, "import referee.replay, referee.logbook"), cpu=False),
    ]
    cases.append(Case("click", ran(*bare, "import click; click.command()(lambda: 0)([])"), cpu=False))
    cases += [Case(str(n), _logged(corpus.game, path, iter(record[OPENING:])), cpu=False) for n, path in files.items()]
    timed = interleaved(cases, rounds)
    bare_ms = f"bare {timed['bare'].median * 1e3:.0f} ms"
    yield Measured(
        "import what judges and what records / bare python", "", ratio(timed["import"], timed["bare"]), bare_ms
    )
    moved = f"{timed['1000'].median * 1e3:.0f} ms"
    yield Measured("referee log in a game of 1,000 / bare python", "", ratio(timed["1000"], timed["bare"]), moved)
    yield Measured("referee log in a game of 1,000 / minimal click program", "", ratio(timed["1000"], timed["click"]))
    yield Measured(
        "referee log, ms more in a game of 10,000 than in one of 10",
        "",
        more(timed["10000"], timed[str(OPENING)]).median * 1e3,
    )


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
    """Row 17, with the start of everything and without it: what more games take beyond what few do."""
    paths = {"few": FOLDER / "few.db", "many": FOLDER / "many.db"}
    for (_, path), times in zip(paths.items(), (1, 3), strict=True):
        fill(path, corpus.records * (1 + times * ARCHIVE // corpus.events))
    cases = [Case(f"{n} {jobs}", _audited(path, jobs), cpu=False) for n, path in paths.items() for jobs in "12"]
    timed = interleaved(cases, rounds)
    one, two = (more(timed[f"many {jobs}"], timed[f"few {jobs}"]) for jobs in "12")
    started, warm = ratio(timed["few 1"], timed["few 2"]), ratio(one, two)
    yield Measured("archive: two processes / one", corpus.game.id, started, f"{ARCHIVE:,} events, starts included")
    yield Measured("archive: two processes / one, once started", corpus.game.id, warm, f"{2 * ARCHIVE:,} events more")


def _audited(path: Path, jobs: str) -> Callable[[], object]:
    audit = [sys.executable, "-m", "referee", "audit", str(path), "--format", "json", "--jobs", jobs]
    return lambda: subprocess.run(audit, capture_output=True)
