"""How cost grows with the length of a game and the number of games: ``python -m benchmarks.growth [MOST]``.

Seconds for one event, and the most memory in use, at 100, 1,000 … events; what is not quadratic
stays level. A game is made long by bids that go on and on, most of them a breach, and by take-backs.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks.games import FOLDER, corpus, fill
from referee import game as games
from referee import logbook, replay, transcript
from referee.event import Record, Retracted

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


def main() -> None:
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print("| task | events | us an event | MB |\n| --- | ---: | ---: | ---: |", flush=True)
    for task in TASKS:
        for events in (10**power for power in range(2, 7) if 10**power <= most):
            subprocess.run([sys.executable, "-m", "benchmarks.growth", "-", task, str(events)], check=True)


def one(task: str, events: int) -> None:
    """One row, in a process of its own, so that memory is its own."""
    TASKS[task](100)
    begin = time.process_time()
    TASKS[task](events)
    spent = (time.process_time() - begin) / events * 1e6
    print(f"| {task} | {events:,} | {spent:.1f} | {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} |")


if __name__ == "__main__":
    one(sys.argv[2], int(sys.argv[3])) if sys.argv[1:2] == ["-"] else main()
