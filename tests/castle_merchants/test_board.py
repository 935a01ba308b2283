"""The board: its file, its neighbours, and what is wrong with a file that is nonsense."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.castle_merchants import board
from referee.games.castle_merchants.board import BoardError
from referee.games.castle_merchants.paths import reach
from referee.games.castle_merchants.pieces import CASTLES, SPECIAL
from tests.castle_merchants.games import broken, mistakes, read

BOARD = board.load("reconstruction")
GOOD = (board.SHIPPED / "reconstruction.toml").read_text("utf-8")
SIZES = (5, 6, 7, 8, 9, 8, 7, 6, 5)


def name(row: int, number: int) -> str:
    return BOARD.name(f"{'ABCDEFGHI'[row]}{number}")


def test_the_reconstruction_is_the_hexagon_of_the_design() -> None:
    """Left and right; down from rows A to D to (n, n + 1), from E to H to (n - 1, n)."""
    edges = set()
    for row, size in enumerate(SIZES):
        for n in range(1, size + 1):
            edges |= {frozenset((name(row, n), name(row, n + 1)))} if n < size else set()
            below = (n, n + 1) if row < 4 else (n - 1, n)
            edges |= {
                frozenset((name(row, n), name(row + 1, m))) for m in below if row < 8 and 1 <= m <= SIZES[row + 1]
            }
    assert {frozenset((a, b)) for a, others in BOARD.neighbours.items() for b in others} == edges
    assert len(BOARD.spaces) == 61
    assert len(BOARD.paths) == 54


def test_specials_stand_where_the_design_says() -> None:
    places = {"A1": "warehouse", "A5": "fromage", "E1": "muslin", "E9": "excalibur", "I1": "gemstone", "I5": "chianti"}
    assert dict(BOARD.alias) == places | {"E5": "meadow"}


def test_fromage_is_three_path_spaces_away_and_chianti_is_farthest() -> None:
    before = reach(BOARD.neighbours, "warehouse", set(BOARD.neighbours) - (set(SPECIAL) - set(CASTLES)))

    def between(castle: str) -> int:
        steps, here = 0, castle
        while here != "warehouse":
            here, steps = before[here], steps + 1
        return steps - 1

    assert between("fromage") == 3
    assert max(CASTLES, key=between) == "chianti"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("W . . . F", "W . W . F", 'warehouse ("W") stands 2 times'),
        ("W . . . F", "W . . . .", 'fromage ("F") stands 0 times'),
        (". . . . . .", ". . ? . . .", 'row B, column 8: unknown symbol "?"'),
        ('"   . . . . . .   "', '"  . . . . . .   "', "shifted by one column"),
        (". . . . . .", ". ..  . . .", "row B, column 7: hexes of a row are two columns apart"),
        ("part = []", 'part = [["A1", "A2"], ["A1", "B1"], ["A1", "B2"]]', "cannot be reached from"),
        ("join = []", 'join = [["A1", "Z9"]]', '"join" names Z9, which is no space of this board'),
        ("join = []", 'join = [["A1", "A2"]]', "are neighbours already"),
        ("part = []", 'part = [["A1", "C4"]]', "are no neighbours anyway"),
        ("join = []", 'joins = [["A1", "C4"]]', 'unknown key "joins"; did you mean "join"?'),
        ("join = []", 'join = "A1"', '"join" is a list of pairs of spaces'),
        ("rows = [", "rows = 3\nrest = [", 'unknown key "rest"'),
        ("join = []", "join = [", "is no TOML"),
    ],
)
def test_nonsense_is_named(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(BoardError, match=r"(?s).*") as problem:
        board.parse(GOOD.replace(old, new, 1))
    assert message in str(problem.value)


@pytest.mark.parametrize("text", ["", "rows = []", "rows = [1]", 'rows = "x"', "\x00", "rows = ['" + "." * 300 + "']"])
def test_no_text_crashes_the_reader(text: str) -> None:
    with pytest.raises(BoardError):
        board.parse(text)


def test_extra_and_missing_edges() -> None:
    made = board.parse(GOOD.replace("join = []", 'join = [["A2", "a5"]]').replace("part = []", 'part = [["A1", "A2"]]'))
    assert "fromage" in made.around("A2")
    assert "A2" in made.around("fromage")
    assert "warehouse" not in made.around("A2")


def test_a_record_names_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(GOOD.replace("part = []", 'part = [["A1", "A2"]]'), "utf-8")
    move = "given tile village A2\ngiven Yellow at warehouse\nYellow move village A2"
    assert broken(move, "board: mine.toml") == ["castle.move.path"]
    assert broken(move) == []


def test_a_board_that_is_not_there_is_an_error_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "game: castle-merchants\nplayers: Yellow, Red\nboard: {}\n\nYellow done\n"
    assert mistakes(text.format("lost.toml"))[0][0] == 3
    assert "lost.toml" in mistakes(text.format("lost.toml"))[0][1]
    assert 'did you mean "reconstruction"?' in mistakes(text.format("reconstructed"))[0][1]
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    assert "no text in UTF-8" in mistakes(text.format("bad.toml"))[0][1]
    (tmp_path / "long.toml").write_text("#" * 100_000, "utf-8")
    assert "at most" in mistakes(text.format("long.toml"))[0][1]


def test_a_board_that_is_gone_later_is_a_fault_of_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee import replay
    from tests.castle_merchants.games import GAME

    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text(GOOD, "utf-8")
    record = read("Yellow place village A2", "board: mine.toml")
    (tmp_path / "mine.toml").unlink()
    (finding,) = replay.audit(GAME, record).findings
    assert (finding.seq, finding.clause.id) == (1, "castle.record.space")
    assert "mine.toml" in finding.message
