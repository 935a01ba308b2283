"""Single rules against a plain statement of them."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import casebook, line, replay, transcript
from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.registry import CARDS, slug
from referee.words import Unreadable

from .strategies import GAME

PLAIN = [card for card in (*codes.FACES, codes.JUNK) if card[0] in "MPRj" and card != "P5b"]
hands = st.lists(st.sampled_from(PLAIN), min_size=1, max_size=7).filter(
    lambda cards: all(
        card == "j" or cards.count(card) <= (2 if card[1] == "1" else codes.copies(card)) for card in cards
    )
)


def bought(hand: list[str], paid: list[str], card: str, slot: int) -> set[str]:
    """The clauses that a purchase breaks."""
    market = ["-"] * 5
    market[slot] = card
    text = (
        "game: dale-of-merchants\nplayers: Ann, Bo\nsets: macaws, pandas, raccoons\n\n"
        f"given Ann hand {' '.join(hand)}\ngiven market {' '.join(market)}\n\n"
        f"Ann buy {card} with {' '.join(paid)}\n"
    )
    (read,) = transcript.parse(text)
    if read.mistakes:
        return {"unreadable"}
    return {f.clause.id for f in replay.audit(GAME, read.record, legal=False).findings}


@given(hands, st.sampled_from(["M2", "P3", "R4", "M5b"]), st.integers(0, 4), st.data())
def test_overpaying_against_its_plain_statement(hand: list[str], card: str, slot: int, data: st.DataObject) -> None:
    """Legal if the sum reaches the price and no subset shows a card that was not needed."""
    size = data.draw(st.integers(1, len(hand)))
    paid = hand[:size]
    found = bought(hand, paid, card, slot)
    if "unreadable" in found:
        return  # the market card and the hand together are more than the set has
    values = [codes.printed(c) for c in paid]
    price = codes.printed(card) + slot
    needed = all(sum(some) < price for some in combinations(values, len(values) - 1))
    if sum(values) < price:
        assert found == {"dale.buy.price"}
    else:
        assert found == (set() if needed else {"dale.buy.overpay"})


def test_all_36_cards_are_there() -> None:
    assert {code for code in CARDS if code in codes.FACES} == set(codes.FACES)
    clauses = {id for id in GAME.rules.clauses if id.startswith("dale.card.")}
    assert clauses == {f"dale.card.{slug(CARDS[code].name)}" for code in codes.FACES}
    assert sum(codes.copies(face) for face in codes.FACES) == 90
    assert all(len(card.text) > 20 for card in CARDS.values() if card.code in codes.FACES)


ICONS = "M1 M3 M4 M5a M5b P1 R1 R2 R3 R4 R5a S4 O2 O3 O4 O5a O5b C4"
TECHNIQUES = ICONS + " P2 P5a R5b"


def test_the_icons_and_the_techniques() -> None:
    assert {card.code for card in CARDS.values() if card.icon} == set(ICONS.split())
    assert {card.code for card in CARDS.values() if card.technique} == set(TECHNIQUES.split())


RULINGS = [n for n in range(1, 46) if n not in (10, 13, 22, 25, 26, 29, 31, 38, 40, 43)]


@pytest.mark.parametrize("number", RULINGS)
def test_every_ruling_has_a_case(number: int) -> None:
    assert any(case.why.startswith(f"D{number}. ") for case in casebook.cases(GAME.id))


def both_ways(base: str, text: str) -> list[str]:
    (read,) = transcript.parse(base + text)
    return [f"{m.line}:{m.column} {m.message}" for m in read.mistakes]


BASE = "game: dale-of-merchants\nplayers: Ann, Bo\nsets: macaws, pandas, squirrels\n"


_OTHER_SET = "expected a card of the sets in play (macaws, pandas, squirrels), j or ?"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("edition: 2026\n\n", 'expected "2015", found "2026"'),
        ("\ngiven Ann hand O1\n", _OTHER_SET + ', found "O1"'),
        ("\nAnn has M1 j swift-broker bold-haggler j\n", _OTHER_SET + ', found "bold-haggler"'),
        ("\nAnn build C1=O1 M1\n", "5:11 " + _OTHER_SET + ', found "C1=O1"'),
        ("\nAnn inventory\namend 2: Ann inventory O1\n", "6:24 " + _OTHER_SET),
        (
            "\nAnn play M4: roll 2\n",
            '5:14 expected a step of M4 Spyglass (take, keep, return, reshuffle), found "roll"',
        ),
        ("\nAnn play M1: draw 1; take M1\n", "5:22 expected a step of M1 Swift Broker (discard, draw, reshuffle)"),
        ("\nAnn play M2: draw 1\n", "expected no step, since M2 Cookies has none"),
        ("\nAnn buy Z9 with j\n", "expected a card (M1 to C5b, its name, j or ?)"),
        ("\nAnn buy swift-brokr with j\n", 'did you mean "swift-broker"?'),
        ("\nAnn buy M2 +5 with j\n", 'found "+5"'),
        ("\nAnn play M4: tkae 3\n", '"take"'),
        ("\nAnn roll 4 on O1\n", "the die (0 to 3)"),
        ("\ngiven market M2 M2 M2 M2 P3\n", "3 of M2 are in play"),
        ("\ngiven bonus\ngiven cleaning\n", "in clean-up no bonus action is due"),
    ],
)
def test_bad_input_is_told_where_and_what(text: str, said: str) -> None:
    (told,) = both_ways(BASE, text)
    assert said in told


def test_an_unknown_set_is_told() -> None:
    (told,) = both_ways("game: dale-of-merchants\nplayers: Ann, Bo\nsets: macaws, pandas, squirels\n", "\n")
    assert 'did you mean "squirrels"?' in told


def test_what_a_chameleon_is_shows_only_at_the_table() -> None:
    """So a step that its copy does not have is a finding, and not a line that cannot be read."""
    text = (
        BASE.replace("squirrels", "chameleons") + "\ngiven Ann hand C2 j\ngiven Bo discard M4\n\nAnn play C2: roll 2\n"
    )
    (read,) = transcript.parse(text)
    (finding,) = replay.audit(GAME, read.record, legal=False).findings
    assert finding.clause.id == "dale.play.order"
    assert finding.message == "M4 Spyglass has these steps, in this order: take, keep, return; logged were: roll"


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("Ann buy S4 +1 with j j", "S4 does not lie in slot +1, which is empty; the market has P3 +0, S4 +2"),
        ("Ann buy S4 +0 with j j", "S4 does not lie in slot +0, where P3 lies; the market has P3 +0, S4 +2"),
        ("Ann buy M2 with j j", "M2 does not lie in the market; the market has P3 +0, S4 +2"),
        ("Ann play P2: take M2 +3", "M2 does not lie in slot +3, which is empty; the market has P3 +0, S4 +2"),
    ],
)
def test_an_empty_slot_is_judged_with_what_lies_where(move: str, said: str) -> None:
    (read,) = transcript.parse(f"{BASE}\ngiven Ann hand j j P2\ngiven market P3 - S4 - -\n\n{move}\n")
    assert [finding.message for finding in replay.audit(GAME, read.record, legal=False).findings] == [said]


def test_what_is_typed_at_the_table_is_refused_alike() -> None:
    record = transcript.parse(BASE)[0].record
    for text, said in (("Ann inventory O1", _OTHER_SET), ("Ann play M4: roll 2", "a step of M4 Spyglass")):
        with pytest.raises(Unreadable, match=re.escape(said)):
            line.read_line(GAME, record, text)
