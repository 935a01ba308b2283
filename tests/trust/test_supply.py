"""What is installed is what was looked at: the lock, its hashes, and the question for advisories about it."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from tools import advisories

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = ["requirements.txt", "requirements-dev.txt"]
PIN = re.compile(r"([a-z0-9-]+)==([\w.]+)( ; .+)?")


def locked(name: str) -> dict[str, tuple[str, frozenset[str]]]:
    """Version and hashes of each release in a lock; every line of it is understood."""
    text = (ROOT / name).read_text("utf-8").replace(" \\\n", "\n")
    found: dict[str, tuple[str, list[str]]] = {}
    for line in text.splitlines():
        if pin := PIN.fullmatch(line):
            last = found.setdefault(pin[1], (pin[2], []))
        elif digest := re.fullmatch(r"    --hash=sha256:([0-9a-f]{64})", line):
            last[1].append(digest[1])
        else:
            assert line.startswith("#") or line == "--require-hashes", line
    return {name: (version, frozenset(hashes)) for name, (version, hashes) in found.items()}


def wanted(*extras: str) -> list[Requirement]:
    """What pyproject.toml asks for, with what its extras ask for."""
    extra = PROJECT["project"]["optional-dependencies"]
    lines = PROJECT["project"]["dependencies"] + [line for name in extras for line in extra[name]]
    return [Requirement(line) for line in lines if not line.startswith("referee")]


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_holds_versions_and_hashes_and_nothing_else(name: str) -> None:
    assert "--require-hashes\n" in (ROOT / name).read_text("utf-8")
    assert all(hashes for _, hashes in locked(name).values())


@pytest.mark.parametrize(("name", "extras"), [(LOCKS[0], ("live", "prompt")), (LOCKS[1], ("live", "prompt", "dev"))])
def test_a_lock_has_all_that_the_project_asks_for(name: str, extras: tuple[str, ...]) -> None:
    pins = locked(name)
    for need in wanted(*extras):
        assert pins[need.name.replace("_", "-")][0] in need.specifier, need


def test_both_locks_say_the_same() -> None:
    few, many = map(locked, LOCKS)
    assert few.items() <= many.items()


def test_what_builds_the_project_is_locked_too() -> None:
    """The README installs the project itself without dependencies and without a build environment of its own."""
    for need in map(Requirement, PROJECT["build-system"]["requires"]):
        assert locked(LOCKS[1])[need.name][0] in need.specifier


def test_the_readme_installs_from_the_lock_and_from_nothing_else() -> None:
    commands = re.findall(r"pip install ([^&`]+?) (?:&&|$)", (ROOT / "README.md").read_text("utf-8"), re.M)
    assert set(commands) == {"-q -r requirements-dev.txt", "-q --no-deps --no-build-isolation -e ."}


# Advisories

RELEASE = {"name": "x", "version": "1", "vulns": []}
KNOWN = RELEASE | {"vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
SKIPPED = {"name": "y", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ([[RELEASE], [RELEASE]], 0),
        ([[RELEASE, SKIPPED], [RELEASE]], 0),
        ([[RELEASE], [KNOWN]], 1),
        ([[KNOWN, SKIPPED], None], 1),
        ([[RELEASE, SKIPPED], None], 2),
        ([[SKIPPED], [SKIPPED]], 2),
        ([None, None], 2),
    ],
)
def test_silence_is_not_taken_for_consent(answers: list[Any], code: int) -> None:
    said = [json.dumps({"dependencies": one}) if one else "Traceback ..." for one in answers]
    assert advisories.judge([advisories.read(one, "no route to host") for one in said]) == code


def test_what_is_said_of_a_database() -> None:
    found = advisories.read(json.dumps({"dependencies": [KNOWN, SKIPPED]}))
    assert advisories.show("osv", found).splitlines() == [
        "osv: 1 releases looked up, 1 advisories",
        "  x 1: PYSEC-1, mended in 2",
        "  not known there, so nothing is said of them: y",
    ]
    assert "could not be asked (no route" in advisories.show("osv", advisories.read("", "first\nno route to host\n"))
    assert "knows none of 1" in advisories.show("pypi", advisories.read(json.dumps({"dependencies": [SKIPPED]})))
