"""A record through somebody's eyes: what was hidden is not in it, and so not in anything made of it.

What is hidden is written down here once more, from the rulebooks, and not asked of the games.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee import game as games
from referee import replay, sight, transcript
from referee.event import Amended, Event, Record, Retracted
from referee.game import Game
from referee.games.castle_merchants import events as castle
from referee.games.castle_merchants.pieces import TYPES
from referee.games.dale_of_merchants import events as dale
from referee.games.dale_of_merchants.codes import SETS
from referee.line import show
from referee.report import html
from referee.sight import UnknownViewerError, as_seen, viewer_of
from referee.simulate import simulate
from tests import strategies

CODES = ("j", *(letter + value for letter in SETS for value in ("1", "2", "3", "4", "5a", "5b")))
EYES = ("", "Ann", "Bo")

ALONE: dict[str, tuple[type[Any], ...]] = {
    "M1": (dale.Draw,),
    "M3": (dale.Draw,),
    "M4": (dale.Take, dale.Keep, dale.Return),
    "P5a": (dale.Take, dale.Keep),
    "R3": (dale.Give,),
    "R5a": (dale.Take,),
    "O2": (dale.Draw,),
    "O3": (dale.Draw, dale.Mix),
}
"""By technique: the steps whose cards only the player sees."""
BETWEEN = {"R4": (dale.Take, dale.Give), "O5a": (dale.Take, dale.Give)}
"""By technique: the steps whose cards only the two players concerned see."""


def page(game_id: str, record: Record, viewer: str) -> str:
    game = games.find(game_id)
    return html.page(game, as_seen(game, record, viewer), source="x", head="", viewer=viewer)


def other(cards: Iterable[str], among: tuple[str, ...], random: Random) -> tuple[str, ...]:
    return tuple(random.choice(among) for _ in cards)


def castle_altered(event: Event, viewer: str, random: Random) -> Event:
    """The event with other cards wherever the viewer sees none."""
    if isinstance(event, (castle.Has, castle.Draw, castle.Rebuild)) and event.player != viewer:
        return replace(event, cards=other(event.cards, TYPES, random))
    return event


def dale_altered(event: Event, viewer: str, random: Random) -> Event:
    """The same for Dale of Merchants; hands that are shown stay, since one may have seen some of their cards come."""
    if isinstance(event, dale.Refill) and event.player != viewer:
        then = (replace(s, cards=other(s.cards, CODES, random)) if isinstance(s, dale.Draw) else s for s in event.then)
        return replace(event, cards=other(event.cards, CODES, random), then=tuple(then))
    if isinstance(event, dale.Has) and event.player != viewer:
        return replace(event, cards=other(event.cards, CODES, random))
    if isinstance(event, dale.Play) and event.player != viewer:
        return replace(event, steps=tuple(_step_altered(event, step, viewer, random) for step in event.steps))
    return event


def _step_altered(event: dale.Play, step: Any, viewer: str, random: Random) -> Any:
    code = event.card.copies or event.card.card
    named = {s.player for s in event.steps if getattr(s, "player", "")}
    alone = isinstance(step, ALONE.get(code, ()))
    between = isinstance(step, BETWEEN.get(code, ())) and viewer not in named
    hidden = (alone or between) and bool(named or alone)
    return replace(step, cards=other(step.cards, CODES, random)) if hidden else step


ALTERED = {"castle-merchants": castle_altered, "dale-of-merchants": dale_altered}


@pytest.mark.parametrize("game_id", sorted(ALTERED))
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.integers(2, 4), viewer=st.sampled_from(EYES))
def test_games_that_look_the_same_have_the_same_page(game_id: str, seed: int, players: int, viewer: str) -> None:
    record = simulate(games.find(game_id), players, seed)[:120]
    random = Random(seed)
    twin = [ALTERED[game_id](event, viewer, random) for event in record]
    assert as_seen(games.find(game_id), twin, viewer) == as_seen(games.find(game_id), record, viewer)
    assert page(game_id, twin, viewer) == page(game_id, record, viewer)


@pytest.mark.parametrize("game_id", games.ids())
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000), viewer=st.sampled_from(EYES))
def test_a_clean_game_is_clean_to_everybody(game_id: str, seed: int, viewer: str) -> None:
    game = games.find(game_id)
    seen = as_seen(game, simulate(game, 2, seed), viewer)
    assert [f for f in replay.audit(game, seen, legal=False).findings if f.outcome == replay.BREACH] == []


@pytest.mark.parametrize("game_id", games.ids())
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10_000), viewer=st.sampled_from(EYES))
def test_who_sees_it_again_sees_the_same(game_id: str, seed: int, viewer: str) -> None:
    game = games.find(game_id)
    once = as_seen(game, simulate(game, 3, seed)[:150], viewer)
    assert as_seen(game, once, viewer) == once


@settings(max_examples=40, deadline=None)
@given(case=strategies.absurd(), viewer=st.sampled_from(EYES))
def test_no_sequence_of_events_is_too_absurd_to_be_seen(case: tuple[Game, Record], viewer: str) -> None:
    game, record = case
    seen = as_seen(game, record, viewer)
    assert [type(event) for event in seen] == [type(event) for event in record]
    assert as_seen(game, seen, viewer) == seen


@pytest.mark.parametrize("game_id", sorted(ALTERED))
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000), viewer=st.sampled_from(EYES))
def test_put_right_or_taken_back_it_stays_hidden(game_id: str, seed: int, viewer: str) -> None:
    """An event that was put right twice, or undone, is seen as any other."""
    game, random = games.find(game_id), Random(seed)
    record = simulate(game, 2, seed, flaws=2)[:80]
    at = random.randrange(2, len(record))
    record += [Amended(at, record[at - 1]), Retracted(len(record)), Amended(at, record[at - 1])]
    twin = [_twin(game_id, event, viewer, random) for event in record]
    assert as_seen(game, twin, viewer) == as_seen(game, record, viewer)
    assert page(game_id, twin, viewer) == page(game_id, record, viewer)


def _twin(game_id: str, event: Event, viewer: str, random: Random) -> Event:
    if isinstance(event, Amended):
        return replace(event, to=ALTERED[game_id](event.to, viewer, random))
    return ALTERED[game_id](event, viewer, random)


def read(text: str) -> tuple[Any, Record]:
    (found,) = transcript.parse(text)
    assert found.game is not None
    assert not found.mistakes, found.mistakes
    return found.game, found.record


def seen_lines(text: str, viewer: str) -> list[str]:
    game, record = read(text)
    return [show(game, event) for event in as_seen(game, record, viewer)[1:]]


CASTLE = """\
game: castle-merchants
players: Ann, Bo
given Ann hand village forest mountain
given Bo hand castle castle
given turn Ann
# she showed me a castle
Ann place village A2
Ann draw castle              # really a castle
amend 4: Ann draw field
note 4: it was a field
Bo rebuild mountain
undo 7
Bo rebuild forest
dispute 4 by Bo: that was quick
"""


def test_castle_hands_are_for_their_players() -> None:
    lines = seen_lines(CASTLE, "Bo")
    assert "forest" not in lines[0]
    assert "castle castle" in lines[0]
    assert "Ann place village A2" in lines
    assert not any("field" in line or "it was" in line or "really" in line for line in lines)
    assert "Bo rebuild mountain" in lines
    assert "Bo rebuild forest" in lines
    assert any("that was quick" in line for line in lines)


def test_the_table_sees_no_hand() -> None:
    text = "\n".join(seen_lines(CASTLE, ""))
    for card in ("forest", "mountain", "field", "castle"):
        assert card not in text
    assert "village" in text


DALE = """\
game: dale-of-merchants
players: Ann, Bo, Cy
sets: macaws, pandas, raccoons, squirrels
given Ann hand M4 R4 R3 P3 S3
given Ann deck M2 M3 j
given Ann owns R1 P1
given Bo hand S4 j P1
given turn Ann
Ann play M4: take M2 M3 j; keep M2; return j M3
Ann play R4: take S4 from Bo; give P3 to Bo
Ann play R3: give S3 to Cy
Ann draw j M3 R1
"""


@pytest.mark.parametrize(
    ("viewer", "spyglass", "exchange", "rotten"),
    [
        ("Ann", "take M2 M3 j; keep M2; return j M3", "take S4 from Bo; give P3 to Bo", "give S3 to Cy"),
        ("Bo", "take 3; keep ?; return ? ?", "take S4 from Bo; give P3 to Bo", "give ? to Cy"),
        ("Cy", "take 3; keep ?; return ? ?", "take 1 from Bo; give ? to Bo", "give ? to Cy"),
        ("", "take 3; keep ?; return ? ?", "take 1 from Bo; give ? to Bo", "give ? to Cy"),
    ],
)
def test_dale_techniques_show_what_they_show(viewer: str, spyglass: str, exchange: str, rotten: str) -> None:
    _, *plays, _ = seen_lines(DALE, viewer)
    assert plays == [f"Ann play M4: {spyglass}", f"Ann play R4: {exchange}", f"Ann play R3: {rotten}"]


def test_what_a_player_owns_is_no_secret() -> None:
    position = seen_lines(DALE, "Bo")[0]
    assert "Ann hand 5" in position
    assert "Ann deck 3" in position
    assert "Ann owns M2 M3 M4 P1 P3 R1 R3 R4 S3 j" in position
    assert "Bo hand S4 j P1" in position


def test_a_hand_shown_to_nobody_keeps_what_came_openly() -> None:
    text = """\
