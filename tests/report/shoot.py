"""Takes the pictures of the README: ``python -m tests.report.shoot``."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from referee.report import site
from referee.sources import sources
from tests.report.conftest import FLAGS

ROOT = Path(__file__).parents[2]
SHOTS = {
    "jade": ("jade-family-game", 44, 1180),
    "castle": ("castle-two-players", 64, 1180),
    "dale": ("dale-four-players", 120, 1180),
}
"""For each picture the game in replays/, the event, and the width in pixels."""


def shoot(folder: Path) -> None:
    """Write the replay of each game to a folder of its own, open it at an event, take a picture."""
    with tempfile.TemporaryDirectory() as place, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for name, (game, event, width) in SHOTS.items():
            page = browser.new_page(viewport={"width": width, "height": 820})
            page.goto(f"{_written(Path(place), game).as_uri()}#{event}")
            page.wait_for_timeout(400)
            page.screenshot(path=folder / f"{name}.png")
        browser.close()


def _written(folder: Path, game: str) -> Path:
    pages = dict(site.pages(sources([str(ROOT / "replays" / f"{game}.txt")]), {}))
    path = folder / f"{game}.html"
    path.write_text(pages[path.name], "utf-8")
    return path


if __name__ == "__main__":
    shoot(ROOT / "docs" / "pictures")
