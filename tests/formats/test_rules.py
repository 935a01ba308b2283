"""`referee rules`: one rule in full, and every sentence of every rulebook."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from referee import casebook, cli, coverage
from referee import game as games
from referee.coverage import Book
from referee.game import Game

GAMES = [games.find(id) for id in games.ids()]
LISTED = [game for game in GAMES if coverage.load(game)]
BY_ID = pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
RULEBOOKS = Path(os.environ.get("REFEREE_RULEBOOKS") or Path(__file__).parents[3] / "shared" / "rulebooks")
"""Where the texts of the rulebooks may lie; they are not in the project."""
LOCK = Path(__file__).with_name("sentences.lock")
"""A fingerprint of each list of sentences; it changes only where a rulebook is read anew."""

Rules = Callable[..., str]


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Rules:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, code: int = 0) -> str:
        assert cli.run(["rules", *arguments]) == code
        said = capfd.readouterr()
        return said.err if code else said.out

    return call


def test_a_clause_in_full(rules: Rules) -> None:
    whole = rules("jade.bid.minimum")
    assert whole.startswith(
        "jade.bid.minimum\n"
        '  Nothing is lower than "take one, return one": every bid takes at least one card.\n'
        "  source: Jade Merchant rulebook, Bidding 6\n"
        "  how: the referee checks every event that it constrains\n"
        "  silent where one of these is broken: jade.record.event-order, jade.round.rest,"
    )
    examples = whole.partition("  legal: ")[2]
    assert "\n      game: jade-merchant\n" in examples
    assert "  not legal: " in examples
    assert re.search(r"  #! jade\.bid\.minimum$", examples, re.MULTILINE)


def test_a_chapter_and_a_whole_game(rules: Rules) -> None:
    chapter = rules("jade.bid")
    assert all(line.startswith("  jade.bid.") for line in chapter.splitlines())
    whole = rules("jade-merchant")
    assert whole.startswith("Jade Merchant\n")
    assert chapter in whole
    assert "\nReadings\n" in whole


def test_a_reading_in_full(rules: Rules) -> None:
    said = rules("jade.reading.wild")
    assert "  any (the default): No, any letter will do" in said
    assert "  consulted by: jade.score.wild\n  for example: " in said


@BY_ID
def test_every_rule_as_json(rules: Rules, game: Game) -> None:
    found = json.loads(rules(game.id, "--format", "json"))
    assert [clause["id"] for clause in found["clauses"]] == list(game.rules.clauses)
    assert [reading["id"] for reading in found["readings"]] == list(game.rules.readings)
    for clause in found["clauses"]:
        assert clause["rule"] and clause["cites"] and clause["how"]
        if clause["kind"] == "checked":
            assert clause["events"]
            assert clause["examples"]["illegal"]["expected"]
            assert clause["examples"]["legal"]["transcript"]
    assert json.loads(rules(f"{game.rules.prefix}", "--format", "json")) == found


def test_a_clause_and_a_reading_as_json(rules: Rules) -> None:
    clause = json.loads(rules("jade.bid.lower", "--format", "json"))
    assert list(clause) == [
        "id", "game", "kind", "rule", "cites", "how", "events", "messages", "readings", "yields_to", "cases", "examples",
    ]  # fmt: skip
    assert clause["cites"][0] == {"source": "Jade Merchant rulebook", "section": "Bidding", "item": 2}
    reading = json.loads(rules("jade.reading.wild", "--format", "json"))
    assert list(reading) == ["id", "game", "question", "options", "default", "why", "clauses", "cases"]
    assert reading["default"] == "any"
    assert len(json.loads(rules("--format", "json"))["games"]) == len(GAMES)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["jade.bid.lowr"], 'did you mean "jade.bid.lower"?'),
        (["jade.bid.lower", "--coverage"], "--coverage is for a whole game"),
        (["jade-marchant", "--coverage"], 'did you mean "jade-merchant"?'),
        (["jade-merchant", "--format", "sarif"], "sarif"),
    ],
)
def test_what_there_is_not(rules: Rules, arguments: list[str], said: str) -> None:
    assert said in rules(*arguments, code=2)


# Coverage

EACH_LIST = pytest.mark.parametrize("game", LISTED, ids=[game.id for game in LISTED])


def test_every_game_accounts_for_its_rulebook() -> None:
    assert [game.id for game in GAMES if game not in LISTED] == []


@EACH_LIST
def test_the_fate_of_every_sentence(rules: Rules, game: Game) -> None:
    sentences = coverage.load(game)
    (found,) = json.loads(rules(game.id, "--coverage", "--format", "json"))["games"]
    assert [(s["section"], s["item"], s["n"]) for s in found["sentences"]] == [
        (s.section, s.item, s.n) for s in sentences
    ]
    assert sum(found["counts"].values()) == len(sentences)
    assert [s["source"] for s in found["sentences"]] == [s.source for s in sentences]
    for source in found["sources"]:
        assert sum(source["counts"].values()) == sum(s.source == source["source"] for s in sentences) > 0
    cases = casebook.cases(game.id)
    for sentence in found["sentences"]:
        for id, n in sentence["cases"].items():
            assert n == sum(case.heading == id or case.breaks(id) for case in cases)
            assert n or game.rules.clauses[id].kind != "checked"


@EACH_LIST
def test_the_same_as_text(rules: Rules, game: Game) -> None:
    head, *lines = rules(game.id, "--coverage").splitlines()
    sentences = coverage.load(game)
    assert head.startswith(f"{game.title}: {len(sentences)} sentences: ")
    assert sum(line.startswith("  ") for line in lines) == len(sentences)
    assert sentences[0].section in [line for line in lines if not line.startswith("  ")][:2]
    for book in coverage.books(game) if len(coverage.books(game)) > 1 else ():
        assert any(line.startswith(f"{book.source}: {len(book.sentences)} sentences: ") for line in lines)
    assert all(s.fate in line for s, line in zip(sentences, (li for li in lines if li.startswith("  ")), strict=True))


def test_all_games_at_once(rules: Rules) -> None:
    assert rules("--coverage") == "".join(rules(game.id, "--coverage") for game in GAMES)


BOOKS = [(game, book) for game in LISTED for book in coverage.books(game)]
NAMES = [f"{game.id}{'.' * bool(book.language)}{book.language}" for game, book in BOOKS]
EACH_BOOK = pytest.mark.parametrize(("game", "book"), BOOKS, ids=NAMES)


@EACH_BOOK
def test_no_place_is_listed_twice_and_every_clause_named_exists(game: Game, book: Book) -> None:
    assert max(Counter((s.section, s.item, s.n) for s in book.sentences).values()) == 1
    assert {id for s in book.sentences for id in s.clauses} <= game.rules.clauses.keys()


@EACH_BOOK
def test_every_citation_of_the_rulebook_points_to_a_sentence(game: Game, book: Book) -> None:
    places: set[tuple[str, int | str | None]] = {(s.section, item) for s in book.sentences for item in (s.item, None)}
    cites = [(clause.id, c) for clause in game.rules.clauses.values() for c in clause.cites if c.source == book.source]
    assert cites
    assert [(id, str(c)) for id, c in cites if (c.section, c.item) not in places] == []


@EACH_BOOK
def test_every_clause_of_the_rulebook_is_named_by_a_sentence(game: Game, book: Book) -> None:
    """But for what a record is, and what only cards or another source say."""
    named = {id for s in book.sentences for id in s.clauses}
    clauses = [clause for clause in game.rules.clauses.values() if not clause.is_record]
    assert [c.id for c in clauses if c.id not in named and any(cite.source == book.source for cite in c.cites)] == []


@EACH_BOOK
def test_the_list_is_that_of_the_rulebook(game: Game, book: Book) -> None:
    """Where the text is at hand, sentence by sentence; elsewhere a changed digest is noticed by its lock."""
    lock = dict(line.split() for line in LOCK.read_text().splitlines())
    name = f"{game.id}.{book.language}".rstrip(".")
    assert name in lock, "a new list: compare it with the rulebook, then add its fingerprint to the lock"
    lines = (f"{s.section}\0{s.item}\0{s.n}\0{s.digest}\n" for s in book.sentences)
    assert lock[name] == hashlib.sha256("".join(lines).encode()).hexdigest()
    text = RULEBOOKS / f"{name}.txt"
    if text.is_file():
        assert coverage.compare(book.sentences, text.read_text("utf-8")) == []
