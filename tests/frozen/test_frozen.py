"""Old records live: what an earlier version wrote is read, verified and judged as it was then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee import game as games
from referee import seal
from referee.event import Noted
from referee.logbook import Logbook
from referee.sources import sources
from tests.frozen.make import verdict

HERE = Path(__file__).parent
VERSIONS = sorted(path for path in HERE.iterdir() if (path / "said.json").exists())
BY_NAME = pytest.mark.parametrize("folder", VERSIONS, ids=[path.name for path in VERSIONS])


def said(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "said.json").read_text("utf-8")))


def test_there_is_something_frozen() -> None:
    assert VERSIONS


@BY_NAME
def test_a_logbook_is_sound_with_the_same_heads(folder: Path) -> None:
    before = (folder / "club.db").read_bytes()
    known = said(folder)
    forgotten = known.pop("forgotten")
    with Logbook(folder / "club.db") as book:
        assert list(book.faults()) == []
        assert {id: book.head(id)[1].hex() for id in book.ids()} == {id: game["head"] for id, game in known.items()}
        (stone,) = book.tombstones()
        assert (stone.what.events, stone.what.head) == (forgotten["events"], forgotten["head"])
        assert stone.what.reason == forgotten["reason"]
    assert (folder / "club.db").read_bytes() == before


@BY_NAME
def test_its_games_are_judged_as_they_were(folder: Path) -> None:
    known = said(folder)
    with Logbook(folder / "club.db") as book:
        for id in book.ids():
            stored = book.read(id)
            assert verdict(stored.game, stored.record) | {"head": stored.head} == known[id]


@BY_NAME
def test_its_transcripts_are_the_same_games(folder: Path) -> None:
    with Logbook(folder / "club.db") as book:
        for path in sorted(folder.rglob("*.txt")):
            (source,) = sources([str(path)])
            assert source.mistakes == []
            assert source.record == book.read(f"{path.stem}-{1 if path.parent == folder else 2}").record


@BY_NAME
def test_one_can_go_on_writing_in_it(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    path.write_bytes((folder / "club.db").read_bytes())
    with Logbook(path, writable=True) as book:
        leaves = seal.of(book).leaves
        last = book.head("jade-merchant-1")[0]
        assert book.append("jade-merchant-1", Noted(1, "years later"), after=last) == last + 1
        assert seal.differences(book, leaves) == []
        assert list(book.faults()) == []


@BY_NAME
def test_every_game_of_that_time_is_still_there(folder: Path) -> None:
    assert {path.stem for path in folder.glob("*.txt")} <= set(games.ids())
