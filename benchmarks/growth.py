"""How cost grows with the length of a game and the number of games: ``python -m benchmarks.growth [MOST]``.

Time for one event, and the most memory in use, at 100, 1,000 … events in one game, and at 10, 100 …
games of twelve events in a logbook; what is not quadratic stays level. A game is made long by bids
that go on and on, most of them a breach, and by take-backs.
"""

from __future__ import annotations

import functools
import itertools
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.games import FOLDER, corpus, fill
from referee import game as games
from referee import logbook, replay, sources, transcript
from referee.event import Noted, Record, Retracted

JADE = games.find("jade-merchant")


def bids(events: int) -> Record:
    """An auction in which nobody ever gives way."""
    start, deal = corpus("jade-merchant", 1).records[0][:2]
    first = JADE.decoder.decode(b'{"type":"jade.bid@1","player":"Ann","take":4}')
    second = JADE.decoder.decode(b'{"type":"jade.bid@1","player":"Bo","take":3}')
    return [start, deal, *[first, second] * ((events - 2) // 2)]


def taken_back(events: int) -> Record:
    """A game that is begun again and again."""
    record = corpus("jade-merchant", 1).records[0]
    again = [Retracted(2, following=True), *record[1:]]
    return [*record, *again * (1 + events // len(again))][:events]


def written(record: Record) -> None:
    transcript.parse(transcript.write(JADE, record))


def from_log(record: Record) -> None:
    fill(FOLDER / "grown.db", [record])
    with logbook.Logbook(FOLDER / "grown.db", writable=True) as book:
        replay.judge_stream(*book.play("g000000"))


TASKS: dict[str, Callable[[int], object]] = {
    "judge bids, every other a breach": lambda n: replay.audit(JADE, bids(n), legal=False),
    "judge a game taken back again and again": lambda n: replay.audit(JADE, taken_back(n), legal=False),
    "the table at the last event": lambda n: replay.table_at(JADE, taken_back(n), n),
    "append, then stream from the file": lambda n: from_log(bids(n)),
    "transcript written and read": lambda n: written(bids(n)),
}


SHORT = 12
"""Events of each of many games."""


def league(games: int) -> Path:
    """A logbook with so many beginnings of games."""
    path = FOLDER / f"league-{games}.db"
    if not path.exists():
        records = [record[:SHORT] for record in corpus("jade-merchant", 5_000).records]
        fill(path, list(itertools.islice(itertools.cycle(records), games)))
    return path


def judged(path: Path) -> None:
    for source in sources.sources([str(path)]):
        assert source.game
        replay.audit(source.game, source.record, legal=False)


def verified(path: Path) -> None:
    with logbook.Logbook(path) as book:
        assert not list(book.faults())


def found(path: Path) -> None:
    """Which game was last written to, which a command asks once."""
    with logbook.Logbook(path) as book:
        for _ in range(10):
            book.current()


def logged(path: Path) -> None:
    """Ten events for one of the games."""
    with logbook.Logbook(path, writable=True) as book:
        for _ in range(10):
            book.append("g000005", Noted(1, "x"), book.head("g000005")[0])


MANY: dict[str, Callable[[Path], object]] = {
    "judge every game of a logbook": judged,
    "verify a logbook": verified,
    "append an event to one of them": logged,
    "find the one last written to": found,
}


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print("| task | events | us an event | MB |\n| --- | ---: | ---: | ---: |", flush=True)
    for task in TASKS:
        _rows(task, (10**power for power in range(2, 7) if 10**power <= most))
    print("\n| task | games | us an event | MB |\n| --- | ---: | ---: | ---: |", flush=True)
    for task in MANY:
        _rows(task, (10**power for power in range(1, 6) if 10**power * 10 <= most))


def _rows(task: str, sizes: Iterable[int]) -> None:
    for size in sizes:
        subprocess.run([sys.executable, "-m", "benchmarks.growth", "-", task, str(size)], check=True)


def one(task: str, events: int) -> None:
    """One row, in a process of its own, so that memory is its own."""
    run, count = _task(task, events)
    begin = time.process_time()
    run()
    spent = (time.process_time() - begin) / count * 1e6
    print(f"| {task} | {events:,} | {spent:.1f} | {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} |")


def _task(task: str, size: int) -> tuple[Callable[[], object], int]:
    """What is to be timed, warmed up, and for how many events."""
    if task in TASKS:
        TASKS[task](100)
        return functools.partial(TASKS[task], size), size
    path = league(size)
    MANY[task](league(10))
    return functools.partial(MANY[task], path), 10 if MANY[task] in (logged, found) else size * SHORT


if __name__ == "__main__":
    try:
        one(sys.argv[2], int(sys.argv[3])) if sys.argv[1:2] == ["-"] else main()
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
