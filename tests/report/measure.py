"""How big replay pages are and how quick: ``python -m tests.report.measure [STEPS…]``.

For each game and number of steps: kilobytes (as they are, and gzipped as for a mail), where the bytes are, the time to
render, and in headless Chromium the time until the page can be used and until a step is drawn.
"""

from __future__ import annotations

import re
import shutil
import statistics
import sys
import tempfile
import time
import zlib
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from referee import game as games
from referee.report import html
from tests.report import long
from tests.report.conftest import FLAGS, ready

STEPS = (50, 500, 5000)
PARTS = {
    "style": r"<style>(.*?)</style>",
    "script": r"<script>(.*?)</script>",
    "pictures": r"<svg class=defs aria-hidden=true>(.*?)</svg>\n<a",
    "table": r"<div class=zones id=zones>(.*?)</div>\n</section>\n</div>\n<aside",
    "moves": r"<ol id=list>(.*?)</ol>\n</section>",
    "steps": r"<script type=\"application/json\" id=data>(.*?)</script>",
    "chart": r"<div class=chart id=chart>(.*?)</div>\n<input",
}
SEEK = """async (order) => {
  const took = [];
  for (const n of order) {
    const slider = document.getElementById("slider");
    const began = performance.now();
    slider.value = n;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    document.body.offsetHeight;
    took.push(performance.now() - began);
    await new Promise((done) => setTimeout(done));
  }
  return took;
}"""
"""Goes to events in this order; each time includes the layout."""


def parts(page: str) -> dict[str, float]:
    """Kilobytes of each part of a page, and of the rest."""
    sizes = {name: _size("".join(re.findall(pattern, page, re.DOTALL))) for name, pattern in PARTS.items()}
    return sizes | {"rest": _size(page) - sum(sizes.values())}


def _size(text: str) -> float:
    return len(text.encode()) / 1024


def rendered(id: str, steps: int) -> tuple[str, float]:
    """A page and the milliseconds of this processor that it took, everything imported and compiled."""
    record = long.record(id, steps)
    html.page(games.find(id), record[:20], source="measured", head="0" * 64)
    began = time.process_time()
    page = html.page(games.find(id), record, source="measured", head="0" * 64)
    return page, 1000 * (time.process_time() - began)


def seen(browser: Any, path: Path, steps: int) -> tuple[float, float]:
    """Milliseconds until a page can be used (median of three), and of a jump to any event (the 95th of a hundred)."""
    loads = []
    for _ in range(3):
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        began = time.perf_counter()
        page.goto(path.as_uri())
        ready(page)
        loads.append(1000 * (time.perf_counter() - began))
        jumps = page.evaluate(SEEK, [1 + (n * 7919) % steps for n in range(110)])[10:]
        page.close()
    return statistics.median(loads), statistics.quantiles(jumps, n=20)[-1]


def main(wanted: list[int]) -> None:
    print("| game | steps | KB | gzipped | render ms | load ms | seek p95 ms | " + " | ".join(PARTS) + " | rest |")
    print("|---|" + "---:|" * (len(PARTS) + 7))
    with sync_playwright() as engine, tempfile.TemporaryDirectory() as place:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for id in games.ids():
            for steps in wanted:
                page, took = rendered(id, steps)
                path = Path(place, "page.html")
                path.write_text(page, "utf-8")
                load, seek = seen(browser, path, steps)
                packed = len(zlib.compress(page.encode(), 6)) / 1024
                cells = [f"{_size(page):.0f}", f"{packed:.0f}", f"{took:.0f}", f"{load:.0f}", f"{seek:.1f}"]
                cells += [f"{size:.1f}" for size in parts(page).values()]
                print(f"| {id} | {steps:,} | {' | '.join(cells)} |", flush=True)
        browser.close()


if __name__ == "__main__":
    main([int(n) for n in sys.argv[1:]] or list(STEPS))
