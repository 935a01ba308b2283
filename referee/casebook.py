"""The case book: what each rule allows and forbids, as short transcripts that players can read.

The cases are Markdown files in ``rulebook_tests/<game>/``. A second-level heading is the id of
a clause or reading (or a topic), a paragraph says why, a fence is a whole transcript. In it
``#! clause.id`` after an event says which findings that event has, ``#! undecided:clause.id``
which are undecided; an event without a mark has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

Marks = dict[int, list[str]]
"""The findings of each line (from 1, in the fence), sorted; undecided ones begin with ``undecided:``."""


class Case(Struct, frozen=True):
    """One transcript of the case book. ``line`` is that of the fence's first line in ``path``."""

    path: Path
    line: int
    heading: str
    why: str
    text: str
    marks: Marks

    @property
    def name(self) -> str:
        return f"{self.heading}: {self.why}"

    @property
    def marked(self) -> str:
        """The transcript with its marks, as it stands in the book."""
        lines = enumerate(self.text.splitlines(), start=1)
        return "\n".join(f"{line}  #! {' '.join(self.marks[n])}" if n in self.marks else line for n, line in lines)

    def breaks(self, clause: str) -> bool:
        """Whether the case expects this clause to be broken or undecided."""
        expected = {mark.removeprefix("undecided:") for marks in self.marks.values() for mark in marks}
        return clause in expected


def folder() -> Path | None:
    """Where the case book lies: in the installed package, or beside it in the project."""
    here = Path(__file__).parent
    places = (here / "book", here.parent / "rulebook_tests")
    return next((place for place in places if place.is_dir()), None)


def cases(game: str) -> list[Case]:
    """All cases of a game, in order; empty where there is no case book."""
    base = folder()
    files = sorted((base / game).glob("*.md")) if base else []
    return [case for path in files for case in read(path)]


_FENCE = re.compile(r"```")
_MARK = re.compile(r"\s*#!(.*)$")


def read(path: Path) -> list[Case]:
    """The cases of one file."""
    found: list[Case] = []
    heading, why, fresh = "", "", True
    lines = iter(enumerate(path.read_text("utf-8").splitlines(), start=1))
    for number, line in lines:
        if line.startswith("#"):
            heading, why = line.lstrip("# ").strip(), ""
        elif _FENCE.match(line):
            found.append(_case(path, number + 1, heading, why, _fenced(lines)))
        elif line.strip():
            why = line.strip() if fresh else f"{why} {line.strip()}"
        fresh = not line.strip()
    return found


def _fenced(lines: Iterable[tuple[int, str]]) -> list[str]:
    body: list[str] = []
    for _, line in lines:
        if _FENCE.match(line):
            break
        body.append(line)
    return body


def _case(path: Path, line: int, heading: str, why: str, body: list[str]) -> Case:
    marks = {n: sorted(found[1].split()) for n, text in enumerate(body, 1) if (found := _MARK.search(text))}
    text = "\n".join(_MARK.sub("", line) for line in body) + "\n"
    return Case(path, line, heading, why, text, marks)
