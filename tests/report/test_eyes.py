"""``report --as``: pages in which nothing is that was hidden from somebody."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import cli
from referee.chain import head_of, short
from referee.report import html
from referee.sight import as_seen
from referee.sources import sources
from tests.report import records
from tests.report.conftest import Open
from tests.report.test_access import faults

DALE = """\
game: dale-of-merchants
players: Ann, Bo
sets: macaws, squirrels, raccoons
place: Kurumari cafe
remark: Ann was dealt R1 and has S1 below

market M3 R3 S2 M4 S4
# Ann smiles: she holds R1
Ann has M1 R1 j j j           # R1 it is
Bo has S1 j j j j
Ann build M1
Ann play R4: take S1 from Bo  # not a card she has: the referee lists her hand
note 6: S1 and R1 again
Ann draw S1
refill
Bo inventory j
"""
HIDDEN = ("R1", "S1", "Wily Fellow", "Stashing Vendor")
"""What the table never sees in that game."""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("friday.txt").write_text(DALE, "utf-8")

    def call(*arguments: str) -> tuple[int, str, str]:
        code = cli.run(list(arguments))
        said = capfd.readouterr()
        return code, said.out, said.err

    return call


def everything(path: Path) -> str:
    """All that a replay page holds, what its script draws, too; but for the style and the script."""
    page = path.read_text("utf-8")
    visible = re.sub(r"<(style|script)>.*?</\1>", "", page, flags=re.DOTALL)
    return visible + "".join(records.lines(page))


def mentions(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def test_nothing_hidden_is_in_the_file(run: Run) -> None:
    assert run("report", "friday.txt", "-o", "all")[0] == 0
    assert run("report", "friday.txt", "-o", "table", "--as", "table")[0] == 0
    full, seen = everything(Path("all/friday.html")), everything(Path("table/friday.html"))
    assert all(mentions(full, word) for word in HIDDEN)
    assert [word for word in HIDDEN if mentions(seen, word)] == []
    assert "dale.record.hand" in full


def test_the_index_beside_it_tells_nothing_either(run: Run) -> None:
    run("report", "friday.txt", "-o", "table", "--as", "table")
    (source,) = sources(["friday.txt"])
    for name in ("friday.html", "index.html"):
        page = Path("table", name).read_text("utf-8")
        assert source.head not in page
        assert short(head_of(source.record)) not in page
        assert "as everybody saw it" in page
    assert "Kurumari cafe" in Path("table/friday.html").read_text("utf-8")


def test_a_player_sees_the_own_hand(run: Run) -> None:
    run("report", "friday.txt", "-o", "ann", "--as", "an")
    run("report", "friday.txt", "-o", "bo", "--as", "Bo")
    ann, bo = everything(Path("ann/friday.html")), everything(Path("bo/friday.html"))
    assert mentions(ann, "R1")
    assert not mentions(bo, "R1")
    assert mentions(bo, "S1")
    assert "as <bdi>Ann</bdi> saw it" in ann


def test_an_unknown_player_is_an_error_before_anything_is_written(run: Run) -> None:
    code, _, said = run("report", "friday.txt", "-o", "out", "--as", "Anm")
    assert code == 2
    assert 'nobody here is called "Anm"; did you mean "Ann"?' in said
    assert not Path("out").exists()


def test_what_an_audit_kept_has_no_eyes(run: Run) -> None:
    run("audit", "friday.txt", "--state", "audit.db")
    code, _, said = run("report", "audit.db", "-o", "out", "--as", "table")
    assert code == 2
    assert "audit.db is what an audit kept" in said
    assert not Path("out").exists()


def test_a_game_without_secrets_keeps_its_head(run: Run) -> None:
    Path("jade.txt").write_text(records.STORY, "utf-8")
    run("report", "jade.txt", "-o", "out", "--as", "Bo")
    page = Path("out/jade.html").read_text("utf-8")
    (source,) = sources(["jade.txt"])
    assert source.head in page
    assert "Nothing is ever hidden in this game." in page
    assert "too early, she says later" in page


@pytest.mark.parametrize("width", [390, 1280])
def test_it_is_for_everybody(open_page: Open, run: Run, width: int) -> None:
    (source,) = sources(["friday.txt"])
    assert source.game is not None
    seen = as_seen(source.game, source.record, "Bo")
    page: Any = open_page(
        html.page(source.game, seen, source="x", head="", viewer="Bo"), viewport={"width": width, "height": 800}
    )
    assert page.locator(".counts .eyes").inner_text() == "as Bo saw it"
    assert "Seen by" in page.locator("footer").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []
