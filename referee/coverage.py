"""Every sentence of a rulebook is accounted for: what became of each, without quoting any.

A game's ``coverage.toml`` names its rulebook as the clauses cite it and lists the sentences in order, by section, item
and number within the item, each with a digest of its words and its fate: *checked* by clauses, *derived* by the
referee itself, *advisory* (no log can show it), *flavour*, or *superseded*, each with the reason. Another rulebook of
the game, say a French one, has a file of its own, ``coverage.fr.toml``. Who has a
rulebook can compare: ``python -m referee.coverage GAME RULEBOOK.txt``.

How a text is split: a line is a paragraph or bullet, its sentences end in a full stop,
exclamation or question mark before a capital letter. Rows of a table and a line that ends in
a colon before them are one sentence. Headings and tables of contents are none.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from referee import game as games
from referee.game import Game

FATES = ("checked", "derived", "advisory", "flavour", "superseded")
REASONED = ("flavour", "superseded")
"""Fates that need a reason instead of a clause."""
_FILE = re.compile(r"coverage(?:\.(\w+))?\.toml")


class Sentence(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of a rulebook: where it stands, a digest of its words, and what became of it."""

    section: str
    item: int | str
    n: int
    digest: str
    fate: str
    clauses: tuple[str, ...] = ()
    reason: str = ""
    source: str = ""
    """The rulebook that it is of, as the clauses cite it."""

    def __post_init__(self) -> None:
        if self.fate not in FATES:
            raise ValueError(f"{self}: a fate is one of {', '.join(FATES)}, not {self.fate!r}")
        if not (self.reason if self.fate in REASONED else self.clauses):
            raise ValueError(f"{self}: flavour and superseded need a reason, everything else its clauses")

    def __str__(self) -> str:
        return f"{self.section} {self.item}, sentence {self.n}"


class Book(Struct, frozen=True):
    """One rulebook: the language of its text ("" for the first one), how it is cited, its sentences in order."""

    language: str
    source: str
    sentences: list[Sentence]


def load(game: Game) -> list[Sentence]:
    """The sentences of a game's rulebooks, in order; empty where nobody has listed them."""
    return [sentence for book in books(game) for sentence in book.sentences]


def books(game: Game) -> list[Book]:
    """The rulebooks of a game whose sentences are listed, the first one before those in other languages."""
    folder = resources.files(game.start.__module__.rpartition(".")[0])
    found = [(match[1] or "", file) for file in folder.iterdir() if (match := _FILE.fullmatch(file.name))]
    return [parse(file.read_text("utf-8"), language) for language, file in sorted(found, key=lambda one: one[0])]


def parse(text: str, language: str = "") -> Book:
    """The rulebook of a coverage file. Raises ValueError where it is not one."""
    listed: Any = tomllib.loads(text)
    source = msgspec.convert(listed.get("source", ""), str)
    sentences = [dict(sentence, source=source) for sentence in listed.get("sentence", [])]
    return Book(language, source, msgspec.convert(sentences, list[Sentence]))


def digest(sentence: str) -> str:
    """A fingerprint of a sentence's words, whatever the blanks between them."""
    return hashlib.sha256(" ".join(sentence.split()).encode()).hexdigest()[:16]


# Splitting a rulebook

_BULLET = re.compile(r"^\s*(?:(?:[•*-]|\d+\.|\d?[A-Z]\d?(?:/\d[A-Z])?\.)\s+)+")
_END = re.compile(r"(?<=[.!?])\s+(?=[\"“(]?[A-Z\d])")
_STOP = (".", ",", "!", "?", ":", ")", "]")


def split(text: str) -> list[str]:
    """The sentences of a rulebook, in order, blanks made single."""
    lines = text.splitlines()
    headings = {line.strip().casefold() for line in lines if _is_heading(line)}
    found: list[str] = []
    for line in lines:
        if "\t" in line and found:
            found[-1] += " " + " ".join(line.split())
        elif line.strip() and not _is_heading(line):
            found += _sentences(line, headings)
    return found


def _is_heading(line: str) -> bool:
    """Whether a line is a title, or the label of a list ("Books:")."""
    words = line.split()
    if not words or "\t" in line or _BULLET.match(line):
        return False
    return not line.rstrip().endswith(_STOP) or (len(words) == 1 and words[0].endswith(":"))


def _sentences(line: str, headings: set[str]) -> Iterator[str]:
    """The sentences of one line; none if it is an entry of the table of contents."""
    body = " ".join(_BULLET.sub("", line, count=1).split())
    if body.casefold() not in headings:
        yield from _END.split(body)


# Comparing


def compare(listed: Iterable[Sentence], text: str) -> list[str]:
    """Where a coverage and a rulebook's text differ: sentences that one has and the other has not."""
    listed = list(listed)
    known, there = Counter(s.digest for s in listed), Counter(map(digest, split(text)))
    missing = [f"not accounted for: {s}" for s in split(text) if known[digest(s)] < there[digest(s)]]
    strange = [f"not in this text: {s}" for s in listed if there[s.digest] < known[s.digest]]
    in_order = [s.digest for s in listed] == [digest(s) for s in split(text)]
    return [*missing, *strange] or ([] if in_order else ["the same sentences, in another order"])


def main(arguments: list[str]) -> int:
    """Compare that one of a game's rulebooks that fits best with a text; 0 if they agree, 1 if not, 2 if that
    can't be said."""
    if len(arguments) != 2:
        print("usage: python -m referee.coverage GAME RULEBOOK.txt", file=sys.stderr)
        return 2
    try:
        known, text = books(games.find(arguments[0])), Path(arguments[1]).read_text("utf-8")
    except (LookupError, OSError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 2
    listed = min((book.sentences for book in known), key=lambda each: len(compare(each, text)), default=[])
    return report(listed, compare(listed, text))


def report(listed: list[Sentence], differences: list[str]) -> int:
    """Print the differences, or the count of each fate."""
    fates = Counter(sentence.fate for sentence in listed)
    counted = ", ".join(f"{fates[fate]} {fate}" for fate in FATES)
    print("\n".join(differences) or f"all {len(listed)} sentences are accounted for: {counted}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
