"""The pages in every language: nothing is left in English that has words of ours, and nothing breaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter, ascii_letters

import pytest
from playwright.sync_api import expect

from referee import game as games
from referee import language, transcript
from referee.chain import short
from referee.report import html, site
from referee.sources import sources
from tests.report import records
from tests.report.conftest import HEAD, Open
from tests.report.test_access import entries, faults, tallies

ROOT = Path(__file__).parents[2]
TOLD = {"jade-merchant": "jade-dispute", "castle-merchants": "castle-dispute", "dale-of-merchants": "dale-breaches"}
"""A game in replays/ of each kind, with findings."""


def widened(template: str) -> str:
    """A template with wide letters for its words: ``Ｎｏｔｅ {n}``."""
    parts = [
        (text, field and f"{{{field}{':' * bool(form)}{form}}}") for text, field, form, _ in Formatter().parse(template)
    ]
    return "".join(text.translate(WIDE) + (field or "") for text, field in parts)


WIDE = {ord(letter): ord(letter) - ord("!") + ord("！") for letter in ascii_letters}


class Wide:
    """A language whose words are the English ones in wide letters, so that what is said in no language stands out."""

    def gettext(self, text: str) -> str:
        return widened(text)

    def pgettext(self, context: str, text: str) -> str:
        return widened(text)

    def ngettext(self, one: str, many: str, n: int) -> str:
        return widened(one if n == 1 else many)


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(language, "_catalogue", lambda code, game: Wide())
    with language.using("xx"):
        yield


class Texts(HTMLParser):
    """All that somebody reads or hears of a page, but for code, and for the moves, which are as they were written."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.path: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [
            value or "" for name, value in attrs if name in ("aria-label", "title", "alt", "placeholder", "data-th")
        ]
        if tag not in ("meta", "link", "br", "input", "path", "use", "circle", "img"):
            self.path.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if self.path and self.path[-1] == tag:
            self.path.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.path and self.path.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not {"style", "script", "code", "cite", "kbd", "bdi"} & set(self.path):
            self.found.append(data)


def texts(document: str) -> list[str]:
    parser = Texts()
    parser.feed(document)
    return [text for text in map(str.strip, parser.found) if text]


WORD = re.compile(r"[A-Za-z]{2,}")
KEYS = "Home End Shift Ctrl Enter Space"


def words(text: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(text)}


def unsaid(document: str, *written: str) -> list[str]:
    """What a page says with words that no catalogue knows and that nobody has written in the record."""
    names = [game.title for game in ALL] + [id for game in ALL for id in (*game.rules.clauses, *game.rules.readings)]
    known = words(" ".join([KEYS, "Referee", short(HEAD), *names, *written]))
    return [text for text in texts(document) if words(text) - known]


ALL = [games.find(id) for id in games.ids()]


def replay_of(id: str) -> tuple[str, str]:
    """A page of a game in replays/, and the text of its record."""
    path = ROOT / "replays" / f"{TOLD[id]}.txt"
    (read,) = transcript.parse(path.read_text("utf-8"))
    assert read.game is not None
    return html.page(read.game, read.record, source="r", head=HEAD, lines=read.lines), path.read_text("utf-8")


def story() -> str:
    record, lines = records.story()
    return html.page(records.jade(), record, source="story.txt", head=HEAD, lines=lines)


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("id", games.ids())
def test_a_replay_says_nothing_that_cannot_be_translated(id: str) -> None:
    page, written = replay_of(id)
    assert unsaid(page, written, *NAMES.get(id, ())) == []
    assert "Ｔｈｅ ｒｅｃｏｒｄ" in page


NAMES = {"castle-merchants": ("fromage muslin excalibur gemstone chianti", "Ca Vi Mo Fi Fo reconstruction")}
"""Proper names and letters that stand on the board."""


@pytest.mark.usefixtures("wide")
def test_the_story_says_nothing_that_cannot_be_translated() -> None:
    assert unsaid(story(), records.STORY, "story.txt") == []


