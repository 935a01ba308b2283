"""What the page is put together from: splices, chapters, curves, rows."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import replay
from referee.event import Amended, Disputed, Noted, Retracted, Ruled, Started
from referee.game import Piece, Scene, Zone
from referee.games.jade_merchant.events import Bid, Pass
from referee.report.html_chart import curves, gains, number, scoring
from referee.report.html_rows import Row, count, rows
from referee.report.html_views import Views, chapters, packed, splices
from tests.report import records

LINES = st.lists(st.integers(0, 9), max_size=30)


@given(LINES, LINES)
def test_splices_make_one_list_the_other(old: list[int], new: list[int]) -> None:
    lines = list(old)
    for zone, start, gone, *come in splices(5, old, new):
        assert zone == 5
        lines[start : start + gone] = come
    assert lines == new


def test_what_stays_costs_nothing() -> None:
    assert list(splices(0, [1, 2, 3], [1, 2, 3])) == []


def test_a_board_that_changes_here_and_there_costs_what_changes() -> None:
    board = list(range(100))
    assert list(splices(2, board, [*board[:10], 200, *board[11:90], 201, *board[91:]])) == [
        [2, 10, 1, 200],
        [2, 90, 1, 201],
    ]


def test_a_zone_is_drawn_once_for_each_distinct_content() -> None:
    drawn: list[Zone] = []

    def draw(zone: Zone) -> str:
        drawn.append(zone)
        return "\n".join(piece.face for piece in zone.pieces)

    one, two = (Zone("a", "A", tuple(Piece(face, "x", face) for face in faces)) for faces in ("xy", "xz"))
    views = Views(draw)
    changes = [views.show(Scene("now", (zone,))) for zone in (one, two, one, one)]
    assert drawn == [one, two]
    assert changes == [[[0, 0, 0, 0], [1, 0, 0, 1, 2]], [[1, 1, 1, 3]], [[1, 1, 1, 2]], []]
    assert views.html("a") == "x\ny"


def test_zones_may_come_and_go() -> None:
    views = Views(lambda zone: zone.title)
    stall, market = Zone("stall", "Stall"), Zone("market", "Market")
    changes = [views.show(Scene("", zones)) for zones in ((market,), (market, stall), (stall,))]
    assert changes[1:] == [[[2, 0, 0, 2]], [[1, 0, 1]]]
    assert [zone.id for zone in views.looks] == ["market", "stall"]


def test_a_step_belongs_to_the_chapter_it_was_played_in() -> None:
    captions = ["Before round 1", "Round 1, auction 1", "Round 1, auction 1", "Before round 2", "Round 2", "Round 2"]
    assert chapters(captions) == ["Round 1", "", "", "", "Round 2", ""]
    assert chapters([]) == []
    assert chapters(["Start"]) == [""]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("57", 57),
        ("40½", Fraction(81, 2)),
        ("½", Fraction(1, 2)),
        ("31 1/3", Fraction(94, 3)),
        ("-3", -3),
        ("2.5", 2.5),
    ],
)
def test_scores_are_read(text: str, value: Fraction) -> None:
    assert number(text) == value


@pytest.mark.parametrize("text", ["", "?", "ten", "3 stalls", "1e9", "<b>"])
def test_what_is_no_score_is_none(text: str) -> None:
    assert number(text) is None


def test_curves_go_in_steps_and_stay() -> None:
    course = [(1, {"Ann": "0", "Bo": "?"}), (3, {"Ann": "5", "Bo": "?"}), (5, {"Ann": "10", "Bo": "5"})]
    ann, bo = curves(course, 5)
    assert ann.path == "M0 94H500V50H1000V6H1000"
    assert bo.path == "M1000 50H1000"


def test_no_curves_where_nothing_is_scored() -> None:
    assert curves([(1, {"Ann": "0"}), (2, {"Ann": "0"})], 2) == []


# Rows


def _rows(*events: object) -> list[Row]:
    game = records.jade()
    record = [Started(game.id, ("Ann", "Bo")), *events]
    audit = replay.audit(game, record)  # type: ignore[arg-type]
    return rows(game, record, audit.findings, audit.table.readings)  # type: ignore[arg-type]


def test_every_event_has_a_row() -> None:
    record, _ = records.story()
    game = records.jade()
    audit = replay.audit(game, record)
    found = rows(game, record, audit.findings, audit.table.readings)
    assert [row.seq for row in found] == list(range(1, len(record) + 1))
    counts = count(found)
    assert (counts.breaches, counts.record, counts.undecided, counts.waived) == (1, 1, 0, 1)


def test_a_take_back_names_itself_at_all_that_it_undid() -> None:
    found = _rows(Bid("Ann", 4), Noted(2, "so"), Pass("Bo"), Retracted(2, following=True))
    assert [row.undone for row in found] == [0, 5, 0, 5, 0]


def test_a_take_back_that_was_taken_back_undoes_nothing() -> None:
    found = _rows(Bid("Ann", 4), Retracted(2), Retracted(3))
    assert [row.undone for row in found] == [0, 0, 4, 0]


def test_an_amended_event_shows_both() -> None:
    row = _rows(Bid("Ann", 4), Amended(2, Bid("Bo", 3)))[1]
    assert (row.who, row.text, row.was, row.amended, row.seat) == ("Bo", "bid 3", "Ann bid 4", 3, 1)


def test_disputes_and_rulings_stand_at_the_event() -> None:
    found = _rows(Bid("Ann", 4), Disputed(2, "Bo", "no", "jade.bid.lower"), Ruled(3, "dismissed", "Ann", "yes"))
    (objection,) = found[1].objections
    assert (objection.by, objection.clause, objection.ruled) == ("Bo", "jade.bid.lower", 4)


def test_remarks_on_what_is_not_there_are_shown_all_the_same() -> None:
    found = _rows(Noted(77, "?"), Amended(78, Pass("Ann")), Retracted(79), Disputed(80, "Bo", "!"))
    assert [row.target for row in found] == [0, 77, 78, 79, 80]


def test_an_event_of_a_stranger_is_marked() -> None:
    assert [row.stranger for row in _rows(Bid("Zoe", 4), Bid("Ann", 4))] == [False, True, False]


def test_gains() -> None:
    course = [
        (1, {"Ann": "10½", "Bo": "?"}),
        (2, {"Ann": "13½", "Bo": "?"}),
        (3, {"Ann": "13½", "Bo": "5"}),
        (5, {"Ann": "3", "Bo": "5"}),
    ]
    assert gains(course) == {2: "Ann 13½ (+3)", 3: "Bo 5", 5: "Ann 3 (−10½)"}
    assert scoring(course) == [2, 3, 5]


@given(st.dictionaries(st.text(), st.lists(st.text(max_size=20), max_size=9)))
def test_what_is_packed_comes_out_again(data: dict[str, list[str]]) -> None:
    assert records.unpacked(f'<script id="data">{packed(data)}</script>') == json.loads(
        json.dumps(data).encode("utf-8", "replace")
    )
