"""The project itself: what the README promises, and what must not land."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def files(*patterns: str) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a clone")
def test_nothing_names_a_path_of_a_machine_or_a_download_address() -> None:
    bad = re.compile(r"(^|[^A-Za-z0-9_.])/(work|home|root|farm)/|https?://\S*(/simple|/packages)")
    named = [
        f"{path.relative_to(ROOT)}:{n}"
        for path in files()
        if path.suffix not in (".png", ".db", ".mo")
        for n, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1)
        if bad.search(line)
    ]
    assert [name for name in named if not name.startswith("tests/test_project.py")] == []


def test_the_readmes_commands_are_the_ones_that_ci_runs() -> None:
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    for pattern in re.findall(r"grep -m1 '([^']+)' README.md", run):
        assert re.search(pattern.replace("$", "(?m:$)"), README), pattern
    assert run.count("README.md") >= 2


def test_every_link_of_the_documents_leads_somewhere() -> None:
    for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "reports").glob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
