"""The pages in a real browser: taps on a phone, another phone that watches, and a bad connection."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import game as games
from referee.event import Started
from referee.line import show
from tests.live.conftest import new_game, record_of
from tests.live.tapping import part_of, shown, tap

playwright = pytest.importorskip("playwright.sync_api")
pytest.importorskip("uvicorn")

DEAL = "deal J J J G5 F3 S4 B X"
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    '"><script>alert(2)</script>',
    "{{7*7}}",
    "O’Neill & Söhne",
    "</script><b>x",
)

Phone = Callable[..., Any]


def moves(served: Any, at: str) -> list[str]:
    record = record_of(served.book, at[3:])
    return [show(games.find(record[0].game), event) for event in record[1:]]  # type: ignore[attr-defined]


def log(page: Any, text: str) -> None:
    """Write a line and log it."""
    page.wait_for_selector("#dock[aria-busy=false]")
    page.fill("#text", text)
    page.tap("#entry .main")


def opened(phone: Phone, served: Any, at: str, *texts: str, **options: Any) -> Any:
    """A scribe's page on which some lines have been logged."""
    page = phone(served, served.scribe, at, **options)
    for seq, text in enumerate(texts, start=2):
        log(page, text)
        shown(page, seq)
    page.wait_for_selector("#dock[aria-busy=false]")
    return page


@pytest.mark.parametrize("id", games.ids())
def test_a_part_of_a_game_logged_by_tapping_while_another_watches(phone: Phone, served: Any, id: str) -> None:
    game = games.find(id)
    started, texts = part_of(game, most=11)
    at = new_game(served.book, started)
    scribe, watcher = phone(served, served.scribe, at), phone(served, served.spectator, at)
    for seq, text in enumerate(texts, start=2):
        tap(scribe, text)
        shown(watcher, seq)
        shown(scribe, seq)
    assert moves(served, at) == texts
    assert watcher.locator(".f.breach, .f.record").count() == 0
    watcher.wait_for_function("n => document.querySelector('#now h2')?.dataset.n === n", arg=str(len(texts) + 1))
    for part in ("#zones", "#caption", "#list"):
        assert watcher.inner_text(part) == scribe.inner_text(part)
    assert watcher.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no sideways scrolling"
    fresh = phone(served, served.spectator, at)
    assert fresh.inner_text("#zones") == watcher.inner_text("#zones"), "what was sent is what is there"


def test_a_game_is_started_on_the_phone(phone: Phone, served: Any) -> None:
    page = phone(served, served.scribe, "/")
    page.tap("text=New game")
    page.select_option("[name=game]", "jade-merchant")
    for n, name in enumerate(["Ann", "Bo", "Cy"]):
        if n == 2:
            page.tap("#more")
        page.locator("#players input").nth(n).fill(name)
    page.tap("button.main")
    page.wait_for_selector("#link.live")
    assert page.inner_text(".players") == "Ann, Bo, Cy"
    assert page.input_value("#text").strip() == "deal"


def test_a_breach_is_asked_about_with_its_clause(phone: Phone, served: Any) -> None:
    at = new_game(served.book)
    page = opened(phone, served, at, DEAL, "Ann bid 4")
    log(page, "Bo bid 4")
    page.wait_for_selector("#asking:not([hidden])")
    asked = page.inner_text("#asking")
    assert "jade.bid.lower" in asked and "4 does not undercut 4" in asked and "Bidding 2" in asked
    page.tap("#change")
    assert page.input_value("#text") == "Bo bid 4"
    page.tap("#entry .main")
    page.wait_for_selector("#asking:not([hidden])")
    page.fill("#reason", "nobody noticed")
    page.tap("#sure")
    shown(page, 4)
    assert "nobody noticed" in page.inner_text("#now") and "jade.bid.lower" in page.inner_text("#now")
    assert moves(served, at)[-1] == "Bo bid 4"


def test_what_cannot_be_read_stays_in_the_field(phone: Phone, served: Any) -> None:
    at = new_game(served.book)
    page = opened(phone, served, at, DEAL)
    log(page, "Ann bit 4")
    page.wait_for_selector("#trouble:not([hidden])")
    assert 'did you mean "bid"?' in page.inner_text("#trouble")
    assert page.input_value("#text") == "Ann bit 4"


