"""The pages as text: the same bytes for the same input, sizes, safety, words."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from referee.event import Record, Started
from referee.game import Game, Result
from referee.report import html
from referee.report.html import Entry
from referee.report.html_words import result_words
from tests import strategies
from tests.report import records
from tests.report.conftest import HEAD

ROOT = Path(__file__).parents[2]


def _page() -> str:
    record, lines = records.story()
    return html.page(records.jade(), record, source="story.txt", head=HEAD, lines=lines)


def test_the_same_bytes_twice(story: str) -> None:
    assert _page() == story


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_same_bytes_under_another_hash_seed(story: str, seed: str) -> None:
    code = "import sys; from tests.report.test_html import _page; sys.stdout.buffer.write(_page().encode())"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"PYTHONHASHSEED": seed},
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    assert run.stdout.decode() == story


def test_a_whole_game_is_small() -> None:
    record = records.random_record(96, seed=3)
    page = html.page(records.jade(), record, source="x", head=HEAD)
    assert len(page.encode()) < 50_000


def test_a_page_grows_with_what_changes() -> None:
    record = records.random_record(500)
    page = html.page(records.jade(), record, source="x", head=HEAD)
    assert len(page.encode()) < 99_000


@settings(deadline=None, max_examples=40)
@given(strategies.absurd())
def test_no_sequence_of_events_crashes_a_page(case: tuple[Game, Record]) -> None:
    game, record = case
    page = html.page(game, record, source="absurd", head=HEAD)
    assert len(re.findall(r"<li id=\d+", page)) == len(record)


def test_a_reading_at_no_option_leaves_the_default_in_force() -> None:
    record: Record = [Started("jade-merchant", ("Ann", "Bo"), {"jade.reading.wild": "never"})]
    assert "wild: any" in html.page(records.jade(), record, source="x", head=HEAD)


def test_a_game_that_has_only_begun() -> None:
    game = records.jade()
    page = html.page(game, [Started(game.id, ("Ann", "Bo"))], source="x", head=HEAD)
    assert "Not finished" in page


def test_readings_given_override_the_tables() -> None:
    record, _ = records.story()
    page = html.page(records.jade(), record, source="x", head=HEAD, readings={"jade.reading.opener-pass": "yes"})
    assert "opener-pass: yes" in page and "jade.bid.opens" not in page


@pytest.mark.parametrize("kind", ["style", "script"])
def test_the_policy_lets_through_exactly_what_is_inlined(story: str, kind: str) -> None:
    (policy,) = re.findall(r'Content-Security-Policy content="([^"]*)"', story)
    (allowed,) = re.findall(rf"{kind}-src '([^']*)'", policy)
    code = re.findall(rf"<{kind}>(.*?)</{kind}>", story, re.DOTALL)
    assert [allowed] == ["sha256-" + base64.b64encode(hashlib.sha256(c.encode()).digest()).decode() for c in code]
    assert "default-src 'none'" in policy and "unsafe" not in policy


def test_nothing_is_fetched(story: str) -> None:
    assert re.findall(r"(?:src|href)=[\"']?(?!\\\\?[\"']|#|data:)[^\"' >]+", story) == []
    assert not re.search(r"url\((?!\"data:)|@import|\bfetch\(|XMLHttp|import\(", story)


@pytest.mark.parametrize("word", ["style=", "onclick", "onerror", "onload"])
def test_no_code_in_attributes(story: str, word: str) -> None:
    assert word not in story


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result(False, (), {}), "Not finished"),
        (Result(True, (), {}), "Winner undecided"),
        (Result(True, ("Di",), {"Di": Fraction(57)}), "Di wins with 57"),
        (Result(True, ("Di", "Bo"), {"Di": Fraction(9, 2)}), "Di and Bo share the victory with 4½"),
        (Result(True, ("Di",), {"Di": None}), "Di wins"),
    ],
)
def test_results_in_words(result: Result, words: str) -> None:
    assert result_words(result) == words


def test_an_empty_index() -> None:
    assert "No games yet" in html.index([])


def test_the_index_is_the_same_twice() -> None:
    entries = [Entry(href="a.html", title="A", game="Jade Merchant", players=("Ann", "Bo"), events=3, head=HEAD)]
    assert html.index(entries) == html.index(entries)
