"""The page of a whole simulated game, for every game there is."""

from __future__ import annotations

import random
from functools import cache

import pytest

from referee import game as games
from referee.report import html
from referee.simulate import simulate
from tests.report.conftest import HEAD, Open
from tests.report.test_access import faults
from tests.report.test_replay_page import JUMPING, LOOK, STEPPING


@cache
def document(id: str) -> str:
    game = games.find(id)
    record = simulate(game, game.players[0], seed=3)
    return html.page(game, record, source="simulated", head=HEAD)


@pytest.mark.parametrize("id", games.ids())
def test_it_is_small(id: str) -> None:
    assert len(document(id).encode()) < 100_000


@pytest.mark.parametrize("id", games.ids())
def test_jumps_show_what_stepping_shows(open_page: Open, id: str) -> None:
    page = open_page(document(id), "#1")
    page.evaluate(LOOK)
    stepped = page.evaluate(STEPPING)
    order = random.Random(7).sample(range(1, len(stepped)), 20)
    assert page.evaluate(JUMPING, order) == [stepped[n - 1] for n in order]


@pytest.mark.parametrize("id", games.ids())
@pytest.mark.parametrize("width", [390, 1280])
def test_it_is_for_everybody(open_page: Open, id: str, width: int) -> None:
    page = open_page(document(id), viewport={"width": width, "height": 800}, color_scheme="dark")
    page.evaluate("location.hash = '#30'")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []


@pytest.mark.parametrize("id", games.ids())
def test_its_rulebook_is_for_everybody(open_page: Open, id: str) -> None:
    page = open_page(html.rulebook(games.find(id)))
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert faults(page) == []