game: dale-of-merchants
players: Ann, Bo
sets: macaws, pandas, raccoons
market P3 M2 R3 R4 M5a
Ann has M1 P1 R1 j j
Ann buy P3 with j j M1
Ann has P3 P1 R1
"""
    game, record = read(text)
    seen = as_seen(game, record, "Bo")
    assert show(game, seen[-1]) == "Ann has P3 ? ?"
    assert [f.clause.id for f in replay.audit(game, seen).findings] == [
        f.clause.id for f in replay.audit(game, record).findings
    ]


def test_nothing_is_hidden_in_jade() -> None:
    game = games.find("jade-merchant")
    record = simulate(game, 3, 5)
    assert as_seen(game, record, "") is record


# Whose eyes


@pytest.mark.parametrize(
    ("wanted", "viewer"),
    [
        ("Ann", "Ann"),
        ("ann", "Ann"),
        ("bo", "Bo"),
        ("table", ""),
        ("TABLE", ""),
        ("player:table", "Table"),
        ("an", "Ann"),
    ],
)
def test_names(wanted: str, viewer: str) -> None:
    assert viewer_of(("Ann", "Bo", "Table"), wanted) == viewer


@pytest.mark.parametrize(
    ("wanted", "hint"), [("Anm", 'did you mean "Ann"'), ("Zed", "the players are"), ("", "the players are")]
)
def test_nobody(wanted: str, hint: str) -> None:
    with pytest.raises(UnknownViewerError, match=hint):
        viewer_of(("Ann", "Bo"), wanted)


def test_a_name_that_fits_two_is_nobody() -> None:
    with pytest.raises(UnknownViewerError):
        viewer_of(("Anna", "Anne"), "an")
    assert viewer_of(("Ann", "Anne"), "ann") == "Ann"
    assert sight.ALL == ""
