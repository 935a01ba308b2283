"""Positions: contradictory ones are refused with the reason, sound ones are not, what is left out is unknown."""

from __future__ import annotations

import pytest

from referee import replay, transcript
from referee.games.jade_merchant import GAME, cards
from referee.games.jade_merchant.table import CENTRE, Table


def read(*lines: str, players: str = "Ann, Bo, Cy") -> transcript.Transcript:
    (game,) = transcript.parse("\n".join(["game: jade-merchant", f"players: {players}", "", *lines, ""]))
    return game


def table_of(*lines: str) -> Table:
    game = read(*lines)
    assert game.mistakes == []
    table: Table = replay.table_at(GAME, game.record)
    return table


REFUSED = [
    (["given round 2", "given round 3"], "twice"),
    (["given opener Ann", "given opener Bo"], "twice"),
    (["given Ann holds J", "given Ann holds G1"], "twice"),
    (["given standing 3 by Ann", "given standing 2 by Bo"], "twice"),
    (["given Ann holds G1", "given Bo holds G1"], "the deck holds 1 of G1"),
    (["given Ann holds S3 S3", "given centre S3 S3"], "the deck holds 3 of S3"),
    (["given centre J J J J J J J J J"], "never holds more than 8"),
    (["given Ann resting", "given Ann passed"], "also says that this player has taken"),
    (["given standing 3 by Ann", "given Ann passed"], "also says that this player has the lowest bid"),
    (["given scoring", "given centre J"], "there is no centre and no auction"),
    (["given Ann resting", "given scoring"], "there is no centre and no auction"),
    (["given round 6", "given scoring"], "only after round 7"),
    (["given scoring", "given round 6"], "only after round 7"),
    (["given round 1", "given Ann holds J"], "in round 1 Ann holds cards only after taking"),
    (["given Ann resting", "given Bo resting", "given Cy resting"], "somebody has still to take"),
    (["given Ann resting", "given Bo resting", "given standing 1 by Cy"], "there is no auction"),
    (["given Cy passed", "given Ann resting", "given Bo resting"], "there is no auction"),
    (["given standing 0 by Ann"], "is no bid"),
    (["given standing 3-2 by Ann"], "is no bid"),
    (["given round 2", "given Ann holds J J J J J J J J J J", "given centre A B C D E S1 S1"], "the position names 17"),
    (["given Ann holds J J J J J J J J J J", "given round 1"], "by round 1 8 cards have been dealt"),
]


@pytest.mark.parametrize(("lines", "why"), REFUSED)
def test_a_position_that_contradicts_itself_is_refused(lines: list[str], why: str) -> None:
    """In the line that makes the contradiction, which is the last."""
    mistakes = read(*lines).mistakes
    assert any(why in m.message for m in mistakes), mistakes
    assert {m.line for m in mistakes} == {3 + len(lines)}


SOUND = [
    ["given round 7", "given scoring"],
    ["given round 1", "given Ann resting", "given Ann holds J J"],
    ["given Ann resting", "given Bo resting", "given centre J"],
    ["given Ann resting", "given Bo passed", "given standing 1-1 by Cy"],
    ["given Ann holds", "given Bo holds", "given Cy holds"],
    ["given round 2", "given Ann holds J J J J J J J J", "given centre A B C D E S1 S1 S2"],
    ["given centre ? ? ? ? ? ? ? ?", "given round 1"],
    ["given seen G8 X", "given Ann holds G7"],
    ["given Cy passed", "given opener Bo"],
]


@pytest.mark.parametrize("lines", SOUND)
def test_a_sound_position_is_not(lines: list[str]) -> None:
    game = read(*lines, "end Ann")
    assert game.mistakes == []
    assert replay.audit(GAME, game.record).table.ledger.balance() == {}


