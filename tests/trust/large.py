"""A million events: `python -m tests.trust.large --events 1000000` says what each command needs for them.

Two transcripts are made: one game of so many events, and random games of every kind of so many
events together. Each is checked, audited, imported, verified, checked in the logbook and exported
again, each in a process of its own, at a tenth of the size and at full size. Printed are the
memory that each needed at most and how much more time ten times as much took.
"""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee import game as games
from referee import simulate, transcript

ROOT = Path(__file__).parents[2]


class Need(NamedTuple):
    """What a process came to: its exit code, seconds, the most memory in MB, and what it wrote to stderr."""

    code: int
    seconds: float
    megabytes: float
    errors: str


def one_game(events: int) -> Iterator[str]:
    """The lines of one legal game of so many events: two merchants who rest, and do little else."""
    yield from ("game: castle-merchants", "players: Ann, Bo", "")
    yield from itertools.islice(itertools.cycle(("Ann done", "Bo done")), events - 1)


def many_games(events: int) -> Iterator[str]:
    """The lines of random games, the same few again and again, of about so many events together."""
    kinds = [(games.find(id), seed) for seed in range(3) for id in games.ids()]
    known = [simulate.simulate(game, game.players.start, seed) for game, seed in kinds]
    written = 0
    for i in itertools.count():
        game, record = kinds[i % len(kinds)][0], known[i % len(kinds)]
        yield from (*transcript.write(game, record).splitlines(), "")
        written += len(record)
        if written >= events:
            return


def run(folder: Path, *arguments: str, output: str = "/dev/null") -> Need:
    """The program in a process of its own, and what it needed."""
    with (folder / "errors").open("w+b") as errors, Path(folder, output).open("wb") as out:
        began = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "referee", *arguments],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read(2000).decode()
    return Need(process.returncode, seconds, usage.ru_maxrss / 1024, said)


FILES = {"one": one_game, "many": many_games}


def tour(folder: Path, events: int, files: Iterable[str] = FILES) -> Iterator[tuple[str, Need]]:
    """Every command over these files. What is exported is what was imported."""
    for name in files:
        (folder / f"{name}.txt").write_text("\n".join(FILES[name](events)) + "\n", "utf-8")
        book, text = f"{name}.db", f"{name}.txt"
        yield f"check {text}", run(folder, "check", text)
        yield f"audit {text}", run(folder, "audit", text, "--jobs", "1")
        yield f"import {text}", run(folder, "import", text, "--logbook", book)
        yield f"verify {book}", run(folder, "verify", book)
        yield f"check {book}", run(folder, "check", book)
        yield f"audit {book}", run(folder, "audit", book, "--jobs", "1")
        yield f"games {book}", run(folder, "games", "--logbook", book)
        yield f"export {book}", run(folder, "export", name, "--logbook", book, output="again.txt")
        again, first = (folder / "again.txt").read_text("utf-8"), (folder / text).read_text("utf-8")
        assert first.startswith(again), "what was exported is not what was imported"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--files", nargs="*", choices=FILES, default=list(FILES))
    options = parser.parse_args()
    events, files = options.events, options.files
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        few, many = tour(Path(small), events // 10, files), tour(Path(large), events, files)
        for (name, tenth), (_, whole) in zip(few, many, strict=True):
            assert (tenth.code, whole.code, tenth.errors, whole.errors) == (0, 0, "", ""), (name, tenth, whole)
            ratio = whole.seconds / tenth.seconds
            print(f"| `{name}` | {whole.megabytes:.0f} MB | {whole.seconds:.1f} s | {ratio:.1f} |", flush=True)


if __name__ == "__main__":
    main()