def test_the_field_searches_the_legal_moves(phone: Phone, served: Any) -> None:
    page = opened(phone, served, new_game(served.book), DEAL)
    page.fill("#text", "5")
    assert page.locator(".move:visible").all_inner_texts() == ["5"]
    page.tap(".move:visible")
    shown(page, 3)
    page.wait_for_selector("#dock[aria-busy=false]")  # others may see the move before its scribe has the answer
    assert page.input_value("#text") == ""


def test_take_back_note_dispute_and_ruling(phone: Phone, served: Any) -> None:
    at = new_game(served.book)
    page = opened(phone, served, at, DEAL, "Ann bid 4")
    page.tap("#undo")
    shown(page, 4)
    for event, form, fields in [
        (2, "note", {"text": "shuffled # twice"}),
        (2, "dispute", {"text": "not shuffled", "by": "Bo"}),
        (2, "rule", {"verdict": "dismissed", "by": "Ann", "text": "it was"}),
        (2, "amend", {"text": "deal J J J G5 F3 S4 B A"}),
    ]:
        _about(page, event, form, fields)
    assert moves(served, at)[2:] == [
        "undo 3", 'note 2: "shuffled # twice"', "dispute 2 by Bo: not shuffled", "rule 6 dismissed by Ann: it was",
        "amend 2: deal J J J G5 F3 S4 B A",
    ]  # fmt: skip
    page.locator("#list > li[id='2'] > a").tap()
    assert page.locator("[data-do=rule]").is_hidden(), "nothing is left to rule on"


def _about(page: Any, event: int, form: str, fields: dict[str, str]) -> None:
    """Open what can be said about an event, and say it."""
    page.wait_for_selector("#dock[aria-busy=false]")
    last = page.locator("#list > li").count()
    page.locator(f"#list > li[id='{event}'] > a").tap()
    for name, value in fields.items():
        field = page.locator(f"#about form[data-do={form}] [name={name}]")
        field.fill(value) if name == "text" else field.select_option(value)
    page.locator(f"#about form[data-do={form}] button").tap()
    shown(page, last + 1)


def test_offline_and_back(phone: Phone, served: Any) -> None:
    at = new_game(served.book)
    scribe, watcher = opened(phone, served, at, DEAL), phone(served, served.spectator, at)
    for page in (scribe, watcher):
        page.wait_for_selector("#link.live")
        page.context.set_offline(True)
    scribe.locator(".move", has_text="4").tap()
    scribe.wait_for_selector("#waiting:not([hidden])")
    assert "Ann bid 4" in scribe.inner_text("#waiting")
    assert moves(served, at) == [DEAL]
    scribe.context.set_offline(False)
    shown(scribe, 3)
    log(scribe, "Bo bid 3")
    shown(scribe, 4)
    watcher.context.set_offline(False)
    shown(watcher, 4)
    watcher.wait_for_selector("#link.live")
    assert watcher.inner_text("#zones") == scribe.inner_text("#zones")
    assert scribe.locator("#waiting").is_hidden()
    assert moves(served, at) == [DEAL, "Ann bid 4", "Bo bid 3"]


def test_an_answer_that_was_lost_does_not_record_twice(phone: Phone, served: Any) -> None:
    at = new_game(served.book)
    page = opened(phone, served, at, DEAL)
    lost = []

    def lose_first(route: Any) -> None:
        if route.request.method != "POST" or lost:
            route.continue_()
            return
        lost.append(route.fetch())  # it reaches the server; its answer reaches nobody
        route.abort()

    page.route("**" + at, lose_first)
    page.locator(".move", has_text="4").tap()
    shown(page, 3)
    page.wait_for_selector("#dock[aria-busy=false]")
    assert lost[0].status == 201
    assert moves(served, at) == [DEAL, "Ann bid 4"]
    log(page, "Bo bid 3")
    shown(page, 4)


