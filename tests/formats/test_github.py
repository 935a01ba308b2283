"""Workflow commands, read as the runner reads them."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from referee import cli
from tests.formats.conftest import Check

# The grammar of a command as documented ("Workflow commands for GitHub Actions") and as the
# runner reads it: what stands between the name and the second :: are properties, divided by
# commas, each divided at its first =; escapes are undone last.
_COMMAND = re.compile(r"::(?P<name>[a-z-]+)(?: (?P<properties>.*?))?::(?P<data>.*)")
_ESCAPES = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}


class Command(NamedTuple):
    name: str
    properties: dict[str, str]
    data: str


def undone(text: str, escapes: str) -> str:
    return re.sub(escapes, lambda found: _ESCAPES[found.group()], text)


def read(line: str) -> Command:
    found = _COMMAND.fullmatch(line)
    assert found, line
    pairs = [pair.split("=", 1) for pair in (found["properties"] or "").split(",") if pair]
    properties = {key: undone(value, "%0D|%0A|%3A|%2C|%25") for key, value in pairs}
    return Command(found["name"], properties, undone(found["data"], "%0D|%0A|%25"))


def commands(said: str) -> list[Command]:
    return [read(line) for line in said.splitlines()]


def test_a_breach_is_an_error_at_its_line(check: Check) -> None:
    assert check("breach.txt", "--format", "github").splitlines() == [
        "::error file=breach.txt,line=6,title=jade.bid.lower::Bo bid 4: 4 does not undercut 4",
        "::notice title=referee::1 game, 5 events: 1 breach, 0 faults in the record, 0 undecided",
    ]


def test_levels(check: Check) -> None:
    found = commands(check("disputed.txt", "unknown.txt", "--format", "github"))
    by_line = {(c.properties.get("file"), c.properties.get("line")): c for c in found}
    assert by_line["disputed.txt", "6"].name == "error"
    waived = by_line["disputed.txt", "11"]
    assert (waived.name, waived.data.endswith("(waived by Cy)")) == ("notice", True)
    assert by_line["unknown.txt", "6"].name == "warning"


def test_unreadable_lines(check: Check) -> None:
    first, second, _ = commands(check("unreadable.txt", "--format", "github", code=2))
    assert first.properties == {"file": "unreadable.txt", "line": "5", "col": "5", "title": "cannot be read"}
    assert second.properties["line"] == "7"


def test_nothing_can_be_slipped_in(check: Check) -> None:
    found = commands(check("strange.txt", "--format", "github"))
    assert [command.name for command in found] == ["error", "notice"]
    assert found[0].data.startswith('"B, =<o>&" bid 4: ')


@pytest.mark.parametrize("text", ["a, b: c%0Ad", "x\r\ny", "100 % ::error::", "=,=:", "%25%2C", ""])
def test_what_is_escaped_reads_the_same(text: str) -> None:
    from referee.report.github import command

    said = command("error", text, title=text)
    assert "\n" not in said
    assert read(said) == Command("error", {"title": text} if text else {}, text)


def test_a_logbook_has_no_lines(check: Check, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["import", "breach.txt"]) == 0
    capfd.readouterr()
    first, _ = commands(check("--format", "github"))
    assert first.properties == {"file": "referee.db", "title": "jade.bid.lower"}
