"""What rock slides cut off, against an independent computation on random boards."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from referee import replay
from referee.games.castle_merchants import board
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.paths import cut_points, pieces_around, reach, route
from referee.games.castle_merchants.pieces import SPECIAL
from tests.castle_merchants.games import GAME, read

BOARD = board.load("reconstruction")
SYMBOLS = list("WMFUEGC")
Around = dict[str, tuple[str, ...]]


@st.composite
def boards(draw: st.DrawFn) -> Around:
    """The neighbours of a random board in one piece, made from its file."""
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(4, 7))
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    places = draw(st.permutations(cells))[:7]
    symbols = dict(zip(places, SYMBOLS, strict=True))
    gaps = draw(st.sets(st.sampled_from(cells), max_size=6))
    lines = [
        " " * (r % 2) + " ".join(symbols.get((r, c), " " if (r, c) in gaps else ".") for c in range(columns))
        for r in range(rows)
    ]
    try:
        return dict(board.parse("rows = [" + ",".join(f'"{line}"' for line in lines) + "]").neighbours)
    except board.BoardError as problem:
        assume("one piece" not in str(problem))
        raise


def groups(around: Around, blocked: set[str]) -> list[set[str]]:
    """The connected parts of what is not blocked, by merging sets until nothing changes."""
    parts = [{space} for space in around if space not in blocked]
    for a, others in around.items():
        for b in others:
            if a not in blocked and b not in blocked:
                one = next(part for part in parts if a in part)
                two = next(part for part in parts if b in part)
                if one is not two:
                    parts.remove(two)
                    one |= two
    return parts


@given(boards(), st.data())
def test_cutting_off_agrees_with_merging_sets(around: Around, data: st.DataObject) -> None:
    spaces = sorted(around)
    blocked = data.draw(st.sets(st.sampled_from(spaces), max_size=6))
    matters = set(SPECIAL)
    for space in (space for space in spaces if space not in blocked):
        before, after = groups(around, blocked), groups(around, {*blocked, space})
        home = next(part for part in before if space in part)
        torn = [part for part in after if part <= home]
        assert (space in cut_points(around, blocked)) == (len(torn) > 1)
        assert (len(pieces_around(around, blocked, space)) > 1) == (len(torn) > 1)
        mattering = sum(not part.isdisjoint(matters) for part in torn)
        assert (space in cut_points(around, blocked, matters)) == (mattering > 1)


@given(st.data(), st.sampled_from(["any", "places"]))
def test_the_clause_agrees_on_the_shipped_board(data: st.DataObject, reading: str) -> None:
    """Slides are placed one after the other, wherever the board stays whole; then the clause judges the rest."""
    record = read("given Yellow at warehouse\ngiven Red at meadow\nYellow done", f"reading.blocking: {reading}")
    referee = replay.Referee(GAME, replay.started_of(record), legal=False)
    referee.table = replay.table_at(GAME, record)
    around, slides = dict(BOARD.neighbours), referee.table.slides
    for space in data.draw(st.permutations(BOARD.paths))[:12]:
        parts = groups(around, {*slides, space})
        cut = len(parts) > 1 if reading == "any" else sum(not part.isdisjoint(SPECIAL) for part in parts) > 1
        assert ("castle.slide.no-blocking" in referee.breaks(ev.Slide("Red", space))) == cut
        if not cut:
            slides[space] = ""


@given(boards(), st.data())
def test_a_route_is_a_shortest_way(around: Around, data: st.DataObject) -> None:
    spaces = sorted(around)
    start, goal = data.draw(st.sampled_from(spaces)), data.draw(st.sampled_from(spaces))
    open_ = data.draw(st.sets(st.sampled_from(spaces)))
    way = route(around, start, goal, open_)
    assert bool(way) == (goal in reach(around, start, open_))
    for here, step in zip([start, *way], way, strict=False):
        assert step in around[here]
        assert step in open_
