"""How an archive is cut, and what comes of a piece."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee import archive, logbook, replay, sources
from referee.event import Noted, Record, Retracted
from tests.archive.conftest import GAME


def judged(*paths: Path) -> list[dict[str, Any]]:
    found = [archive.judge(piece) for piece in archive.pieces(map(str, paths))]
    return [msgspec.json.decode(game) for games in found for game in games]


def test_a_logbook_and_a_transcript_of_the_same_games_are_judged_alike(book: Path, folder: Path) -> None:
    logged, written = judged(book), judged(folder / "all.txt")
    assert [game["result"] for game in logged] == [game["result"] for game in written]
    plain = [[(f["seq"], f["clause"], f["message"]) for f in game.get("findings", [])] for game in logged]
    assert plain == [[(f["seq"], f["clause"], f["message"]) for f in game.get("findings", [])] for game in written]
    assert any(plain)


def test_pieces_of_a_long_transcript_say_what_the_whole_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = judged(folder / "all.txt")
    monkeypatch.setattr(archive, "BYTES", 900)
    assert len(list(archive.pieces([str(folder / "all.txt")]))) > 3
    assert judged(folder / "all.txt") == whole


def test_pieces_meet_and_miss_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remarks above a game, games without an empty line between them, no end of line at the end."""
    monkeypatch.setattr(archive, "BYTES", 10)
    text = (
        f"# first\ngame: {GAME.id}\nplayers: A, B\n\nnote 1: x\n# odd\ngame: {GAME.id}\nplayers: C, D\nnote 1: x\n\n\n"
    )
    path = tmp_path / "odd.txt"
    path.write_text(text + f"GAME: {GAME.id}\nplayers: E, F", "utf-8")
    found = list(archive.pieces([str(path)]))
    assert "".join(path.read_text("utf-8")[p.offset : p.offset + p.length] for p in found) == path.read_text("utf-8")
    games = list(sources.sources([str(path)]))
    assert [game["players"] for game in judged(path)] == [list(replay.started_of(g.record).players) for g in games]


def test_a_long_game_is_judged_as_it_is_read(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = judged(book)
    monkeypatch.setattr(archive, "LONG", 2)
    assert judged(book) == whole


def test_a_long_game_with_a_correction_is_read_whole(
    tmp_path: Path, records: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "corrected.db"
    logbook.create(path)
    with logbook.Logbook(path, writable=True) as opened:
        opened.start("undone", [*records[0], Retracted(len(records[0]) // 2, following=True)])
        opened.start("noted", [*records[1], Noted(1, "well played")])
    whole = judged(path)
    monkeypatch.setattr(archive, "LONG", 2)
    assert judged(path) == whole


def test_one_bad_game_stops_nothing(book: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by chance")

    monkeypatch.setattr(replay, "audit", fail)
    errors = [game["errors"][0]["message"] for game in judged(book, folder)]
    assert sum("please report it: ZeroDivisionError: by chance" in error for error in errors) == 24
    assert any("not UTF-8" in error for error in errors)


def test_a_broken_chain_is_said(book: Path) -> None:
    import sqlite3

    raw = sqlite3.connect(book)
    raw.execute("drop trigger event_no_update")
    raw.execute("update event set body = replace(body, 'Ann', 'Eve') where game = 'g0003' and seq = 1")
    raw.commit()
    raw.close()
    games = judged(book)
    assert [game["source"] for game in games if game.get("broken")] == [f"{book}#g0003"]
    assert len(games) == 12
