"""The case book is complete: every checked clause both ways, every reading with a case that flips."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from referee import casebook, replay, transcript
from referee import game as games

GAMES = games.ids()


def clauses(kind: str = "checked") -> list[tuple[str, str]]:
    return [(game, c.id) for game in GAMES for c in games.find(game).rules.clauses.values() if c.kind == kind]


def cases_of(game: str, heading: str) -> list[casebook.Case]:
    return [case for case in casebook.cases(game) if case.heading == heading]


def holds_in(case: casebook.Case, clause: str) -> bool:
    """Whether the clause had something to say in the case, and held."""
    (read,) = transcript.parse(case.text)
    found = replay.audit(read.game, read.record, explain=True).findings
    return any(f.clause.id == clause and f.outcome == "holds" for f in found)


@pytest.mark.parametrize(("game", "clause"), clauses())
def test_a_checked_clause_has_a_case_that_breaks_it(game: str, clause: str) -> None:
    assert any(case.breaks(clause) for case in cases_of(game, clause))


@pytest.mark.parametrize(("game", "clause"), clauses())
def test_a_checked_clause_has_a_legal_case_in_which_it_matters(game: str, clause: str) -> None:
    legal = [case for case in cases_of(game, clause) if not case.breaks(clause)]
    assert any(holds_in(case, clause) for case in legal)


@pytest.mark.parametrize(("game", "clause"), clauses("derived"))
def test_a_derived_clause_has_a_case(game: str, clause: str) -> None:
    assert cases_of(game, clause)


def readings() -> list[tuple[str, str]]:
    return [(game, id) for game in GAMES for id in games.find(game).rules.readings]


@pytest.mark.parametrize(("game", "reading"), readings())
def test_a_reading_has_a_case_that_flips(game: str, reading: str) -> None:
    """The same transcript under another option has other findings."""
    header = re.compile(rf"^reading\.{re.escape(reading.rpartition('.')[2])}:.*\n", re.MULTILINE)
    by_text = defaultdict(set)
    for case in cases_of(game, reading):
        lines = case.text.count("\n")
        marks = tuple(sorted((n - lines, *ids) for n, ids in case.marks.items()))  # lines counted from the end
        by_text[header.sub("", case.text)].add(marks)
    assert any(len(marks) > 1 for marks in by_text.values())


@pytest.mark.parametrize("game", GAMES)
def test_headings_that_look_like_ids_are_ids(game: str) -> None:
    rules = games.find(game).rules
    known = {*rules.clauses, *rules.readings}
    headings = {case.heading for case in casebook.cases(game)}
    assert [h for h in headings if h.startswith(rules.prefix + ".") and h not in known] == []
