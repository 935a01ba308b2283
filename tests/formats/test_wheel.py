"""The wheel by itself, away from the project: the case book and the samples are in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
Run = Callable[..., str]


def pip(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A command line that knows only the installed wheel."""
    wheels, site, away = (tmp_path_factory.mktemp(name) for name in ("wheels", "site", "away"))
    pip("wheel", "--no-deps", "-w", wheels, ROOT)
    (wheel,) = wheels.glob("referee-*.whl")
    pip("install", "--no-deps", "--no-index", "--target", site, wheel)
    env = {**os.environ, "PYTHONPATH": str(site), "LC_ALL": "C.UTF-8"}

    def run(*arguments: str) -> str:
        command = [sys.executable, "-P", *arguments]
        done = subprocess.run(command, env=env, cwd=away, capture_output=True, encoding="utf-8")
        assert done.returncode in (0, 1), done.stderr
        return done.stdout

    assert run("-c", "import referee; print(referee.__file__)").startswith(str(site))
    return run


def test_rules_with_their_examples(installed: Run) -> None:
    said = installed("-m", "referee", "rules", "jade.bid.lower")
    assert "  legal: " in said
    assert "#! jade.bid.lower" in said


def test_the_sentences_of_the_rulebooks(installed: Run) -> None:
    found = json.loads(installed("-m", "referee", "rules", "--coverage", "--format", "json"))
    assert all(game["sentences"] for game in found["games"])


def test_the_samples(installed: Run) -> None:
    assert "Replays, to be opened in a browser:" in installed("-m", "referee", "demo")


def test_the_other_languages(installed: Run) -> None:
    for lang in ("fr", "ja"):
        said = installed("-m", "referee", "rules", "jade.bid.lower", "--lang", lang)
        assert "Each bid is lower" not in said
