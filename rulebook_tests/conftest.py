"""Runs every fence of the case book: the findings are exactly those marked, nothing missing, nothing extra."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import casebook, replay, transcript
from referee.casebook import Case, Marks


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    if file_path.suffix == ".md" and file_path.name != "README.md":
        return CaseFile.from_parent(parent, path=file_path)
    return None


class CaseFile(pytest.File):
    def collect(self) -> Iterator[CaseItem]:
        for case in casebook.read(self.path):
            yield CaseItem.from_parent(self, name=f"{case.line}: {case.name}"[:150], case=case)


class CaseItem(pytest.Item):
    def __init__(self, *, case: Case, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.case = case

    def runtest(self) -> None:
        (game,) = transcript.parse(self.case.text, str(self.path))
        if game.mistakes:
            raise CaseError("\n".join(f"line {m.line}: {m.message}" for m in game.mistakes))
        audit = replay.audit(game.game, game.record)
        found: defaultdict[int, list[str]] = defaultdict(list)
        texts = []
        for finding in audit.findings:
            line = line_of(game, finding)
            prefix = "undecided:" if finding.outcome == "undecided" else ""
            found[line].append(prefix + finding.clause.id)
            texts.append(f"  line {line}: {prefix}{finding.clause.id}: {finding.message}")
        compare(self.case.marks, {line: sorted(ids) for line, ids in found.items()}, texts)
        assert not audit.strangers

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, CaseError):
            return f"{self.path}:{self.case.line}: {self.case.name}\n{self.case.text}\n{excinfo.value}"
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.case.line, self.name


class CaseError(AssertionError):
    """A case whose findings are not those marked."""


def line_of(game: transcript.Transcript, finding: replay.Finding) -> int:
    if finding.seq == 1:
        return game.headers.get(finding.clause.header, game.headers["players"])
    return game.lines[finding.seq - 1]


def compare(expected: Marks, found: Marks, texts: list[str]) -> None:
    if expected != found:
        raise CaseError(f"expected {expected}\nfound    {found}\n" + "\n".join(texts))
