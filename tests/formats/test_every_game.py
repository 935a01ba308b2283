"""Every format holds for every game, whatever went wrong in it."""

from __future__ import annotations

import json
from collections.abc import Iterable

import pytest
from junitparser import JUnitXml
from sarif_kit import validate

from referee import game as games
from referee import language, replay, simulate, transcript
from referee.game import Game
from referee.report import formats
from referee.report.formats import Output
from referee.report.machine import Seen
from referee.report.text import Counts
from referee.sources import Source
from tests.formats.test_github import read as read_command

EACH = pytest.mark.parametrize("game", [games.find(id) for id in games.ids()], ids=games.ids())
SPOKEN = pytest.mark.parametrize("code", language.LANGUAGES)


def written(form: str, game: Game) -> str:
    """Some flawed games in a format, with everything that held."""
    output, counts = formats.output(form), Counts()
    lines: list[str] = []
    for seed in range(3):
        lines += _one(output, counts, game, seed)
    return "\n".join([*lines, *output.end(counts)])


def _one(output: Output, counts: Counts, game: Game, seed: int) -> Iterable[str]:
    text = transcript.write(game, simulate.simulate(game, game.players[seed % 2], seed, flaws=3))
    (read,) = transcript.parse(text, f"{seed}.txt")
    source = Source(f"{seed}.txt", game, read.record, "", read.lines, read.headers)
    audit = replay.audit(game, read.record, explain=True, legal=False)
    counts.add(source, audit.findings)
    return output.game(source, audit, audit.findings, Seen(frozenset(game.rules.clauses)))


@EACH
@SPOKEN
def test_sarif_is_valid(game: Game, code: str) -> None:
    with language.using(code):
        log = json.loads(written("sarif", game))
    assert validate.validation_errors(log) == []
    kinds = [result["kind"] for result in log["runs"][0]["results"]]
    assert "fail" in kinds
    assert "pass" in kinds


@EACH
@SPOKEN
def test_junit_counts_its_cases(game: Game, code: str) -> None:
    with language.using(code):
        document = JUnitXml.fromstring(written("junit", game).encode())
    stated = (document.tests, document.failures, document.skipped)
    document.update_statistics()
    assert stated == (document.tests, document.failures, document.skipped)
    assert document.failures


@EACH
@SPOKEN
def test_each_line_for_github_is_a_command(game: Game, code: str) -> None:
    with language.using(code):
        commands = [read_command(line) for line in written("github", game).splitlines()]
    assert {command.name for command in commands} <= {"error", "warning", "notice"}
    assert any(command.properties.get("line") for command in commands)


@EACH
def test_json_lines_are_objects(game: Game) -> None:
    lines = [json.loads(line) for line in written("jsonl", game).splitlines()]
    assert lines[-1]["type"] == "summary"
    assert lines[-1]["breaches"] == sum(
        line["type"] == "finding" and line["outcome"] == "breach" and ".record." not in line["clause"] for line in lines
    )
