"""What the page is put together from: splices, chapters, curves, rows."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape

from referee import replay
from referee.event import Amended, Disputed, Noted, Retracted, Ruled, Started
from referee.game import Piece, Scene, Zone
from referee.games.jade_merchant.events import Bid, Pass
from referee.report import html_data
from referee.report.html_chart import curves, number, scoring, ticks, width
from referee.report.html_data import shaped
from referee.report.html_rows import Row, count, rows
from referee.report.html_views import NOTHING, Views, chapters, splices
from tests.report import records

LINES = st.lists(st.integers(0, 9), max_size=30)


@given(LINES, LINES)
def test_splices_make_one_list_the_other(old: list[int], new: list[int]) -> None:
    lines = list(old)
    for start, end, come in reversed(list(splices(old, new))):
        lines[start:end] = come
    assert lines == new


def test_what_stays_costs_nothing() -> None:
    assert list(splices([1, 2, 3], [1, 2, 3])) == []


def test_a_board_that_changes_here_and_there_costs_what_changes() -> None:
    board = list(range(100))
    assert list(splices(board, [*board[:10], 200, *board[11:90], 201, *board[91:]])) == [
        (10, 11, [200]),
        (90, 91, [201]),
    ]


def test_a_zone_is_drawn_once_for_each_distinct_content() -> None:
    drawn: list[Zone] = []

    def draw(zone: Zone) -> str:
        drawn.append(zone)
        return "\n".join(piece.face for piece in zone.pieces)

    one, two = (Zone("a", "A", tuple(Piece(face, "x", face) for face in faces)) for faces in ("xy", "xz"))
    views = Views(draw)
    for seq, zone in enumerate((one, two, one, one), 1):
        views.show(seq, Scene("now", (zone,)))
    assert drawn == [one, two]
    assert [strip.places for strip in views.strips.values()] == [[[(1, 0)]], [[(1, 1)], [(1, 2), (2, 3), (3, 2)]]]
    assert views.html("a") == "x\ny"


def test_zones_may_come_and_go() -> None:
    views = Views(lambda zone: zone.title)
    stall, market = Zone("stall", "Stall"), Zone("market", "Market")
    for seq, zones in enumerate(((market,), (market, stall), (stall,)), 1):
        views.show(seq, Scene("", zones))
    assert [strip.places for strip in views.strips.values()] == [[], [[(1, 0), (3, NOTHING)]], [[(2, 1)]]]
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
    assert ann.path == "M0 94h2v-44h2v-44H4"
    assert bo.path == "M4 50H4"


def test_strokes_stand_where_they_belong_however_long_the_game() -> None:
    assert ticks([2, 4, 5], 9, 93) == "M1 93v7m2-7v7m1-7v7"
    assert ticks([], 9, 93) == ""
    assert (width(1), width(158), width(100_000)) == (1, 157, 1000)
    assert ticks([1, 2, 100_000], 100_000, 0) == "M0 0v100m1000-100v100"


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


def test_events_at_which_scores_change() -> None:
    course = [
        (1, {"Ann": "10½", "Bo": "?"}),
        (2, {"Ann": "13½", "Bo": "?"}),
        (3, {"Ann": "13½", "Bo": "5"}),
        (5, {"Ann": "3", "Bo": "5"}),
    ]
    assert scoring(course) == [2, 3, 5]


# What a page says of its table


SCENES = st.lists(st.lists(st.text("abc1 ~,;&-=\n", max_size=6), max_size=5), min_size=1, max_size=12)


@given(SCENES)
def test_a_zone_at_any_event_comes_out_of_the_data_again(scenes: list[list[str]]) -> None:
    views = Views(lambda zone: "\n".join(piece.face for piece in zone.pieces))
    for seq, faces in enumerate(scenes, 1):
        views.show(seq, Scene("", (Zone("a", "A", tuple(Piece(str(escape(face)), "x", face) for face in faces)),)))
        assert drawn_at(views, seq) == views.html("a")
    for seq, faces in enumerate(scenes, 1):
        kept = [line.strip() for face in faces for line in face.split("\n")]
        assert unescape(drawn_at(views, seq)).split("\n") == [line for line in kept if line] or not any(kept)


def drawn_at(views: Views, seq: int) -> str:
    """The zone after the caption at an event, from what a page carries."""
    data = html_data.data(views)
    lines = [line for each in data["lines"] for line in records.filled(each)]
    codes = {html_data.code(n): line for n, line in enumerate(lines)} | {"-": ""}
    now = ""
    for place in data["zones"][1].split(";"):
        at, shown = 0, ""
        for more, code in re.findall(r"(\d*)(-|[A-Z][a-z]*)", place):
            at += int(more or 1)
            shown = codes[code] if at <= seq else shown
        now += shown
    return now


def test_lines_that_differ_in_words_are_one_shape() -> None:
    found = shaped(["<b>3</b> by Ann", "<b>12</b> by Bo", "<i>no lower bid left</i>"])
    assert [(shape, [words for _, words in same]) for shape, same in found] == [
        ("<b>~0</b> by ~1", ["3,Ann", "12,Bo"]),
        ("<i>no lower bid left</i>", [""]),
    ]


def test_the_same_word_has_the_same_hole_and_what_all_have_stays() -> None:
    cards = ['<b class="piece gold" title="gold 7">', '<b class="piece jade" title="jade 2">']
    ((shape, same),) = shaped(cards)
    assert shape == '<b class="piece ~0" title="~0 ~1">'
    assert [words for _, words in same] == ["gold,7", "jade,2"]


def test_codes() -> None:
    assert [html_data.code(n) for n in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "Aa", "Ab", "Zz", "Aaa"]
    assert len({html_data.code(n) for n in range(20_000)}) == 20_000
