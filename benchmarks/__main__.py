"""One command that measures everything: ``python -m benchmarks [--quick] [--json FILE] [GAME…]``."""

from __future__ import annotations

import argparse
import gc
import json
import platform
import shutil
import sys
from collections.abc import Iterator

from benchmarks import ours, peers, start
from benchmarks.games import FOLDER, corpus
from benchmarks.table import Measured, lines


def main() -> None:
    wanted = _arguments()
    rounds = 3 if wanted.quick else 7
    gc.set_threshold(50_000)  # as on our command line
    rows = []
    try:
        for row in _measured(wanted.games, wanted.quick, rounds):
            rows.append(row)
            print(f"{row.value:10.3g}  {row.name}  {row.case}  {row.detail}", file=sys.stderr)
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
    print("\n".join(lines(rows)))
    if wanted.json:
        about = {"python": platform.python_version(), "machine": platform.machine(), "rounds": rounds}
        found = [row._asdict() | {"verdict": row.verdict} for row in rows]
        with open(wanted.json, "w", encoding="utf-8") as file:  # noqa: PTH123 (- is standard output for nobody)
            json.dump(about | {"rows": found}, file, indent=2)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("games", nargs="*", help="ids of games, by default all")
    parser.add_argument("--quick", action="store_true", help="fewer rounds and smaller games: a look, not a figure")
    parser.add_argument("--json", metavar="FILE", help="the same for programs")
    return parser.parse_args()


def _measured(ids: list[str], quick: bool, rounds: int) -> Iterator[Measured]:
    yield from ours.all_of(ids, quick, rounds)
    yield from peers.all_of(quick, rounds)
    yield from start.all_of(corpus("jade-merchant", 2_000 if quick else 8_000), rounds)


if __name__ == "__main__":
    main()
