"""SARIF: valid by the published schema, and saying what the check says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from sarif_kit import validate

from referee import cli
from referee import game as games
from tests.formats.conftest import Check

ALL = ["breach.txt", "disputed.txt", "unknown.txt", "strange.txt"]


def run_of(said: str) -> Any:
    log = json.loads(said)
    assert validate.validation_errors(log) == []
    (run,) = log["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    return run


@pytest.mark.parametrize("options", [[], ["--explain"], ["--all-readings"], ["--lang", "ja"], ["--select", "jade.bid"]])
def test_it_is_valid(check: Check, options: list[str]) -> None:
    run_of(check(*ALL, *options, "--format", "sarif"))


def test_the_schema_would_notice(check: Check) -> None:
    log = json.loads(check("breach.txt", "--format", "sarif"))
    log["runs"][0]["results"][0]["kind"] = "wrong"
    assert validate.validation_errors(log)


def test_all_rules_are_declared_with_help(check: Check) -> None:
    rules = run_of(check("breach.txt", "--format", "sarif"))["tool"]["driver"]["rules"]
    clauses = games.find("jade-merchant").rules.clauses
    assert [rule["id"] for rule in rules] == list(clauses)
    lower = rules[list(clauses).index("jade.bid.lower")]
    assert lower["name"] == "JadeBidLower"
    assert lower["shortDescription"]["text"] == "Each bid is lower than the one before it."
    assert lower["fullDescription"]["text"] == clauses["jade.bid.lower"].rule
    assert lower["help"]["text"].endswith("Jade Merchant rulebook, Bidding 2, Bidding 3")
    assert "```text\n" in lower["help"]["markdown"]
    assert "#! jade.bid.lower" in lower["help"]["markdown"]
    assert lower["properties"]["kind"] == "checked"
    assert lower["properties"]["citations"] == [
        "Jade Merchant rulebook, Bidding 2",
        "Jade Merchant rulebook, Bidding 3",
    ]


def test_a_breach(check: Check) -> None:
    (result,) = run_of(check("breach.txt", "--format", "sarif"))["results"]
    assert (result["ruleId"], result["kind"], result["level"]) == ("jade.bid.lower", "fail", "error")
    assert result["message"]["text"] == "4 does not undercut 4"
    (location,) = result["locations"]
    assert location["physicalLocation"] == {
        "artifactLocation": {"uri": "breach.txt", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 6},
    }
    assert location["logicalLocations"] == [{"name": "4", "fullyQualifiedName": "breach.txt#4", "kind": "event"}]
    assert result["properties"]["move"] == "Bo bid 4"
    assert result["properties"]["legal"] == ["Bo bid 3", "Bo bid 2", "Bo bid 1", "Bo pass"]


def test_what_was_not_logged_is_open_and_what_held_passes(check: Check) -> None:
    (result,) = run_of(check("unknown.txt", "--format", "sarif", code=0))["results"]
    assert (result["kind"], result["level"]) == ("open", "none")
    kinds = {r["kind"] for r in run_of(check("breach.txt", "--explain", "--format", "sarif"))["results"]}
    assert kinds == {"fail", "pass"}


def test_rulings_and_objections(check: Check) -> None:
    results = run_of(check("disputed.txt", "--format", "sarif"))["results"]
    found = [(r["kind"], r["ruleId"], r["locations"][0]["logicalLocations"][0]["name"]) for r in results]
    assert found[-2:] == [("review", "referee.objection", "3"), ("review", "jade.bid.ceiling", "3")]
    assert results[-2]["message"]["text"] == "Bo objects: four is too many"
    assert results[-2]["locations"][0]["physicalLocation"]["region"]["startLine"] == 5
    states = [
        (r["locations"][0]["logicalLocations"][0]["name"], r["suppressions"][0]["status"])
        for r in results
        if "suppressions" in r
    ]
    assert states == [("4", "underReview"), ("9", "accepted"), ("12", "rejected")]
    (waived,) = results[[r["locations"][0]["logicalLocations"][0]["name"] for r in results].index("9")]["suppressions"]
    assert waived["justification"] == 'waived by Cy: it stands, "as always"'


def test_lines_that_cannot_be_read(check: Check) -> None:
    run = run_of(check("unreadable.txt", "--format", "sarif", code=2))
    (invocation,) = run["invocations"]
    assert not invocation["executionSuccessful"]
    notes = invocation["toolExecutionNotifications"]
    regions = [note["locations"][0]["physicalLocation"]["region"] for note in notes]
    assert [(region["startLine"], region["startColumn"]) for region in regions] == [(5, 5), (7, 1)]
    assert "expected one of bid" in notes[0]["message"]["text"]


def test_addresses(check: Check, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    def uri(target: str) -> str:
        (result,) = run_of(check(target, "--format", "sarif"))["results"]
        return str(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])

    (tmp_path / "ä b#c.txt").write_text((tmp_path / "breach.txt").read_text())
    assert uri("ä b#c.txt") == "%C3%A4%20b%23c.txt"
    assert uri(str(tmp_path / "breach.txt")) == "breach.txt"
    far = tmp_path_factory.mktemp("far") / "x.txt"
    far.write_text((tmp_path / "breach.txt").read_text())
    assert uri(str(far)) == far.as_uri()


def test_a_game_of_a_logbook_has_no_line(check: Check, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["import", "breach.txt"]) == 0
    capfd.readouterr()
    (result,) = run_of(check("referee.db#breach", "--format", "sarif"))["results"]
    (location,) = result["locations"]
    assert location["physicalLocation"] == {"artifactLocation": {"uri": "referee.db", "uriBaseId": "%SRCROOT%"}}
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "referee.db#breach#4"


def test_a_fingerprint_outlives_a_moved_line(check: Check, tmp_path: Path) -> None:
    text = (tmp_path / "breach.txt").read_text()
    (tmp_path / "moved.txt").write_text(text.replace("deal", "# a remark\n\ndeal"))
    (before,) = run_of(check("breach.txt", "--format", "sarif"))["results"]
    (after,) = run_of(check("moved.txt", "--format", "sarif"))["results"]
    assert after["locations"][0]["physicalLocation"]["region"] == {"startLine": 8}
    assert after["partialFingerprints"] == before["partialFingerprints"]
