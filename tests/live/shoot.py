"""Takes pictures of the pages, to look at and for the docs: ``python -m tests.live.shoot [FOLDER]``."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from referee.event import Started
from referee.game import find
from tests.live.conftest import ID, new_book, new_game
from tests.live.served import Served
from tests.live.tapping import part_of
from tests.report.conftest import FLAGS

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True, "device_scale_factor": 1}
MOVES = ["deal J J J G5 F3 S4 B X", "Ann bid 5", "Bo bid 3", "Cy pass", "Ann pass"]


def shoot(folder: Path) -> None:
    """Play the beginning of a game and take a picture wherever there is something to see."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, sync_playwright() as engine:
        served = Served(new_book(Path(place) / "club.db", Started("jade-merchant", ("Ann", "Bo", "Cy"))))
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        try:
            _story(browser, served, folder)
        finally:
            browser.close()
            served.stop()


def _story(browser: Any, served: Served, folder: Path) -> None:
    phone = _opened(browser, served.scribe, served, **PHONE)
    dark = _opened(browser, served.spectator, served, color_scheme="dark", **PHONE)
    _snap(phone, folder / "deal.png")
    _log(phone, MOVES[0])
    _snap(phone, folder / "bids.png")
    for move in MOVES[1:3]:
        _log(phone, move)
    phone.fill("#text", "Cy bid 3")
    phone.click("#entry .main")
    phone.wait_for_selector("#asking:not([hidden])")
    _snap(phone, folder / "breach.png")
    phone.fill("#reason", "Nobody noticed")
    phone.click("#sure")
    phone.wait_for_selector("#now.has-breach")
    _snap(phone, folder / "recorded.png")
    _snap(dark, folder / "watching-dark.png")
    phone.click("#undo")
    phone.wait_for_selector("#list > li[id='6']")
    for move in MOVES[3:]:
        _log(phone, move)
    _snap(phone, folder / "take.png")
    phone.click(".facet[data-word=J]")
    _snap(phone, folder / "take-2.png")
    phone.evaluate("document.getElementById('5').click()")
    _snap(phone, folder / "about.png")
    phone.keyboard.press("Escape")
    for path in ("new", "invite", ""):
        phone.goto(f"{served.origin}/{path}")
        _snap(phone, folder / f"{path or 'games'}.png")
    _castle(browser, served, folder)
    for scheme in ("light", "dark"):
        wide = _opened(browser, served.scribe, served, color_scheme=scheme, viewport={"width": 1280, "height": 860})
        _snap(wide, folder / f"wide-{scheme}.png")


def _castle(browser: Any, served: Served, folder: Path) -> None:
    """The board of another game, and its many ways."""
    started, texts = part_of(find("castle-merchants"), most=18)
    phone = _opened(browser, served.scribe, served, new_game(served.book, started), **PHONE)
    for text in texts:
        _log(phone, text)
    _snap(phone, folder / "castle.png")
    phone.locator("button.verb", has_text="place").tap()
    phone.locator(".facet[data-word=field]:visible").tap()
    _snap(phone, folder / "castle-place.png")


def _opened(browser: Any, link: str, served: Served, at: str = f"/g/{ID}", **options: Any) -> Page:
    page = browser.new_context(**options).new_page()
    page.goto(link)
    page.goto(served.origin + at)
    page.wait_for_selector("#link.live")
    return page


def _log(page: Page, move: str) -> None:
    page.wait_for_selector("#dock[aria-busy=false]")
    before = page.locator("#list > li").count()
    page.fill("#text", move)
    page.click("#entry .main")
    page.wait_for_selector(f"#list > li:nth-child({before + 1})")


def _snap(page: Page, path: Path) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=path)


if __name__ == "__main__":
    shoot(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures/at-the-table"))
