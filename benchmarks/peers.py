"""The peers, each measured beside Referee in one process of the environment that they were installed in."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

from benchmarks.setup import PYTHON, ROOT
from benchmarks.table import Measured

PEERS = ("eventsourcing", "chess", "boardgame_io", "open_spiel")


def all_of(quick: bool, rounds: int) -> Iterator[Measured]:
    """Rows 3 to 8 and 10; a peer that is not installed is left out."""
    if not PYTHON.exists():
        print("peers are left out; `python -m benchmarks.setup` installs them", file=sys.stderr)
        return
    for peer in PEERS:
        command = [str(PYTHON), "-m", "benchmarks.peer", peer, str(rounds), str(800 if quick else 3_000)]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        if ran.returncode:
            print(f"{peer} is left out: {ran.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            continue
        for row in json.loads(ran.stdout):
            yield Measured(*row)
