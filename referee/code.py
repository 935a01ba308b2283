"""Which rules something was worked out by: a digest of the code that makes them.

Verdicts and tables are kept only where they can be thrown away, and are no longer looked at once
the code that made them has changed in any way.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

from referee import game as games
from referee import language
from referee.game import Game

PACKAGE = Path(__file__).parent


@cache
def of_table(game: Game) -> str:
    """The code that makes the tables of one game."""
    return _digest([PACKAGE / "event.py", PACKAGE / "ledger.py", *_in(language.folder(game).parent)])


def of_verdicts() -> str:
    """The code that judges, and that of every game."""
    folders = [language.folder(games.find(id)).parent for id in games.ids()]
    return _digest([*PACKAGE.glob("*.py"), *(file for folder in folders for file in _in(folder))])


def _in(folder: Path) -> Iterable[Path]:
    return folder.rglob("*.py")


def _digest(files: Iterable[Path]) -> str:
    digest = sha256()
    for file in sorted(set(files)):
        digest.update(b"%b\0%d\0" % (file.name.encode(errors="replace"), file.stat().st_size))
        digest.update(file.read_bytes())
    return digest.hexdigest()
