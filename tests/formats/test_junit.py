"""JUnit XML, as junitparser reads it, and as junit2html renders it."""

from __future__ import annotations

from pathlib import Path

from junit2htmlreport.parser import Junit
from junitparser import Error, Failure, JUnitXml, Skipped, TestSuite

from referee import game as games
from referee.rulebook import CHECKED
from tests.formats.conftest import Check


def suites_of(said: str) -> list[TestSuite]:
    """The suites, whose own counts and those of the whole must be right."""
    document = JUnitXml.fromstring(said.encode())
    suites = list(document)
    stated = [(s.tests, s.failures, s.errors, s.skipped) for s in suites]
    for suite in (*suites, document):
        suite.update_statistics()
    assert [(s.tests, s.failures, s.errors, s.skipped) for s in suites] == stated
    assert sum(s[0] for s in stated) == document.tests
    return suites


def test_a_suite_is_a_game_and_a_case_a_clause(check: Check) -> None:
    (suite,) = suites_of(check("breach.txt", "--format", "junit"))
    assert suite.name == "breach.txt"
    assert {p.name: p.value for p in suite.properties()}["players"] == "Ann, Bo, Cy"
    checked = [c.id for c in games.find("jade-merchant").rules.clauses.values() if c.kind == CHECKED]
    names = [case.name for case in suite]
    assert [name.partition(",")[0] for name in names] == checked
    (failed,) = [case for case in suite if case.result]
    (failure,) = failed.result
    assert isinstance(failure, Failure)
    assert (failed.classname, failed.name) == ("jade-merchant", "jade.bid.lower, event 4")
    assert (failed._elem.get("file"), failed._elem.get("line")) == ("breach.txt", "6")
    assert (failure.message, failure.type) == ("4 does not undercut 4", "jade.bid.lower")
    assert "legal: Bo bid 3, Bo bid 2, Bo bid 1, Bo pass" in failure.text


def test_selected_clauses_only(check: Check) -> None:
    (suite,) = suites_of(check("breach.txt", "--select", "jade.take", "--format", "junit", code=0))
    assert {case.name.rpartition(".")[0] for case in suite} == {"jade.take"}


def test_undecided_and_waived_are_skipped(check: Check) -> None:
    (suite,) = suites_of(check("unknown.txt", "--format", "junit", code=0))
    (case,) = [case for case in suite if case.result]
    assert isinstance(case.result[0], Skipped)
    (suite,) = suites_of(check("disputed.txt", "--format", "junit"))
    kinds = [type(case.result[0]) for case in suite if case.result]
    assert kinds.count(Skipped) == 1
    assert kinds.count(Failure) >= 2


def test_unreadable_lines_are_errors(check: Check) -> None:
    (suite,) = suites_of(check("unreadable.txt", "--format", "junit", code=2))
    errors = [case for case in suite if case.result and isinstance(case.result[0], Error)]
    assert [case._elem.get("line") for case in errors] == ["5", "7"]
    assert errors[0].result[0].message.startswith("5:5: expected one of bid")


def test_names_that_look_like_markup(check: Check) -> None:
    (suite,) = suites_of(check("strange.txt", "--format", "junit"))
    assert {p.name: p.value for p in suite.properties()}["players"] == "Ann: %0A::error::x, B, =<o>&, Cy"


def test_what_xml_cannot_hold_is_replaced(check: Check, tmp_path: Path) -> None:
    name = "odd\x0b\ufffe.txt"
    (tmp_path / name).write_text((tmp_path / "breach.txt").read_text())
    (suite,) = suites_of(check(name, "--format", "junit"))
    assert suite.name == "odd\ufffd\ufffd.txt"


def test_a_report_can_be_made_of_it(check: Check, tmp_path: Path) -> None:
    (tmp_path / "r.xml").write_text(check("breach.txt", "unknown.txt", "--format", "junit"), "utf-8")
    page = Junit(str(tmp_path / "r.xml")).html()
    assert "jade.bid.lower, event 4" in page
    assert "4 does not undercut 4" in page
