"""Records made to break the page: nothing in them is ever anything but text."""

from __future__ import annotations

from typing import Any

import pytest

from referee.event import Amended, Disputed, Ended, Event, Noted, Retracted, Ruled, Started
from referee.games.jade_merchant.events import Bid, Deal, Pass, Take
from referee.report import html
from tests.report import records
from tests.report.conftest import HEAD, Open

NASTY = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</title><script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]><!-- -->",
    "{{ 7*7 }}{% raw %}",
    "' onclick='alert(1)",
    "javascript:alert(1)",
    "&lt;b&gt; &amp; &#60;",
    "a\nb\tc",
    "\\u003cb\\u003e </ <\\/script>",
    "שלום עולם",
    "e" + "\u0301" * 40,
]


def record(name: str, text: str) -> list[Event]:
    """A record with a name and a text at every place where one may stand."""
    return [
        Started("jade-merchant", (name, "Bo"), {}, {"place": text, "tag": text}, note=text, lead=(text,)),
        Deal(cards=("J", "J", "A", "B", "C", "S1", "S2", "G1"), note=text),
        Bid(name, 4, note=text, lead=(text, text)),
        Bid("Bo", 5),
        Disputed(4, name, text, "jade.bid.lower"),
        Ruled(5, "waived", name, text),
        Noted(4, text),
        Bid(text, 1),
        Amended(8, Pass("Bo")),
        Take(name, ("J", text)),
        Retracted(10),
        Take(name, ("J", "J", "A", "B")),
        Ended((name,)),
    ]


def page_of(name: str, text: str) -> str:
    return html.page(records.jade(), record(name, text), source=text, head=HEAD)


@pytest.mark.parametrize("text", NASTY)
def test_markup_is_text(open_page: Open, text: str) -> None:
    page = open_page(page_of(text, text))
    seen = " ".join(text.split())
    assert seen in " ".join(page.locator("#list").inner_text().split())
    assert page.title().startswith(seen)
    for key in ("Home", *["ArrowRight"] * 12):
        page.keyboard.press(key)
    assert page.locator(".zone.player h3").first.text_content() == text.replace("\n", "\n")
    assert page.locator("script").count() == 3 and page.locator("img").count() == 0


def test_ten_thousand_characters(open_page: Open) -> None:
    long = "x" * 10_000
    for options in ({}, {"viewport": {"width": 390, "height": 844}, "is_mobile": True}):
        page = open_page(page_of("N" * 60, long), **options)
        width = page.viewport_size["width"]
        for _ in range(12):
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            page.keyboard.press("ArrowLeft")
        assert page.locator("#list").inner_text().count(long) > 3


def test_the_policy_stops_what_would_get_through(browser: Any, tmp_path: Any) -> None:
    planted = "<img src=x onerror=\"window.ran=1\"><script>window.ran=1</script><b style='color:red'>"
    document = page_of("Ann", "MARK").replace("MARK", planted)
    path = tmp_path / "planted.html"
    path.write_text(document, encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector("#list [aria-current]")
    assert page.evaluate("window.ran") is None
    page.close()
