"""Double entry: whatever is moved, nothing appears or vanishes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from referee.ledger import UNKNOWN, Ledger

STOCK = {"a": 3, "b": 1}
ZONES = ("deck", "left", "right")
zones = st.sampled_from(ZONES)
pieces = st.sampled_from([*STOCK, UNKNOWN])


def fresh() -> Ledger:
    return Ledger.of(STOCK, ZONES, "deck")


@given(st.lists(st.tuples(pieces, zones, zones), max_size=40))
def test_the_books_always_balance(moves: list[tuple[str, str, str]]) -> None:
    books = fresh()
    for piece, source, target in moves:
        books.move(piece, source, target)
    assert books.balance() == {}
    assert sum(books.size(zone) for zone in books.zones) == 4


@given(st.lists(st.tuples(pieces, zones, zones), max_size=40))
def test_a_move_that_may_be_has_no_fault(moves: list[tuple[str, str, str]]) -> None:
    books = fresh()
    for piece, source, target in moves:
        possible = books.may_hold(source, (piece,))
        books.move(piece, source, target)
        assert (not books.faults) == possible
        if books.faults:
            break


def test_a_piece_that_was_not_there() -> None:
    books = fresh()
    books.move("a", "left", "right")
    assert [(f.piece, f.zone, f.why) for f in books.faults] == [("a", "left", "absent")]
    assert books.zones["right"] == {"a": 1}


def test_more_of_a_piece_than_there_are() -> None:
    books = fresh()
    books.move_all("bb", "deck", "left")
    assert [(f.piece, f.zone, f.why) for f in books.faults] == [("b", "deck", "surplus")]


def test_an_unknown_piece_that_leaves_known_ones_is_a_debt() -> None:
    books = fresh()
    books.move_all("aab", "deck", "left")
    books.move(UNKNOWN, "left", "right")
    assert books.size("left") == 2
    assert books.may_hold("left", ("a", "b"))
    assert not books.may_hold("left", ("a", "a", "b"))
    assert books.may_hold("right", ("b",))
    books.move("b", "right", "deck")  # so it was b that had gone
    assert books.faults == []
    assert books.zones["left"] == {"a": 2}


def test_what_a_vague_zone_holds_comes_from_elsewhere() -> None:
    books = fresh()
    books.move_all([UNKNOWN] * 4, "deck", "elsewhere")
    books.vague.add("left")
    books.move("b", "left", "right")
    assert books.faults == []
    assert books.may_hold("left", ("a", "a", "a"))
    assert not books.may_hold("left", ("b",))
