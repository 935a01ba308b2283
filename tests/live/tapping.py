"""A scribe who taps: logs any event on a phone's page as a person would, and counts the taps.

``python -m tests.live.tapping [GAME]`` logs a part of a random game and prints taps and times.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from referee import words
from referee.event import Record, Started
from referee.game import Game, find
from referee.line import show
from referee.replay import started_of
from referee.simulate import simulate

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
FIND = "text => [...document.querySelectorAll('.move')].find(b => b.dataset.move === text) || null"


def watched(page: Any, origin: str, trouble: list[str]) -> None:
    """Note all errors of a page, and all requests to anybody else."""
    page.on("pageerror", lambda error: trouble.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (trouble.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("console", lambda message: _console(message, trouble))
    page.on("request", lambda request: _request(request.url, origin, trouble))


def _console(message: Any, trouble: list[str]) -> None:
    if message.type == "error" and "Failed to load resource" not in message.text:
        trouble.append(f"console: {message.text}")


def _request(url: str, origin: str, trouble: list[str]) -> None:
    if not url.startswith((origin + "/", "data:", "about:")):
        trouble.append(f"request: {url}")


def shown(page: Any, seq: int) -> None:
    """Wait until a page shows an event."""
    page.wait_for_selector(f"#list > li[id='{seq}']", state="attached")


def tap(page: Any, text: str) -> int:
    """Log a move by tapping. Returns how many taps it took."""
    page.wait_for_selector("#dock[aria-busy=false]")
    due = page.get_attribute("#choices", "data-due")
    button = page.evaluate_handle(FIND, text).as_element()
    if button is not None:
        return _choose(page, button)
    if due and text.startswith(due.strip()):
        return _compose(page, text)
    raise AssertionError(f"{text} cannot be tapped")


def _choose(page: Any, button: Any) -> int:
    """Tap the move; where there are many, the words that are in it first."""
    taps = 1 + _unfold(button)
    for word in button.get_attribute("data-words").split("\n")[2:]:
        if button.is_visible():
            break
        group = button.evaluate_handle("button => button.closest('.group')").as_element()
        for facet in group.query_selector_all(".facet:not(.clear)"):
            if facet.get_attribute("data-word") == word and facet.is_enabled() and facet.is_visible():
                facet.tap()
                taps += 1
                break
    button.tap()
    return taps


def _unfold(button: Any) -> int:
    """Open the kind of moves that this one is of, if it is closed."""
    verb = button.evaluate_handle("b => b.closest('.group') && b.closest('.group').querySelector('button.verb')")
    if verb.as_element() is None or verb.as_element().get_attribute("aria-expanded") == "true":
        return 0
    verb.as_element().tap()
    return 1


def _compose(page: Any, text: str) -> int:
    """Tap one word after the other, then "Log"."""
    page.wait_for_function("() => document.querySelectorAll('#hints button').length > 0")
    owed = [token.text for token in words.split(text).tokens]
    begun = len(page.input_value("#text").split())
    for word in owed[begun:]:
        page.locator("#hints button").filter(has_text=_exactly(word)).first.tap()
        page.wait_for_function("word => document.getElementById('text').value.endsWith(' ' + word + ' ')", arg=word)
    page.locator("#entry .main").tap()
    return len(owed) - begun + 1


def _exactly(word: str) -> Any:
    import re

    return re.compile(f"^{re.escape(word)}$")


def part_of(game: Game, most: int = 40, seed: int = 5) -> tuple[Started, list[str]]:
    """How a random game begins and its first moves: for Jade Merchant just the first round."""
    record: Record = simulate(game, min(4, game.players.stop - 1), seed)
    moves = [show(game, event) for event in record[1:most]]
    second_deal = next((i for i, move in enumerate(moves) if i and move.startswith("deal ")), len(moves))
    return started_of(record), moves[:second_deal]


def main(id: str) -> None:
    """Log the first moves of a game on one page while another watches."""
    from playwright.sync_api import sync_playwright

    from tests.live.conftest import new_book
    from tests.live.served import Served
    from tests.report.conftest import FLAGS

    started, moves = part_of(find(id))
    with tempfile.TemporaryDirectory() as place, sync_playwright() as engine:
        served = Served(new_book(Path(place) / "club.db", started))
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        pages = []
        for link in (served.scribe, served.spectator):
            pages.append(browser.new_context(**PHONE).new_page())
            pages[-1].goto(link)
            pages[-1].goto(f"{served.origin}/g/{id}-1")
        taps, times = [], []
        for seq, move in enumerate(moves, start=2):
            begin = time.perf_counter()
            taps.append(tap(pages[0], move))
            shown(pages[1], seq)
            times.append(time.perf_counter() - begin)
            shown(pages[0], seq)
            print(f"{taps[-1]:3} taps  {times[-1]:.2f} s  {move}")
        browser.close()
        served.stop()
    print(f"{len(moves)} moves, {sum(taps)} taps: {statistics.mean(taps):.1f} a move, half of them at most", end=" ")
    print(f"{statistics.median(taps):g}; until the other phone shows it {statistics.median(times):.2f} s (median)")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "jade-merchant")
