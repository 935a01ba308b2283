"""The pages at the table in every language: each browser's own, and nothing left in English that has words of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import game as games
from referee import language, line
from referee.event import Started
from referee.live import drawing
from referee.logbook import Logbook
from tests.live.conftest import FOR_TWO, ID, new_book, new_game
from tests.report.test_words import Wide, unsaid

httpx = pytest.importorskip("httpx")
pytest.importorskip("uvicorn")

from referee.live.hall import Live  # noqa: E402 needs the web's packages

NAMES = "fromage muslin excalibur gemstone chianti Ca Vi Mo Fi Fo reconstruction club.db"
DEAL = "deal J J J G5 F3 S4 B X"


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(language, "_catalogue", lambda code, game: Wide())
    with language.using("xx"):
        yield


def verbs(id: str) -> str:
    """The words of a game's notation, which are the same in every language."""
    return " ".join(form.pattern for form in games.find(id).forms)


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("id", games.ids())
def test_a_table_says_nothing_that_cannot_be_translated(id: str, tmp_path: Path) -> None:
    started = Started(id, ("Ann", "Bo"), tags={"edition": "2015"} if id.startswith("dale") else {})
    live = Live(new_book(tmp_path / "club.db", started), f"{id}-1")
    context = {"parts": live.snapshot.parts("scribe"), "seq": 1, "role": "scribe", "id": "x"}
    page, _ = drawing.page("table.html", live.artist.look, game=live.desk.game, players=("Ann", "Bo"), **context)
    moves = " ".join(choice.text for choice in live.desk.choices)
    assert unsaid(page, "Ann Bo", verbs(id), NAMES, moves, line.show(live.desk.game, started)) == []


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize(
    ("name", "context"),
    [
        (
            "games.html",
            {"entries": [{"id": "x", "title": "Jade", "players": ("Ann",), "events": 3}], "book": "club.db"},
        ),
        ("games.html", {"entries": [], "book": "club.db"}),
        ("new.html", {"games": [games.find(id) for id in games.ids()]}),
        ("invite.html", {"codes": [("spectator", "", ""), ("scribe", "", "")], "alone": True}),
        ("refused.html", {"status": 404, "why": "", "title": ""}),
    ],
)
def test_the_other_pages_say_nothing_that_cannot_be_translated(name: str, context: dict[str, Any]) -> None:
    page, _ = drawing.page(name, role="scribe", **context)
    assert unsaid(page, "Ann Jade", NAMES) == []


@pytest.mark.parametrize("name", ["table.js", "scribe.js", "new.js"])
def test_a_script_says_nothing_past_the_catalogues(name: str) -> None:
    """A sentence in quotes stands in a ``say``."""
    script = drawing.static(name)
    sentences = re.findall(r'(.{4})"((?:[A-Z][a-z]+[ .]|[a-z]+ [a-z]{2,})[^"#]*)"', script)
    said = [text for before, text in sentences if before == "say("]
    loose = [text for before, text in sentences if before != "say(" and text not in ("use strict", "no connection")]
    assert loose == []
    assert said


@pytest.mark.parametrize(
    ("accepted", "code"),
    [
        ("", "en"),
        ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
        ("de,ja;q=0.5,fr;q=0.4", "ja"),
        ("en-GB,fr;q=0.9", "en"),
        ("fr;q=0, ja;q=0.1", "ja"),
        ("*;q=x,;;,é", "en"),
    ],
)
def test_a_browser_is_spoken_to_in_the_language_it_likes_best(served: Any, accepted: str, code: str) -> None:
    assert language.of_header(accepted) == code
    with served.client(served.scribe) as client:
        page = client.get("/", headers={"Accept-Language": accepted.encode()})
    assert f'<html lang="{code}">' in page.text


def test_errors_and_verdicts_are_in_the_language_too(served: Any) -> None:
    at = new_game(served.book)
    with served.client(served.scribe) as client:
        client.headers["Accept-Language"] = "fr"
        assert "Introuvable" in client.get("/nowhere").text
        slip = {"id": "a" * 16, "after": 1, "say": {"do": "line", "text": "Ann bd 4"}}
        assert client.post(at, json=slip).json()["error"].startswith("attendu\xa0: un de bid, pass")
        slip["say"] = {"do": "line", "text": "Ann bid 4"}
        assert "Règle" in client.post(at, json=slip).json()["ask"]
    with served.client() as stranger:
        assert "Il faut le lien" in stranger.get("/", headers={"Accept-Language": "fr"}).text


def test_one_language_for_all(tmp_path: Path) -> None:
    from tests.live.served import Served

    served = Served(new_book(tmp_path / "club.db"), options=("--lang", "ja"))
    try:
        with served.client(served.scribe) as client:
            page = client.get(f"/g/{ID}", headers={"Accept-Language": "fr"}).text
        assert '<html lang="ja">' in page
    finally:
        served.stop()


def test_each_reader_of_a_game_has_a_page_of_their_own(tmp_path: Path) -> None:
    path = new_book(tmp_path / "club.db", FOR_TWO)
    live = Live(path, ID)
    with language.using("fr"):
        assert live.redraw() is False
        assert "manche" in live.snapshot.html["caption"].casefold()
    with Logbook(path, writable=True) as book:
        book.append(ID, line.read_line(live.desk.game, live.desk.record, DEAL), 1)
    assert live.refresh() is True
    for code, said in (("en", "Round 1, auction 1"), ("fr", "Manche 1, enchère 1")):
        with language.using(code):
            assert live.snapshot.seq == 2
            assert said in live.snapshot.html["caption"]
