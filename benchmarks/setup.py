"""Installs the peers that Referee is measured beside, for ``python -m benchmarks`` only.

They go into ``.benchmarks`` here, which git ignores: a virtual environment with Referee, eventsourcing,
python-chess and, where it can be had, OpenSpiel; and boardgame.io in a folder of its own.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
WHERE = ROOT / ".benchmarks"
PYTHON = WHERE / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
NODE = WHERE / "node"
PEERS = ("eventsourcing==9.5.6", "chess==1.11.2")
OPTIONAL = ("open_spiel==2.0.2",)
BOARDGAME_IO = "boardgame.io@0.50.2"


def main() -> None:
    venv.create(WHERE / "venv", with_pip=True)
    _install("-e", str(ROOT), *PEERS)
    for package in OPTIONAL:
        if _pip(package):
            print(f"{package} cannot be installed here; its row is left out", file=sys.stderr)
    NODE.mkdir(exist_ok=True)
    (NODE / "package.json").write_text('{"private": true}', "utf-8")
    npm = ["npm", "install", "--no-audit", "--no-fund", "--silent", BOARDGAME_IO]
    if subprocess.run(npm, cwd=NODE).returncode:
        print("boardgame.io cannot be installed here; its row is left out", file=sys.stderr)


def _install(*packages: str) -> None:
    if _pip(*packages):
        sys.exit("the peers cannot be installed; is there a package index?")


def _pip(*packages: str) -> int:
    return subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *packages]).returncode


if __name__ == "__main__":
    main()