@pytest.mark.usefixtures("wide")
@pytest.mark.parametrize("id", games.ids())
def test_a_rulebook_says_nothing_that_cannot_be_translated(id: str) -> None:
    game = games.find(id)
    page = html.rulebook(game, {next(iter(game.rules.clauses)): [html.Place("Kurumari", "a.html#13")]})
    assert unsaid(page, "Kurumari", *(o.id for r in game.rules.readings.values() for o in r.options)) == []


@pytest.mark.usefixtures("wide")
def test_an_index_says_nothing_that_cannot_be_translated() -> None:
    written = [f"{entry.title} {entry.result} {' '.join(entry.players)}" for entry in entries()]
    assert unsaid(html.index(entries(), tallies()), *written, *(tally.rule for tally in tallies())) == []
    assert unsaid(html.index([])) == []


@pytest.mark.usefixtures("wide")
def test_the_script_of_a_replay_says_nothing_that_cannot_be_translated(open_page: Open) -> None:
    page = open_page(story(), "#7")
    said = [page.locator("#live").inner_text(), page.locator("#slider").get_attribute("aria-valuetext")]
    for key in (">", "1", "c"):
        page.keyboard.press(key)
        expect(page.locator("#toast")).to_be_visible()
        said.append(page.locator("#toast").inner_text())
    page.locator("select[name=outcome]").select_option("breach")
    said.append(page.locator("#hidden-rows").inner_text())
    assert [text for text in said if words(text) - words(records.STORY)] == []
    assert all(set(text) & set(map(chr, WIDE.values())) for text in said), said


@pytest.mark.usefixtures("wide")
def test_the_script_of_an_index_says_nothing_that_cannot_be_translated(open_page: Open) -> None:
    page = open_page(html.index(entries(), tallies()))
    page.locator("#search").fill("club")
    assert page.locator("#hidden").inner_text() == "2 ｏｆ 3 ｈｉｄｄｅｎ"


# The languages that there are

SPOKEN = pytest.mark.parametrize("code", [code for code in language.LANGUAGES if code != language.ENGLISH])
PAGES: dict[str, Callable[[], str]] = {
    "replay": story,
    "index": lambda: html.index(entries(), tallies()),
    "rulebook": lambda: html.rulebook(records.jade()),
}


@SPOKEN
@pytest.mark.parametrize("kind", PAGES)
def test_a_page_in_another_language_is_for_everybody(open_page: Open, code: str, kind: str) -> None:
    with language.using(code):
        page = open_page(PAGES[kind]())
    assert page.locator("html").get_attribute("lang") == code
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


@SPOKEN
def test_the_live_region_speaks_the_language(open_page: Open, code: str) -> None:
    with language.using(code):
        page = open_page(story(), "#7")
    undone = {"fr": "le coup a été repris", "ja": "取り消された"}[code]
    assert undone in page.locator("#live").inner_text()


def test_no_english_is_left_on_japanese_pages_of_jade() -> None:
    """But for names, moves as written, and the sections of the rulebook."""
    with language.using("ja"):
        rulebook = html.rulebook(records.jade(), {"jade.bid.lower": [html.Place("Kurumari", "a")]})
        assert unsaid(story(), records.STORY, "story.txt") == []
    options = [option.id for reading in records.jade().rules.readings.values() for option in reading.options]
    assert unsaid(rulebook, "Kurumari", *options) == []


MOVES = {"fr": "Coups", "ja": "手順"}


@SPOKEN
@pytest.mark.parametrize("id", games.ids())
def test_a_game_without_a_catalogue_falls_back_sentence_by_sentence(code: str, id: str) -> None:
    with language.using(code):
        page, _ = replay_of(id)
    assert f"<h2 id=moves tabindex=-1>{MOVES[code]}</h2>" in page
    english = {"castle-merchants": "Board", "dale-of-merchants": "Market", "jade-merchant": "no such title"}[id]
    assert (f"<h3><bdi>{english}</bdi></h3>" in page) == (code == "ja" and id != "jade-merchant")


def test_a_folder_of_pages_is_in_one_language() -> None:
    paths: Iterable[str] = [str(ROOT / "replays" / f"{name}.txt") for name in TOLD.values()]
    with language.using("fr"):
        for name, page in site.pages(sources(paths), {}):
            assert '<html lang="fr">' in page, name
