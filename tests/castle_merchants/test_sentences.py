"""Every sentence of the rulebook is accounted for, and everything that is cited exists."""

from __future__ import annotations

from collections import Counter

from referee import coverage
from referee.games.castle_merchants import GAME
from referee.rulebook import Cite

SENTENCES = coverage.load(GAME)
CLAUSES = GAME.rules.clauses
RULES = "Castle Merchants rulebook"


def test_all_123_sentences_of_the_rules_and_the_contents_are_there() -> None:
    assert Counter(s.section == "Contents" for s in SENTENCES) == {True: 25, False: 123}


def test_the_sentences_of_an_item_are_numbered_and_stand_together() -> None:
    seen: Counter[tuple[str, int | str]] = Counter()
    for sentence in SENTENCES:
        seen[sentence.section, sentence.item] += 1
        assert sentence.n == seen[sentence.section, sentence.item]


def test_every_clause_that_is_cited_exists() -> None:
    assert {id for s in SENTENCES for id in s.clauses} - CLAUSES.keys() == set()


def test_a_sentence_is_checked_derived_or_advisory_as_one_of_its_clauses_is() -> None:
    wrong = [s for s in SENTENCES if s.clauses and s.fate not in {CLAUSES[id].kind for id in s.clauses}]
    assert wrong == []
    unchecked = [s for s in SENTENCES if s.fate != "checked" and any(CLAUSES[id].kind == "checked" for id in s.clauses)]
    assert unchecked == []


def test_every_clause_is_named_by_a_sentence() -> None:
    assert CLAUSES.keys() - {id for s in SENTENCES for id in s.clauses} == set()


def test_every_citation_points_to_a_sentence() -> None:
    places: set[tuple[str, int | str | None]] = {(s.section, s.item) for s in SENTENCES}
    places |= {(s.section, None) for s in SENTENCES}
    cites = [(clause.id, cite) for clause in CLAUSES.values() for cite in clause.cites]
    assert [(id, str(c)) for id, c in cites if c.source == RULES and (c.section, c.item) not in places] == []
    assert all(c.source == RULES for _, c in cites)


def test_a_clause_is_cited_for_a_sentence_that_names_it() -> None:
    wrong = [
        (clause.id, str(cite)) for clause in CLAUSES.values() for cite in clause.cites if not named(clause.id, cite)
    ]
    assert wrong == []


def named(id: str, cite: Cite) -> bool:
    """Whether a sentence in the place cited names the clause."""
    if cite.source != RULES:
        return True
    there = [s for s in SENTENCES if s.section == cite.section and cite.item in (None, s.item)]
    return any(id in s.clauses for s in there)
