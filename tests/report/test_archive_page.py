"""What an audit kept, as a page: the numbers of the audit, links that lead somewhere, for everybody."""

from __future__ import annotations

import re
import sqlite3
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee import code, crew
from referee.cli import run
from referee.report import html_archive
from referee.report.archive import Summary
from referee.simulate import NAMES
from tests.archive.conftest import book, folder, records  # noqa: F401 (fixtures)
from tests.report.conftest import Open
from tests.report.test_access import LOOKS, faults
from tests.report.test_words import unsaid, wide  # noqa: F401 (a fixture)

# ruff: noqa: F811


@pytest.fixture
def state(book: Path, folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "audit of the league.db"
    assert run(["audit", str(book), str(folder), "--jobs", "1", "--state", str(path), "--times"]) == 2
    capfd.readouterr()
    return path


@pytest.fixture
def page(state: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> str:
    assert run(["report", str(state), "-o", str(tmp_path / "out")]) == 0
    said = capfd.readouterr()
    assert not said.err
    paths = [Path(line) for line in said.out.split("\n") if line]
    assert paths[-1].name == "audit-of-the-league.html"
    assert all(path.is_file() for path in paths)
    return paths[-1].read_text("utf-8")


def cells(page: str, table: str) -> list[list[str]]:
    (body,) = re.findall(f"<table id={table}>.*?<tbody>(.*?)</tbody>", page, re.DOTALL)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body, re.DOTALL)
    return [[unescape(re.sub("<[^>]*>", "", cell)).strip() for cell in re.split(r"</t[hd]>", row)][:-1] for row in rows]


def summed(state: Path) -> Summary:
    found = Summary()
    for game in crew.verdicts_in(state):
        found.add(game)
    return found


def test_the_page_has_the_numbers_of_the_audit(state: Path, page: str) -> None:
    found = summed(state)
    clauses = {row[0]: row for row in cells(page, "clauses")}
    assert set(clauses) == {*found.clauses, *found.times}
    for id, clause in found.clauses.items():
        assert clauses[id][2:7] == [
            *(str(n or "") for n in (clause.breaches, clause.undecided, clause.waived, clause.games)),
            clause.first,
        ]
        assert float(clauses[id][7].rstrip("%")) >= 0
    assert sum(int(row[2]) for row in cells(page, "tables")) == sum(
        table.games for tables in found.tables.values() for table in tables.values()
    )
    assert {row[0] for row in cells(page, "errors")} == {*found.errors}
    faulty = cells(page, "games")
    assert sum(int(row[3]) for row in faulty) == found.summary.breaches + found.summary.record + found.summary.errors
    assert [int(row[3]) for row in faulty] == sorted((int(row[3]) for row in faulty), reverse=True)


def test_its_links_lead_to_clauses(page: str, tmp_path: Path) -> None:
    links = re.findall(r'href="(rules-[^"#]*)#([^"]*)"', page)
    assert links
    for file, id in links:
        assert f'id="{id}"' in (tmp_path / "out" / file).read_text("utf-8")


def test_only_the_worst_games_are_listed(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, (_, whole) = html_archive.pages("a.html", "a", crew.verdicts_in(state), False)
    monkeypatch.setattr(html_archive, "MOST", 3)
    *_, (_, cut) = html_archive.pages("a.html", "a", crew.verdicts_in(state), False)
    assert cells(cut, "games") == cells(whole, "games")[:3]
    assert f"{len(cells(whole, 'games')) - 3} more are in the audit" in cut


def test_verdicts_of_other_rules_are_said_to_be(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(code, "of_verdicts", lambda: "of other code")
    assert run(["report", str(state), "-o", str(tmp_path)]) == 0
    assert "judged by other rules" in capfd.readouterr().err
    assert "Judged by other rules" in (tmp_path / "audit-of-the-league.html").read_text("utf-8")
    assert summed(state).summary.games  # they are still there


def test_a_page_beside_replays(state: Path, book: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["report", str(book), str(state), "-o", str(tmp_path / "all")]) == 0
    names = {Path(line).name for line in capfd.readouterr().out.split("\n") if line}
    assert {"audit-of-the-league.html", "index.html", "g0000.html"} <= names


def test_a_state_called_index_does_not_take_the_place_of_the_index(state: Path, tmp_path: Path) -> None:
    assert run(["report", str(state.rename(tmp_path / "index.db")), "-o", str(tmp_path / "out")]) == 0
    assert not (tmp_path / "out" / "index.html").exists()
    assert list((tmp_path / "out").glob("index-*.html"))


def test_somebody_elses_database_is_left_alone(book: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    theirs = tmp_path / "theirs.db"
    with sqlite3.connect(theirs) as connection:
        connection.execute("create table piece (mine)")
        connection.execute("create table more (mine)")
    for strange in (theirs, book):
        before = strange.read_bytes()
        assert run(["audit", str(book), "--jobs", "1", "--state", str(strange)]) == 2
        assert "not an audit's state" in capfd.readouterr().err
        assert strange.read_bytes() == before


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_for_everybody(page: str, open_page: Open, look: dict[str, Any]) -> None:
    shown = open_page(page, **look)
    assert faults(shown) == []
    shown.get_by_label("Search").fill("noise")
    assert 0 < shown.locator("#games tbody tr:visible").count() < len(cells(page, "games"))


@pytest.mark.usefixtures("wide")
def test_it_says_nothing_that_cannot_be_translated(book: Path, tmp_path: Path) -> None:
    assert run(["audit", str(book), "--jobs", "1", "--state", str(tmp_path / "s.db"), "--times"]) == 1
    *_, (_, page) = html_archive.pages("a.html", "a", crew.verdicts_in(tmp_path / "s.db"), True)
    assert unsaid(page, *NAMES) == []
