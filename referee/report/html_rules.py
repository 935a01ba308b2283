"""The rulebook page's account of the source: what became of each sentence, and which sentences a clause looks after."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct

from referee import coverage
from referee.coverage import Sentence
from referee.game import Game
from referee.language import say, text_of
from referee.report.coverage import FATES
from referee.report.rules import cases


class Keeper(Struct, frozen=True):
    """A clause that looks after a sentence, and how many cases of the case book it has."""

    id: str
    cases: int


class Told(Struct, frozen=True):
    """What became of one sentence: ``place`` is its item and number, ``id`` its anchor on the page."""

    id: str
    section: str
    place: str
    fate: str
    label: str
    keepers: tuple[Keeper, ...]
    reason: str


class Section(Struct, frozen=True):
    """The sentences of one section of a rulebook, in order; ``source`` is the rulebook where there are several."""

    source: str
    title: str
    sentences: tuple[Told, ...]


def sections(game: Game) -> list[Section]:
    """What became of each sentence, section by section; empty where nobody has listed them."""
    taken: Counter[str] = Counter()
    grouped = groupby(coverage.load(game), lambda sentence: (_source(sentence), sentence.section))
    return [
        Section(source, title, tuple(_told(game, sentence, taken) for sentence in there))
        for (source, title), there in grouped
    ]


def _source(sentence: Sentence) -> str:
    """The rulebook that a sentence is from, where a game has several."""
    return str(getattr(sentence, "source", ""))


def _told(game: Game, sentence: Sentence, taken: Counter[str]) -> Told:
    return Told(
        _anchor(sentence, taken),
        sentence.section,
        f"{sentence.item}.{sentence.n}",
        sentence.fate,
        say(FATES[sentence.fate]),
        tuple(Keeper(id, len(cases(game, id))) for id in sentence.clauses),
        text_of(game, sentence.reason),
    )


def _anchor(sentence: Sentence, taken: Counter[str]) -> str:
    """An id made of where the sentence stands; a place that comes twice is numbered on."""
    words = f"s {_source(sentence)} {sentence.section} {sentence.item} {sentence.n}"
    slug = re.sub(r"[^\w]+", "-", words.casefold()).strip("-")
    taken[slug] += 1
    return slug if taken[slug] == 1 else f"{slug}-again-{taken[slug]}"


def looked_after(found: Iterable[Section]) -> dict[str, list[Told]]:
    """For each clause the sentences that it looks after."""
    by_clause: dict[str, list[Told]] = {}
    for section in found:
        for told in section.sentences:
            for keeper in told.keepers:
                by_clause.setdefault(keeper.id, []).append(told)
    return by_clause


def fates(found: Sequence[Section]) -> list[tuple[str, str, int]]:
    """How many sentences came to each fate, as (fate, its word, number); those without any left out."""
    counts = Counter(told.fate for section in found for told in section.sentences)
    return [(fate, say(word), counts[fate]) for fate, word in FATES.items() if counts[fate]]
