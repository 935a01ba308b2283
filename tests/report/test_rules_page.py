"""A rulebook's page: every sentence of the source leads to its clauses, and every clause back."""

from __future__ import annotations

import re

import pytest

from referee import coverage
from referee import game as games
from referee.game import Game
from referee.report import html
from referee.report.html_rules import fates, looked_after, sections
from referee.report.rules import cases

GAMES = [games.find(id) for id in games.ids()]


@pytest.mark.parametrize("game", GAMES, ids=games.ids())
def test_every_sentence_is_there_once(game: Game) -> None:
    page = html.rulebook(game)
    told = [told for section in sections(game) for told in section.sentences]
    assert len(told) == len(coverage.load(game)) > 0
    assert all(page.count(f'<tr id="{each.id}"') == 1 for each in told)
    assert sum(n for _, _, n in fates(sections(game))) == len(told)


@pytest.mark.parametrize("game", GAMES, ids=games.ids())
def test_every_link_leads_somewhere_on_the_page(game: Game) -> None:
    page = html.rulebook(game)
    ids = re.findall(r'\bid="?([^" >]+)', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="?#([^" >]+)', page)) <= set(ids)


@pytest.mark.parametrize("game", GAMES, ids=games.ids())
def test_clauses_and_sentences_lead_to_each_other(game: Game) -> None:
    found = looked_after(sections(game))
    listed = {(id, f"{s.item}.{s.n}", s.section) for s in coverage.load(game) for id in s.clauses}
    assert {(id, told.place, told.section) for id, all in found.items() for told in all} == listed


def test_a_sentence_says_how_many_cases_its_clause_has() -> None:
    game = games.find("jade-merchant")
    page = html.rulebook(game)
    n = len(cases(game, "jade.bid.lower"))
    assert f'<a href="#jade.bid.lower"><code>jade.bid.lower</code></a> <small>{n} cases</small>' in page


def test_a_broken_clause_leads_to_the_games() -> None:
    broken = {"jade.bid.lower": [html.Place("Friday", "friday.html#13"), html.Place("Club", "club.html#7")]}
    page = html.rulebook(games.find("jade-merchant"), broken, "index.html")
    assert '<a href="friday.html#13">Friday</a>, <a href="club.html#7">Club</a>' in page
    assert '<a href="index.html">' in page
