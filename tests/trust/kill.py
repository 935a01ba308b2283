"""Writers killed at random moments: `python -m tests.trust.kill --rounds 500`.

Each round forks scribes that append to several games (two of them to the same one), start games,
forget games and make copies, and report each thing that was done through a pipe. They are killed
with SIGKILL after a random time; then all that was reported must be there, nothing may be there
twice or from nowhere, and every logbook must open and verify.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from referee import backup, logbook, seal
from referee.event import Noted, Record
from referee.forget import forget
from referee.logbook import Conflict, Logbook
from tests.trust import rig

GAMES = ("one", "two", "three")
LONG, SHORT = (5, 9), (2, 5)
Report = Callable[[str], None]


class Scribe(NamedTuple):
    """A forked writer and the pipe that it reports to."""

    process: int
    pipe: int
    name: str


def append(path: Path, name: str, report: Report) -> None:
    """Append to one game; the first two scribes share one."""
    game = GAMES[max(int(name[-1]) - 1, 0)]
    with Logbook(path, writable=True) as book:
        last, n = book.head(game)[0], 0
        while True:
            try:
                last = book.append(game, Noted(1, f"{name} {n}"), after=last)
                report(f"{game} {last} {name} {n}")
                n += 1
            except Conflict:
                last = book.head(game)[0]


def start(path: Path, name: str, report: Report) -> None:
    """Start games of many events, which must be there whole or not at all."""
    record = rig.record(*LONG)
    with Logbook(path, writable=True) as book:
        for n in range(10**6):
            book.start(f"{name}-{n}", record)
            report(f"{name}-{n} {len(record)} start {n}")


def remove(path: Path, name: str, report: Report) -> None:
    """Start a game and forget it, again and again."""
    record = rig.record(*SHORT)
    for n in range(10**6):
        id = f"{name}-{n}"
        with Logbook(path, writable=True) as book:
            book.start(id, record)
        forget(path, id, f"{name} {n}")
        report(f"{id} 0 forget {n}")


def copy(path: Path, name: str, report: Report) -> None:
    """Copy the logbook to a place that only this scribe uses."""
    target = path.with_name("copy.db")
    for n in range(10**6):
        backup.backup(path, target)
        report(f"copy 0 copy {n}")


JOBS = {"a0": append, "b1": append, "c2": append, "d3": append, "e4": start, "f5": remove, "g6": copy}


def fork(path: Path, name: str, round: int) -> Scribe:
    """A scribe at work in a process of its own."""
    reading, writing = os.pipe()
    process = os.fork()
    if process:
        os.close(writing)
        return Scribe(process, reading, name)
    try:
        os.environ["REFEREE_SCRIBE"] = name
        job = JOBS[name]
        job(path, f"r{round}{name}", lambda text: os.write(writing, text.encode() + b"\n") and None)
    except logbook.LogbookError as problem:
        os.write(writing, f"! {problem}\n".encode())
    finally:
        os._exit(0)


def reports(scribe: Scribe) -> list[str]:
    """All that a killed scribe had reported."""
    with os.fdopen(scribe.pipe, "rb") as pipe:
        data = pipe.read()
    os.waitpid(scribe.process, 0)
    return data.decode().splitlines()


class Rig:
    """One logbook, and what was reported to be in it."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.path, self.chance, self.counts = folder / "log.db", chance, Counter[str]()
        self.start: Record = rig.record()[:3]
        for players, seed in (LONG, SHORT):
            rig.record(players, seed)  # played before the scribes are forked
        rig.make(self.path, **dict.fromkeys(GAMES, self.start))

    def round(self, number: int, longest: float) -> None:
        """Let scribes write for a while, kill them, and look."""
        names = self.chance.sample(list(JOBS), 4)
        scribes = [fork(self.path, name, number) for name in names]
        time.sleep(self.chance.uniform(0.01, longest))
        self.chance.shuffle(scribes)
        for scribe in scribes:
            os.kill(scribe.process, signal.SIGKILL)
        said = [line for scribe in scribes for line in reports(scribe)]
        self.counts["killed"] += len(scribes)
        self.counts["hot journals"] += self.path.with_name("log.db-journal").exists()
        self.check(number, said)

    def check(self, number: int, said: list[str]) -> None:
        """What was reported is there, and nothing else is."""
        faults = rig.faults(self.path)
        assert faults == [], faults
        done = [line.rsplit(" ", 3) for line in said if not line.startswith("!")]
        self.counts["busy"] += len(said) - len(done)
        with Logbook(self.path) as book:
            for game, last, what, n in done:
                self.counts["forgotten" if what == "forget" else "copied" if what == "copy" else "acknowledged"] += 1
                self.look(book, game, int(last), what, n)
            self.look_for_strangers(book, number, done)
        self.look_at_copy()

    def look(self, book: Logbook, game: str, last: int, what: str, n: str) -> None:
        if what == "copy":
            assert self.path.with_name("copy.db").exists()
        elif what == "forget":
            assert book.head(game)[0] == 0
            assert book.tombstone(game) is not None
        elif what == "start":
            assert book.head(game)[0] == last
        else:
            event = book.read(game).record[last - 1]
            assert event == Noted(1, f"{what} {n}"), (game, last, event)

    def look_for_strangers(self, book: Logbook, number: int, done: list[list[str]]) -> None:
        """Of each scribe at most one event is there that it could not report any more."""
        reported = Counter(what for _, _, what, _ in done)
        for game in GAMES:
            texts = [event.text for event in book.read(game).record if isinstance(event, Noted)]
            mine = [text for text in texts if text.startswith(f"r{number}")]
            assert len(set(texts)) == len(texts)
            for name, count in Counter(text.split()[0] for text in mine).items():
                assert 0 <= count - reported[name] <= 1, (name, count, reported[name])
                self.counts["not acknowledged, yet there"] += count - reported[name]
        for id in book.ids():
            assert id in GAMES or book.head(id)[0] in (len(rig.record(*LONG)), len(rig.record(*SHORT))), id

    def look_at_copy(self) -> None:
        """A copy is always whole, and of this logbook."""
        copy = self.path.with_name("copy.db")
        if copy.exists():
            assert rig.faults(copy) == []
            with Logbook(copy) as old, Logbook(self.path) as new:
                lost = seal.differences(new, seal.of(old).leaves)
            assert lost == [], lost


def run(rounds: int, seed: int, longest: float, place: str | None = None) -> Counter[str]:
    """So many rounds, with a new logbook after every thirty."""
    chance, counts = random.Random(seed), Counter[str](rounds=rounds)
    for begin in range(0, rounds, 30):
        with tempfile.TemporaryDirectory(dir=place) as folder:
            one = Rig(Path(folder), chance)
            for number in range(begin, min(begin + 30, rounds)):
                one.round(number, longest)
            counts += one.counts
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--longest", type=float, default=0.25, help="seconds until a kill, at most")
    parser.add_argument("--folder", help="where, if not in the folder for temporary files")
    options = parser.parse_args()
    began = time.monotonic()
    counts = run(options.rounds, options.seed, options.longest, options.folder)
    print(", ".join(f"{name} {count:,}" for name, count in counts.items()))
    print(f"nothing lost, nothing twice, every logbook sound ({time.monotonic() - began:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()