def test_a_slip_survives_a_page_that_is_closed(phone: Phone, served: Any) -> None:
    at = new_game(served.book)
    page = opened(phone, served, at, DEAL)
    page.context.set_offline(True)
    page.locator(".move", has_text="4").tap()
    page.wait_for_selector("#waiting:not([hidden])")
    page.context.set_offline(False)
    page.goto("about:blank")
    page.goto(served.origin + at)
    shown(page, 3)
    assert moves(served, at) == [DEAL, "Ann bid 4"]


def test_two_scribes_see_each_other_and_never_overwrite(phone: Phone, served: Any) -> None:
    at = new_game(served.book)
    one = opened(phone, served, at, DEAL)
    two = phone(served, served.scribe, at)
    for page in (one, two):
        page.wait_for_selector("#others.warn")
        assert "writes, too" in page.inner_text("#others")
    two.route(re.compile("/stream"), lambda route: route.abort())
    two.evaluate("window.dispatchEvent(new Event('online'))")  # the stream is opened anew, and cannot be
    two.wait_for_selector("#link.no")
    one.locator(".move", has_text="5").tap()
    shown(one, 3)
    two.locator(".move", has_text="4").tap()
    two.wait_for_selector("#missed:not([hidden])")
    assert "3 Ann bid 5" in two.inner_text("#missed")
    assert two.input_value("#text") == "Ann bid 4"
    assert moves(served, at) == [DEAL, "Ann bid 5"]
    two.unroute(re.compile("/stream"))
    shown(two, 3)
    two.context.close()
    one.wait_for_selector("#others:not(.warn)", state="attached")


def test_wrong_links(phone: Phone, served: Any) -> None:
    page = phone(served, served.spectator[:-1] + "x", "/")
    assert "needs the link" in page.inner_text("main")
    watcher = phone(served, served.spectator, "/new")
    assert "only watches" in watcher.inner_text("main")


def test_the_end_of_the_session_is_said(phone: Phone, own: Any) -> None:
    page = phone(own, own.spectator)
    page.wait_for_selector("#link.live")
    port = int(own.origin.rpartition(":")[2])
    own.stop()
    page.wait_for_selector("#link.no")
    from tests.live.served import Served

    again = Served(own.book, port)
    page.wait_for_selector("#link.session")
    assert "Open the new link" in page.inner_text("#link")
    assert again.stop()[0] == 0


def test_hostile_names_are_shown_as_they_are(phone: Phone, served: Any) -> None:
    at = new_game(served.book, Started("jade-merchant", HOSTILE))
    scribe, watcher = phone(served, served.scribe, at), phone(served, served.spectator, at)
    tap(scribe, DEAL)
    shown(scribe, 2)
    scribe.wait_for_selector("#dock[aria-busy=false]")
    scribe.locator(".move").first.tap()
    shown(scribe, 3)
    scribe.wait_for_selector("#dock[aria-busy=false]")
    log(scribe, "note 3: <img src=x onerror=alert(3)>")
    shown(watcher, 4)
    for page in (scribe, watcher):
        text = page.inner_text("body")
        assert all(name in text for name in HOSTILE)
        assert "<img src=x onerror=alert(3)>" in text
    assert watcher.title().startswith(HOSTILE[0])
    for path in ("/", at + "/replay"):
        watcher.goto(served.origin + path)
        assert HOSTILE[0] in watcher.inner_text("body")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible(phone: Phone, served: Any, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(phone, served, new_game(served.book), DEAL, "Ann bid 4", color_scheme=scheme)
    log(page, "Bo bid 4")
    page.wait_for_selector("#asking:not([hidden])")
    found = [axe.run(page)]
    for path in ("/", "/new", "/invite") if scheme == "light" else ():
        page.goto(served.origin + path)
        found.append(axe.run(page))
    assert [each.generate_report() for each in found if each.violations_count] == []


def test_the_page_of_a_watcher_says_what_it_needs(phone: Phone, served: Any, tmp_path: Path) -> None:
    page = phone(served, served.spectator, new_game(served.book), java_script_enabled=False)
    assert "needs JavaScript" in page.inner_text("noscript")
    assert page.locator("#zones section").count() == 3
