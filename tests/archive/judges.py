"""Judges that workers in other processes can import: slow ones, and ones that die."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from referee import archive
from referee.archive import Piece


def slow(piece: Piece) -> list[bytes]:
    time.sleep(0.02)
    return archive.judge(piece)


def dying_once(piece: Piece) -> list[bytes]:
    """Kills its process the first time a piece is seen that is the third of its logbook."""
    grave = Path(piece.path).with_suffix(".grave")
    if "g0002" in piece.games and not grave.exists():
        grave.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return archive.judge(piece)


def deadly(piece: Piece) -> list[bytes]:
    """Kills its process at one game, every time."""
    if "g0002" in piece.games:
        os.kill(os.getpid(), signal.SIGKILL)
    return archive.judge(piece)
