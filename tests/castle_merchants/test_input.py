"""What cannot be read or cannot be: a clear error with its place, and nothing lost."""

from __future__ import annotations

import pytest

from referee import replay
from referee.games.castle_merchants.table import PILE, treasury
from tests.castle_merchants.games import EXAMPLE, GAME, audit, broken, mistakes, read

HEAD = "game: castle-merchants\nplayers: Yellow, Red\n"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Yellow move village fromaje", 'did you mean "fromage"?'),
        ("Yellow place vilage A2", 'did you mean "village"?'),
        ("Yellow place f A2", "it could be field or forest"),
        ("Yellow move village m", "it could be meadow or muslin"),
        ("Yellow roll 7", "a face of the die (1 to 6)"),
        ("Yellow sell cheese for 6", 'expected "supplies" or a coin (1 to 5)'),
        ("Yellow sell chese for 3", 'did you mean "cheese"?'),
        ("Yellow place village A0", "expected a space"),
        ("Yellow die lift A2", 'expected "place" or "move" or "remove" or "none"'),
        ("Yellow jump A2", "expected one of"),
        ("given tile village Q7", "there is no space Q7 on the board reconstruction"),
        ("given tile village A1", "A1 is no path space"),
        ("given tile village A2 A2", "the position has a tile on A2 already"),
        ("given Yellow hand v v v v v v v v v v v v v", "there are 12 village cards"),
        ("given coins chianti 5 5", "there are 1 coins of 5"),
        ("given entered C4", "C4 is no castle, warehouse or meadow"),
    ],
)
def test_a_line_that_cannot_be_is_an_error_with_its_place(line: str, expected: str) -> None:
    ((number, message),) = mistakes(f"{HEAD}\n{line}\n")
    assert number == 4
    assert expected in message


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("given Red at A2", "given Red at A3", "states this twice"),
        ("given pile 40", "given Red hand" + " ?" * 21, "there are 60 cards"),
        ("given slide A2", "given slide A2", "has a rock slide on A2 already"),
        ("given tile village A2", "given supply village 9", "there are 9 village tiles"),
        ("given Red slides 6", "given Yellow slides 5", "there are 10 slide tiles"),
    ],
)
def test_a_position_that_contradicts_itself_is_refused_where_it_does(first: str, second: str, expected: str) -> None:
    ((number, message),) = mistakes(f"{HEAD}\n{first}\n{second}\nYellow done\n")
    assert number == 5
    assert expected in message


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("die: 1 castle, 7 field", 'found "7 field"'),
        ("die: 4 field", "face 4 is village, not field"),
        ("die: 1 castle, 2 castle", "castle is face 1, not 2"),
        ("die: 1 casle", 'did you mean "castle"?'),
        ("coins: fromage 3 2 9", "expected coins of 1 to 5 after fromage"),
        ("coins: fromaje 3", 'did you mean "fromage"?'),
        ("coins: fromage 3, fromage 2", "fromage stands twice"),
    ],
)
def test_headers_are_read_with_care(header: str, expected: str) -> None:
    ((number, message),) = mistakes(f"{HEAD}{header}\n\nYellow done\n")
    assert number == 3
    assert expected in message


def test_a_gap_in_a_route_names_the_step() -> None:
    body = "given tile village A2 A3 A4 B1\ngiven Yellow at warehouse\nYellow move village A2 A3 B1"
    (finding,) = audit(body).findings
    assert finding.clause.id == "castle.move.path"
    assert "step 3, B1, is no neighbour of A3" in finding.message


def test_a_space_that_is_not_on_the_board_is_a_fault_of_the_record() -> None:
    (finding,) = audit("Yellow place village J3").findings
    assert finding.clause.id == "castle.record.space"
    assert finding.message == "there is no space J3 on the board reconstruction"


def test_the_example_ends_as_the_design_says() -> None:
    found = audit(EXAMPLE + "Red draw 3")
    t = found.table
    assert found.findings == []
    assert (t.hand_size("Red"), t.gold["Red"], t.slides_of("Red")) == (4, 3, 3)
    assert "cheese" not in t.cart("Red")
    assert t.left_in("fromage") == [1, 1]
    assert t.supply("village") == 8
    assert t.size(PILE) == 42
    assert t.lying("A4") == "slide"
    assert t.turn == "Yellow"
    assert treasury("fromage") in t.ledger.zones


def test_drawing_five_cites_the_cap_with_its_numbers() -> None:
    (finding,) = audit(EXAMPLE + "Red draw 5").findings
    assert finding.clause.id == "castle.draw.count"
    assert (finding.facts["played"], finding.facts["cap"], finding.facts["drew"]) == (5, 3, 5)
    assert finding.message == "Red played 5 cards and drew 5; one for each is due, at most 3: 3"
    assert [str(move.cards) for move in finding.legal if type(move).__name__ == "Draw"] == ["('?', '?', '?')"]


def test_prefixes_are_enough() -> None:
    short = read("Y place v A2\nY move v A2\nY draw 2\nR place fo B2\nR sl C4\n".replace("sl ", "slide "))
    long = read("Yellow place village A2\nYellow move village A2\nYellow draw 2\nRed place forest B2\nRed slide C4")
    assert short == long


def test_an_onlooker_who_sees_an_impossible_card() -> None:
    """Twelve village cards have been seen; where a thirteenth comes from, nobody knows."""
    place = "\n".join(f"Yellow place village {s}" for s in ("A2", "A3", "A4"))
    body = f"given turn Yellow\ngiven Yellow hand v v v ?\ngiven Red hand{' v' * 6}\ngiven pile 30\n{place}\n"
    assert broken(body + "Yellow draw 3\nRed done\nYellow place village B1\nYellow place village B2") == []
    thirteenth = "Yellow has v v v v\nRed done\nYellow place village B1"
    assert broken(body + "Yellow draw 3\n" + thirteenth) == ["castle.record.cards"]


def test_a_card_shown_and_not_held_is_told_from_one_that_may_be() -> None:
    assert broken("Yellow has v v v v v v\nYellow place forest A2") == ["castle.record.cards"]
    assert broken("Yellow has v v v v v ?\nYellow place forest A2") == []
    assert broken("Yellow has v v v v v ?\nYellow place forest A2\nYellow place field A3") == ["castle.record.cards"]


def test_scenes_draw_the_board_for_the_eye_and_the_terminal() -> None:
    scene = GAME.scene(audit(EXAMPLE).table)
    zone = scene.zones[0]
    assert (zone.view, len(zone.data["hexes"])) == ("hexboard", 61)
    assert any("##" in text for text in zone.data["text"])
    assert max(map(len, zone.data["text"])) <= 100
    a2 = next(one for one in zone.data["hexes"] if one["space"] == "A2")
    assert (a2["tile"], a2["merchants"], a2["name"]) == (
        "village",
        ["Yellow"],
        "space A2, village tile, Yellow's merchant",
    )


def test_readings_are_looked_up_while_events_are_carried_out() -> None:
    record = read("Yellow place village A2\nYellow slide A2\nYellow draw 1")
    stays = replay.table_at(GAME, record)
    supply = replay.table_at(GAME, record, readings={"castle.reading.under-slide": "supply"})
    assert (stays.supply("village"), supply.supply("village")) == (8, 9)
