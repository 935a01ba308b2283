"""WCAG 2.2 AA, as far as axe-core can tell, on every kind of page and in every look."""

from __future__ import annotations

from typing import Any

import pytest

from referee.report import html
from tests.report import records
from tests.report.conftest import HEAD, Open

axe = pytest.importorskip("axe_playwright_python.sync_playwright")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def faults(page: Any) -> list[str]:
    found = axe.Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
    return [
        f"{fault['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for fault in found.response["violations"]
        for node in fault["nodes"]
    ]


LOOKS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark"},
    {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
]


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_the_replay_page(open_page: Open, story: str, look: dict[str, Any]) -> None:
    page = open_page(story, "#19", **look)
    assert faults(page) == []
    page.keyboard.press("p")
    page.keyboard.press("?")
    assert faults(page) == []


def test_a_long_game(open_page: Open, long_game: str) -> None:
    assert faults(open_page(long_game)) == []


def test_the_rulebook(open_page: Open) -> None:
    document = html.rulebook(records.jade(), {"jade.bid.lower": [html.Place("A & B", "a.html#13")]})
    for scheme in ("light", "dark"):
        page = open_page(document, color_scheme=scheme)
        assert faults(page) == []
    assert page.get_by_role("link", name="A & B").get_attribute("href") == "a.html#13"
    assert page.locator("article").count() == len(records.jade().rules.clauses) + len(records.jade().rules.readings)


def entries() -> list[html.Entry]:
    two = ("Ann", "Bo")
    return [
        html.Entry(
            href="a.html",
            title="Kurumari",
            game="Jade Merchant",
            events=33,
            breaches=2,
            record=1,
            players=two,
            head=HEAD,
        ),
        html.Entry(
            href="b.html",
            title="At home",
            game="Jade Merchant",
            events=9,
            result="Bo wins with 40½",
            players=two,
            head=HEAD,
        ),
        html.Entry(
            href="c.html",
            title="Club",
            game="Castle Merchants",
            events=120,
            undecided=3,
            waived=1,
            players=two,
            head=HEAD,
        ),
    ]


@pytest.mark.parametrize("look", LOOKS, ids=["light", "dark", "phone"])
def test_the_index(open_page: Open, look: dict[str, Any]) -> None:
    assert faults(open_page(html.index(entries(), tallies()), **look)) == []


def tallies() -> list[html.Tally]:
    return [
        html.Tally(clause="jade.bid.lower", game="Jade Merchant", rule="Lower.", href="jade.html#x", breaches=3),
        html.Tally(clause="jade.bid.turn", game="Jade Merchant", rule="In turn.", breaches=11, disputes=1),
    ]
