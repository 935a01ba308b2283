"""The rulebook has exactly the clauses and readings of its page in the design, each of its kind."""

from __future__ import annotations

import pytest

from referee.games.jade_merchant import GAME

RULES = GAME.rules
CHECKED = [
    "jade.record.card",
    "jade.record.take-from-centre",
    "jade.record.return-held",
    "jade.record.event-order",
    "jade.setup.players",
    "jade.round.deal",
    "jade.round.opener",
    "jade.round.reopen",
    "jade.round.rest",
    "jade.round.once-each",
    "jade.round.last-takes-rest",
    "jade.bid.opens",
    "jade.bid.turn",
    "jade.bid.lower",
    "jade.bid.form",
    "jade.bid.ceiling",
    "jade.bid.return-needs-card",
    "jade.bid.minimum",
    "jade.bid.hard-pass",
    "jade.take.winner",
    "jade.take.number",
    "jade.take.return-one",
    "jade.take.return-held-before",
    "jade.take.no-counterfeit",
    "jade.score.gold",
    "jade.score.counterfeit",
    "jade.score.jade",
    "jade.score.spice",
    "jade.score.books",
    "jade.score.total",
    "jade.score.wild",
    "jade.end.rounds",
    "jade.end.winner",
]
DERIVED = ["jade.bid.forced-pass", "jade.take.returned-stays"]
ADVISORY = ["jade.setup.shuffle", "jade.setup.first-player", "jade.round.face-up"]
READINGS = {
    "jade.reading.reopen": ("opener", "left-of-taker", "any"),
    "jade.reading.ceiling": ("leave-one", "plain", "none"),
    "jade.reading.opener-pass": ("no", "yes"),
    "jade.reading.zero-spice": ("ranks", "out"),
    "jade.reading.wild": ("any", "best"),
    "jade.reading.gold-tie": ("shared", "open"),
}


@pytest.mark.parametrize(("kind", "ids"), [("checked", CHECKED), ("derived", DERIVED), ("advisory", ADVISORY)])
def test_the_clauses_of_each_kind(kind: str, ids: list[str]) -> None:
    assert sorted(c.id for c in RULES.clauses.values() if c.kind == kind) == sorted(ids)


def test_the_readings_and_their_options() -> None:
    assert {reading.id: reading.choices for reading in RULES.readings.values()} == READINGS


@pytest.mark.parametrize("id", [*CHECKED, *DERIVED, *ADVISORY])
def test_a_clause_is_said_in_words_and_cited(id: str) -> None:
    clause = RULES.clauses[id]
    assert clause.rule.endswith(".")
    assert clause.cites
    assert (clause.kind == "checked") == bool(clause.breach)


@pytest.mark.parametrize("id", CHECKED)
def test_what_a_clause_names_exists(id: str) -> None:
    clause = RULES.clauses[id]
    assert set(clause.yields_to) <= RULES.clauses.keys()
    assert set(clause.readings) <= RULES.readings.keys()
    assert id not in clause.yields_to


def test_no_two_clauses_yield_to_each_other() -> None:
    """Else a fault could silence both."""
    pairs = {(c.id, other) for c in RULES.clauses.values() for other in c.yields_to}
    assert {(a, b) for a, b in pairs if (b, a) in pairs} == set()


@pytest.mark.parametrize("id", READINGS)
def test_a_reading_is_asked_and_answered_in_words_and_consulted(id: str) -> None:
    reading = RULES.readings[id]
    assert reading.question.endswith("?")
    assert reading.why.endswith(".")
    assert all(option.text.endswith(".") for option in reading.options)
    assert [c.id for c in RULES.clauses.values() if id in c.readings]
