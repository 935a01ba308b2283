"""Are there security advisories about what is locked? `python -m tools.advisories`, after `pip install pip-audit`.

Asks two databases, PyPI's and OSV's, through pip-audit. Exit codes: 0 all that is locked was looked
up and nothing is known against it, 1 there are advisories, 2 no database could answer for all of it,
which says nothing either way.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements-dev.txt"  # it holds all that requirements.txt does
SERVICES = ("pypi", "osv")


class Answer(NamedTuple):
    """What one database said: how many releases it looked up, those it could not, the advisories."""

    known: int
    unknown: list[str]
    advisories: list[str]
    trouble: str = ""

    @property
    def is_complete(self) -> bool:
        return bool(self.known) and not self.unknown and not self.trouble


def ask(service: str) -> Answer:
    """Look up everything in the lock in one database."""
    command = ["pip-audit", "--requirement", str(LOCK), "--require-hashes", "--disable-pip", "--format", "json",
               "--progress-spinner", "off", "--vulnerability-service", service]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True)
    return read(done.stdout, done.stderr)


def read(said: str, errors: str = "") -> Answer:
    """Read pip-audit's JSON; where there is none, the last line of its errors says why."""
    try:
        releases = json.loads(said)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return Answer(0, [], [], (errors.strip().splitlines() or ["no answer"])[-1])
    skipped = [one["name"] for one in releases if "skip_reason" in one]
    advisories = [
        f"{one['name']} {one['version']}: {advisory['id']}, mended in {', '.join(advisory['fix_versions']) or 'none'}"
        for one in releases
        for advisory in one.get("vulns", ())
    ]
    return Answer(len(releases) - len(skipped), skipped, advisories)


def show(service: str, answer: Answer) -> str:
    """What a database said, for people."""
    if answer.trouble:
        return f"{service}: could not be asked ({answer.trouble[:200]})"
    if not answer.known:
        return f"{service}: could not be asked (it knows none of {len(answer.unknown)} releases)"
    lines = [f"{service}: {answer.known} releases looked up, {len(answer.advisories)} advisories", *answer.advisories]
    if answer.unknown:
        lines.append(f"not known there, so nothing is said of them: {', '.join(answer.unknown)}")
    return "\n  ".join(lines)


def judge(answers: list[Answer]) -> int:
    """The exit code for what the databases said."""
    if any(answer.advisories for answer in answers):
        return 1
    return 0 if any(answer.is_complete for answer in answers) else 2


def main() -> int:
    if not shutil.which("pip-audit"):
        print("tools.advisories needs pip-audit: pip install pip-audit", file=sys.stderr)
        return 2
    answers = [ask(service) for service in SERVICES]
    for service, answer in zip(SERVICES, answers, strict=True):
        print(show(service, answer))
    code = judge(answers)
    print({0: "nothing is known against the lock", 1: "see above", 2: "not checked: no database knew all of it"}[code])
    return code


if __name__ == "__main__":
    sys.exit(main())
