"""What holds for the sentences of any rulebook: each is accounted for, and everything that is cited exists."""

from __future__ import annotations

from collections import Counter

from referee import coverage
from referee.coverage import Sentence
from referee.game import Game
from referee.rulebook import Cite, Clause


class Sentences:
    """The tests of one game's rulebook; a game's own class says which that is.

    ``rules`` is the source's name, ``counts`` how many sentences its rules and its list of contents have,
    ``elsewhere`` the sections of other sources that may be cited.
    """

    game: Game
    rules: str
    counts: tuple[int, int]
    elsewhere: frozenset[str] = frozenset()

    @property
    def sentences(self) -> list[Sentence]:
        return coverage.load(self.game)

    @property
    def clauses(self) -> dict[str, Clause]:
        return self.game.rules.clauses

    @property
    def cites(self) -> list[tuple[str, Cite]]:
        return [(clause.id, cite) for clause in self.clauses.values() for cite in clause.cites]

    def test_all_sentences_of_the_rules_and_the_contents_are_there(self) -> None:
        contents = sum(s.section == "Contents" for s in self.sentences)
        assert (len(self.sentences) - contents, contents) == self.counts

    def test_the_sentences_of_an_item_are_numbered_and_stand_together(self) -> None:
        seen: Counter[tuple[str, int | str]] = Counter()
        for sentence in self.sentences:
            seen[sentence.section, sentence.item] += 1
            assert sentence.n == seen[sentence.section, sentence.item]

    def test_every_clause_that_is_named_exists_and_every_clause_is_named(self) -> None:
        assert {id for s in self.sentences for id in s.clauses} == self.clauses.keys()

    def test_a_sentence_is_checked_derived_or_advisory_as_one_of_its_clauses_is(self) -> None:
        kinds = [(s, {self.clauses[id].kind for id in s.clauses}) for s in self.sentences]
        assert [s for s, known in kinds if s.clauses and s.fate not in known] == []
        assert [s for s, known in kinds if s.fate != "checked" and "checked" in known] == []

    def test_every_citation_points_to_a_sentence(self) -> None:
        places: set[tuple[str, int | str | None]] = {(s.section, s.item) for s in self.sentences}
        places |= {(s.section, None) for s in self.sentences}
        ours = [(id, cite) for id, cite in self.cites if cite.source == self.rules]
        assert [(id, str(c)) for id, c in ours if (c.section, c.item) not in places] == []
        assert {c.section for _, c in self.cites if c.source != self.rules} == self.elsewhere

    def test_a_clause_is_cited_for_a_sentence_that_names_it(self) -> None:
        assert [(id, str(cite)) for id, cite in self.cites if not self._named(id, cite)] == []

    def _named(self, id: str, cite: Cite) -> bool:
        """Whether a sentence in the place cited names the clause."""
        there = [s for s in self.sentences if s.section == cite.section and cite.item in (None, s.item)]
        return cite.source != self.rules or any(id in s.clauses for s in there)
