"""A game's package may draw its zones with templates, a style and symbols of its own."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee import game as games
from referee import language, replay
from referee.game import Game
from referee.report import html
from referee.simulate import simulate
from tests.report import records
from tests.report.conftest import HEAD, Open

SCENE = """
from referee.game import Piece, Scene, Zone

def scene(table):
    board = Zone("board", "Board", view="hexes", data={"hexes": [[0, 0, "a"], [1, 0, "<b>"]]})
    market = Zone("market", "Market", (Piece("7", "fox", "fox 7"),), view="not-there")
    return Scene("Turn 1", (board, market))
"""
HEXES = """
{% extends "zone.html" %}
{% block pieces %}
<svg viewBox="0 0 100 20" role="img" aria-label="the board">
{% for x, y, name in zone.data.hexes %}
<g class="piece hex"><path d="M{{ x * 20 }} {{ y }}h10v10z"/><text x="{{ x * 20 }}" y="15">{{ name }}</text></g>
{% endfor %}
</svg>
{% endblock %}
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Jade Merchant on another table, from a package with templates."""
    folder = tmp_path / "referee_hexes"
    (folder / "templates").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "scene.py").write_text(SCENE)
    (folder / "templates" / "hexes.html").write_text(HEXES)
    (folder / "templates" / "style.css").write_text(".hex { fill: red; }\n")
    (folder / "templates" / "symbols.svg").write_text('<symbol id="k-fox"><path d="M0 0"/></symbol>\n')
    monkeypatch.syspath_prepend(tmp_path)
    yield replace(records.jade(), scene=importlib.import_module("referee_hexes.scene").scene)
    for name in ("referee_hexes", "referee_hexes.scene"):
        sys.modules.pop(name, None)
    html.templates_of.cache_clear()
    html.look_of.cache_clear()


def test_a_game_draws_its_own_views(open_page: Open, game: Game) -> None:
    record, _ = records.story()
    page = open_page(html.page(game, record, source="x", head=HEAD))
    assert page.locator(".view-hexes .hex").count() == 2
    assert page.locator(".view-hexes text").all_text_contents() == ["a", "<b>"]
    assert page.evaluate("getComputedStyle(document.querySelector('.hex')).fill") == "rgb(255, 0, 0)"
    page.keyboard.press("Home")
    assert page.locator(".view-hexes .hex.new").count() == 0


def test_a_view_without_a_template_is_drawn_as_cards(open_page: Open, game: Game) -> None:
    record, _ = records.story()
    page = open_page(html.page(game, record, source="x", head=HEAD))
    assert page.get_by_role("img", name="fox 7").is_visible()
    mask = page.evaluate("getComputedStyle(document.querySelector('.fox'), '::before').maskImage")
    assert mask.startswith('url("data:image/svg+xml') and "M0 0" in mask


def test_what_does_not_change_is_stored_once(game: Game) -> None:
    record, _ = records.story()
    page = html.page(game, record, source="x", head=HEAD)
    assert page.count("the board") == 2  # as it stands, and in the data
    assert len([line for line in records.lines(page) if "the board" in line]) == 1


@pytest.mark.parametrize("code", language.LANGUAGES)
def test_the_parts_of_a_hex_read_as_its_name(code: str) -> None:
    castle = games.find("castle-merchants")
    table = replay.audit(castle, simulate(castle, 4, seed=3)[:60]).table
    with language.using(code):
        hexes = language.said(castle, castle.scene(table)).zones[0].data["hexes"]
    assert all("".join(each["words"]) == each["name"] for each in hexes)
    assert any(len(each["words"]) > 2 for each in hexes)


MERCHANTS = """() => [...document.querySelectorAll(".hexboard .merchant circle")].map((circle) => {
  const box = circle.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.5, 0.2], [0.35, 0.5], [0.65, 0.5]].map(([x, y]) =>
    document.elementFromPoint(box.x + x * box.width, box.y + y * box.height));
  return points.filter((found) => found && found.closest(".merchant")).length;
})"""


def test_merchants_on_one_hex_are_all_seen(open_page: Open) -> None:
    """The hexes of the row below, which are drawn later, do not cover them."""
    castle = games.find("castle-merchants")
    record = simulate(castle, 4, seed=3)[:1]
    page = open_page(html.page(castle, record, source="", head=HEAD), viewport={"width": 1280, "height": 900})
    page.locator(".hexboard .merchant").first.scroll_into_view_if_needed()
    assert page.evaluate(MERCHANTS) == [4, 4, 4, 4]
