"""A command line in an empty folder with all the transcripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee import cli
from tests.formats import games

Check = Callable[..., str]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Check:
    """Run ``check`` on some of the transcripts; returns what it prints."""
    monkeypatch.chdir(tmp_path)
    for name in ("BREACH", "DISPUTED", "UNKNOWN", "UNREADABLE", "STRANGE"):
        Path(f"{name.lower()}.txt").write_text(getattr(games, name), "utf-8")

    def call(*arguments: str, code: int = 1) -> str:
        assert cli.run(["check", *arguments]) == code
        return capfd.readouterr().out

    return call
