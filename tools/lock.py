"""Lock what the program and its tests need, with hashes: `python -m tools.lock`, after `pip install uv`.

Writes requirements.txt (the program with the prompt and the live page) and requirements-dev.txt
(those and all that tests, lint and build need), for every system and every Python version there is.
Versions stay as they are unless `--upgrade` is given; names after it move those alone.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXTRAS = {"requirements-dev.txt": ("dev",), "requirements.txt": ("live", "prompt")}
OPTIONS = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--no-header", "--quiet"]
HEADER = "# Made by `python -m tools.lock`.\n--require-hashes\n"


def lock(name: str, moving: list[str]) -> str:
    """The lock of this name, resolved from pyproject.toml and the versions that it has now."""
    extras = [part for extra in EXTRAS[name] for part in ("--extra", extra)]
    subprocess.run(
        ["uv", "pip", "compile", "pyproject.toml", *extras, *OPTIONS, *moving, "--output-file", name],
        cwd=ROOT, check=True,
    )  # fmt: skip
    return HEADER + re.sub(r"(?m)^--.*\n", "", (ROOT / name).read_text("utf-8"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", nargs="*", metavar="NAME", help="to the newest versions, of all or of these")
    names = parser.parse_args().upgrade
    if not shutil.which("uv"):
        sys.exit("tools.lock needs uv: pip install uv")
    moving = [] if names is None else [word for name in names for word in ("--upgrade-package", name)] or ["--upgrade"]
    for name in EXTRAS:
        (ROOT / name).write_text(lock(name, moving), "utf-8")


if __name__ == "__main__":
    main()