def test_round_1_is_known_from_the_start() -> None:
    table = table_of("given round 1", "given centre J J J J S1 S1 S1 S1")
    assert (table.round, table.stage, table.opener, table.ledger.vague) == (1, "bidding", "Ann", set())
    assert table.ledger.size("deck") == 48


def test_without_a_round_the_opener_and_the_hands_are_unknown() -> None:
    table = table_of("given centre J J J J S1 S1 S1 S1", "given Bo holds G1")
    assert (table.round, table.stage, table.opener) == (None, "bidding", None)
    assert {"Ann's cards", "Cy's cards", "deck"} <= table.ledger.vague
    assert table.has_returnable("Bo") is True
    assert table.has_returnable("Ann") is None


def test_a_round_without_a_centre_is_about_to_be_dealt() -> None:
    first, second = table_of("given round 1"), table_of("given round 2")
    assert (first.round, first.stage, first.opener) == (0, "dealing", "Ann")
    assert (second.round, second.stage, second.opener) == (1, "dealing", None)
    assert "Ann's cards" in second.ledger.vague
    assert "Ann's cards" not in first.ledger.vague


def test_before_anybody_has_taken_eight_cards_lie_in_the_centre() -> None:
    table = table_of("given round 3", "given standing 2 by Ann")
    assert table.ledger.zones[CENTRE] == {"?": 8}
    assert table.ledger.size("deck") == 56 - 24


def test_after_a_take_a_centre_that_is_not_given_is_vague_until_it_is_emptied() -> None:
    lines = ["given round 3", "given opener Ann", "given Ann resting", "given Bo resting"]
    assert CENTRE in table_of(*lines).ledger.vague
    assert CENTRE not in table_of(*lines, "Cy take rest").ledger.vague
    after = table_of(*lines, "Cy take J J")
    assert (after.stage, after.opener) == ("dealing", "Cy")
    assert CENTRE not in after.ledger.vague
    dealt = table_of(*lines, "Cy take J J", "deal J A B C D E S1 S1")
    assert dealt.ledger.size(CENTRE) == 8


def test_who_took_last_is_the_last_that_rests() -> None:
    table = table_of("given Cy resting", "given Ann resting")
    assert table.resting == ["Cy", "Ann"]


@pytest.mark.parametrize(
    ("hidden", "elsewhere", "returnable"),
    [
        ("? ? ? ? ? ? ?", "", True),  # there are only six counterfeits
        ("? ? ? ? ? ?", "", None),
        ("?", "F2 F3 F4 F5 F6 F7", True),
        ("? ?", "F2 F3 F4 F5 F6", True),
        ("F2", "", False),
        ("", "", False),
        ("F2 ?", "F3 F4 F5 F6 F7", True),
    ],
)
def test_what_a_hand_must_hold_follows_from_what_has_been_seen(
    hidden: str, elsewhere: str, returnable: bool | None
) -> None:
    seen = [f"given Cy holds {elsewhere}"] if elsewhere else []
    table = table_of("given round 4", f"given Bo holds {hidden}", *seen)
    assert table.has_returnable("Bo") is returnable


def test_a_hidden_card_is_counterfeit_where_all_others_have_been_seen() -> None:
    others = " ".join(card for card, n in cards.DECK.items() if card not in cards.COUNTERFEIT for _ in range(n))
    table = table_of("given round 7", f"given Cy holds {others}", "given Bo holds ?")
    assert table.has_returnable("Bo") is False
    assert table.has_returnable("Ann") is False


def test_an_unlogged_return_leaves_open_what_is_still_held() -> None:
    lines = ["given round 3", "given opener Ann", "given centre J J", "given Ann holds D F2", "given Cy resting"]
    table = table_of(*lines, "Ann bid 1-1", "Bo pass", "Ann take J return ?")
    assert table.has_returnable("Ann") is True
    table = table_of(*lines, "Ann bid 1-1", "Bo pass", "Ann take F3 return ?")
    assert table.has_returnable("Ann") is None
