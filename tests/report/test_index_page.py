"""The index in a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from referee.report import html
from tests.report.conftest import Open
from tests.report.test_access import entries, tallies


@pytest.fixture
def page(open_page: Open) -> Any:
    return open_page(html.index(entries(), tallies()))


def titles(page: Any) -> list[str]:
    return [str(text) for text in page.locator("#games tbody tr:not([hidden]) a").all_inner_texts()]


def test_each_game_has_a_link(page: Any) -> None:
    assert page.eval_on_selector_all("#games tbody a", "a => a.map(e => e.getAttribute('href'))") == [
        "a.html",
        "b.html",
        "c.html",
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kuru", ["Kurumari"]),
        ("bo WINS", ["At home"]),
        ("castle", ["Club"]),
        ("120", ["Club"]),
        ("", ["Kurumari", "At home", "Club"]),
    ],
)
def test_search(page: Any, text: str, found: list[str]) -> None:
    page.fill("#search", text)
    assert titles(page) == found
    assert page.locator("#hidden").inner_text() == (f"{3 - len(found)} of 3 hidden" if len(found) < 3 else "")


@pytest.mark.parametrize(
    ("name", "value", "found"),
    [
        ("game", "Castle Merchants", ["Club"]),
        ("findings", "fault", ["Kurumari"]),
        ("findings", "undecided", ["Club"]),
        ("findings", "clean", ["At home"]),
    ],
)
def test_filters(page: Any, name: str, value: str, found: list[str]) -> None:
    page.select_option(f"[name={name}]", value)
    assert titles(page) == found
    page.click("#show-all")
    page.wait_for_selector("#show-all", state="hidden")
    assert len(titles(page)) == 3


@pytest.mark.parametrize(
    ("column", "order"),
    [
        ("Game", ["At home", "Club", "Kurumari"]),
        ("Events", ["At home", "Kurumari", "Club"]),
        ("Findings", ["At home", "Club", "Kurumari"]),
    ],
)
def test_sorting(page: Any, column: str, order: list[str]) -> None:
    page.click(f"#games thead button:has-text('{column}')")
    assert titles(page) == order
    assert page.locator("[aria-sort=ascending]").inner_text() == column
    page.click(f"#games thead button:has-text('{column}')")
    assert titles(page) == order[::-1]
    assert page.locator("[aria-sort=descending]").count() == 1


def test_the_clauses_are_sorted_by_themselves(page: Any) -> None:
    page.click("#clauses thead button:has-text('Broken')")
    page.click("#clauses thead button:has-text('Broken')")
    assert page.locator("#clauses tbody th").all_inner_texts() == ["jade.bid.turn", "jade.bid.lower"]
    assert titles(page) == ["Kurumari", "At home", "Club"]


def test_without_script(open_page: Open) -> None:
    page = open_page(html.index(entries()), java_script_enabled=False)
    assert len(titles(page)) == 3
    assert not page.locator("#search").is_visible()


def test_a_phone_needs_no_sideways_scroll(open_page: Open) -> None:
    page = open_page(html.index(entries()), viewport={"width": 390, "height": 844}, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_hostile_entries(open_page: Open) -> None:
    name = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
    entry = html.Entry(
        href="javascript.html", title=name, game=name, players=(name, "Bo"), events=1, result=name, date=name
    )
    page = open_page(html.index([entry, *entries()]))
    assert titles(page)[0] == name
    page.fill("#search", "onerror")
    assert titles(page) == [name]
