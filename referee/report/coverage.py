"""What became of every sentence of a rulebook, as data and as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

import msgspec

from referee import coverage
from referee.coverage import Sentence
from referee.game import Game
from referee.language import counted, fact_of, marked, say, text_of
from referee.report.rules import cases

FATES = {
    "checked": marked("checked"),
    "derived": marked("derived"),
    "advisory": marked("advisory"),
    "superseded": marked("superseded"),
    "flavour": marked("flavour"),
}


def data(game: Game) -> dict[str, Any]:
    """The sentences of a game's rulebooks with their fates."""
    sentences = coverage.load(game)
    return {
        "game": game.id,
        "title": game.title,
        "counts": _counts(sentences),
        "sources": [{"source": book.source, "counts": _counts(book.sentences)} for book in coverage.books(game)],
        "sentences": [msgspec.to_builtins(sentence) | _cased(game, sentence) for sentence in sentences],
    }


def _counts(sentences: Iterable[Sentence]) -> dict[str, int]:
    found = Counter(sentence.fate for sentence in sentences)
    return {fate: found[fate] for fate in coverage.FATES}


def _cased(game: Game, sentence: Sentence) -> dict[str, Any]:
    """How many cases of the case book there are for each clause of a sentence."""
    return {"cases": {id: len(cases(game, id)) for id in sentence.clauses}}


def text(game: Game) -> Iterable[str]:
    """The same for people: a heading for each rulebook and each section, a line for each sentence."""
    books = coverage.books(game)
    yield f"{game.title}: {_summary(coverage.load(game))}"
    for book in books:
        if len(books) > 1:
            yield f"{book.source}: {_summary(book.sentences)}"
        for section, there in groupby(book.sentences, lambda sentence: sentence.section):
            yield f"{section}"
            yield from _lines(game, list(there))


def _summary(sentences: Sequence[Sentence]) -> str:
    if not sentences:
        return say("its sentences have not been listed")
    many = fact_of(None, counted(len(sentences), "{n} sentence", "{n} sentences"))
    return f"{many}: " + ", ".join(f"{n} {say(FATES[fate])}" for fate, n in _counts(sentences).items() if n)


def _lines(game: Game, sentences: Sequence[Sentence]) -> Iterable[str]:
    places = [f"{sentence.item}.{sentence.n}" for sentence in sentences]
    fates = [say(FATES[sentence.fate]) for sentence in sentences]
    wide, wider = max(map(len, places)), max(map(len, fates))
    for place, fate, sentence in zip(places, fates, sentences, strict=True):
        yield f"  {place.ljust(wide)}  {fate.ljust(wider)}  {_became(game, sentence)}"


def _became(game: Game, sentence: Sentence) -> str:
    """The clauses that look after a sentence, each with its number of cases, and the reason if there is one."""
    clauses = [f"{id} ({_cases(game, id)})" for id in sentence.clauses]
    return ": ".join(part for part in (", ".join(clauses), text_of(game, sentence.reason)) if part)


def _cases(game: Game, id: str) -> str:
    return str(fact_of(None, counted(len(cases(game, id)), "{n} case", "{n} cases")))
