"""The golden texts: what the referee says of each game in replays/ is what stands in reports/."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

import pytest

from referee import cli

ROOT = Path(__file__).parents[1]
REPLAYS = sorted((ROOT / "replays").glob("*.txt"))


def said(replay: Path) -> str:
    """What check and show print of a game."""
    name = replay.relative_to(ROOT).as_posix()
    return _printed("check", name) + "\n" + _printed("show", name)


def _printed(*arguments: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.chdir(ROOT):
        cli.run(list(arguments))
    return out.getvalue()


@pytest.mark.parametrize("replay", REPLAYS, ids=[path.stem for path in REPLAYS])
def test_the_referee_says_what_it_said(replay: Path) -> None:
    assert said(replay) == (ROOT / "reports" / replay.name).read_text("utf-8")


def test_every_report_has_its_game() -> None:
    assert {path.name for path in (ROOT / "reports").glob("*.txt")} == {path.name for path in REPLAYS}


@pytest.mark.parametrize("replay", REPLAYS, ids=[path.stem for path in REPLAYS])
def test_replays_are_in_canonical_form(replay: Path) -> None:
    from referee import transcript

    text = replay.read_text("utf-8")
    (read,) = transcript.parse(text)
    assert read.mistakes == []
    assert transcript.write(read.game, read.record) == text


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    for path in REPLAYS:
        (ROOT / "reports" / path.name).write_text(said(path), "utf-8")
