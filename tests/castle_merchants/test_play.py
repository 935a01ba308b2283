"""Random games: nothing appears or vanishes, the generator and the clauses agree, draws are counted."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import line, replay, transcript
from referee.event import Position, Record
from referee.games.castle_merchants.pieces import COIN, SLIDE, TILE, TYPES, UNKNOWN
from referee.games.castle_merchants.table import BOARD, PILE, PLAYED, SUPPLY, Table, cart, hand, heap, purse
from tests import strategies
from tests.castle_merchants.games import GAME, audit, broken, play

seeds = st.integers(0, 10**6)
readings = strategies.readings_of(GAME)


def check(t: Table) -> None:
    """Every piece of the box is in one place, and the board says what the books say."""
    zones = t.ledger.zones
    assert t.ledger.balance() == {}
    assert sum(t.ledger.size(zone) for zone in (PILE, PLAYED, *map(hand, t.players))) == 60
    lying = Counter(TILE.get(tile, UNKNOWN) for tile in t.tiles.values())
    for type in TYPES:
        assert zones[BOARD].get(TILE[type], 0) == lying[TILE[type]]
        assert zones[SUPPLY].get(TILE[type], 0) + lying[TILE[type]] == 9
    mine = sum(t.ledger.size(heap(player)) for player in t.players)
    assert len(t.slides) + mine + zones[SUPPLY].get(TILE[SLIDE], 0) == 10
    for player in t.players:
        assert t.gold[player] == sum(value * zones[purse(player)].get(COIN[value], 0) for value in COIN)
        assert all(n <= 1 for n in zones[cart(player)].values())
        assert t.hand_size(player) in range(7)


@settings(max_examples=15)
@given(st.integers(2, 4), seeds, st.booleans(), readings)
def test_nothing_appears_or_vanishes(players: int, seed: int, logged: bool, chosen: dict[str, str]) -> None:
    """With hands that were logged card by card, and with hands of which nothing is known."""
    for seq, (referee, event) in enumerate(play(players, seed, logged, chosen), start=1):
        assert [(f.clause.id, f.message) for f in referee.see(seq, event)] == []
        check(referee.table)
        if logged and seq > players + 1:
            assert all(UNKNOWN not in referee.table.ledger.zones[hand(p)] for p in referee.table.players)


@settings(max_examples=15)
@given(st.integers(2, 4), seeds, st.integers(0, 3), readings)
def test_generator_and_clauses_agree(players: int, seed: int, flaws: int, chosen: dict[str, str]) -> None:
    """After legal play, and after a few things that somebody tried, under any readings."""
    random = Random(seed)
    for seq, (referee, event) in enumerate(play(players, seed, readings=chosen, most=random.randrange(150)), start=1):
        referee.see(seq, event)
    for _ in range(flaws):
        referee.see(0, random.choice(list(GAME.tries(referee.table))))
    clean = {line.show(GAME, move) for move in GAME.tries(referee.table) if not referee.judge(0, move)}
    legal = [line.show(GAME, move) for move in GAME.legal(referee.table)]
    assert clean == set(legal)
    assert len(legal) == len(set(legal))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Events in any order, most of them by players of the game."""
    names = ("Yellow", "Red", "Blue")
    started = strategies.Started(GAME.id, names, draw(readings))
    return [started, *draw(st.lists(strategies.anything(GAME, names), max_size=40))]


@settings(max_examples=40)
@given(records())
def test_no_sequence_of_events_crashes_a_replay(record: Record) -> None:
    for step in replay.steps(GAME, record):
        assert step.table.ledger.balance() == {}
        GAME.scene(step.table)
        assert all(f.message and "{" not in f.message for f in step.findings)
    end = replay.table_at(GAME, record)
    assert list(GAME.tries(end))
    GAME.result(end)
    if GAME.describe:
        list(GAME.describe(end))


@settings(max_examples=20)
@given(st.integers(2, 4), seeds, st.booleans())
def test_a_transcript_gives_the_same_events(players: int, seed: int, logged: bool) -> None:
    record = []
    for seq, (referee, event) in enumerate(play(players, seed, logged, most=80), start=1):
        record.append(event)
        referee.see(seq, event)
    text = transcript.write(GAME, record)
    (read,) = transcript.parse(text)
    assert read.mistakes == []
    assert read.record == record
    assert transcript.write(GAME, read.record) == text


@settings(max_examples=12)
@given(st.integers(2, 4), seeds)
def test_a_position_says_what_the_table_was(players: int, seed: int) -> None:
    """Between turns a table can be stated: all legal moves still are. (Which cards were played it does not say.)"""
    table = None
    random = Random(seed)
    for seq, (referee, event) in enumerate(play(players, seed, most=random.randrange(5, 120)), start=1):
        referee.see(seq, event)
        now = referee.table.now
        if not (now.played or now.slid or now.die or now.used or now.sold or referee.table.winner):
            table = replay.copy_of(referee.table)
    assert table is not None
    started = strategies.Started(GAME.id, table.players, tags=GAME.tags(players, random))
    position = Position(tuple(GAME.describe(table)))
    assert GAME.contradictions(started, position) == []
    stated = replay.table_at(GAME, [started, position])
    assert {line.show(GAME, m) for m in GAME.legal(stated)} >= {line.show(GAME, m) for m in GAME.legal(table)}


@pytest.mark.parametrize("played", range(7))
def test_draws_are_counted(played: int) -> None:
    due = min(3, played)
    given_ = f"given turn Red\ngiven Red at A2\ngiven Red hand{' ?' * (6 - played)}\ngiven played {played}\n"
    for n in range(7):
        expected = [] if n == due else ["castle.draw.hand-limit" if n > played else "castle.draw.count"]
        assert broken(f"{given_}Red draw {n}") == expected, n


@pytest.mark.parametrize("held", range(7))
def test_refills_are_to_six(held: int) -> None:
    given_ = f"given turn Red\ngiven Red at meadow\ngiven entered meadow\ngiven Red hand{' ?' * held}\ngiven played {6 - held}\n"
    for n in range(8):
        wrong = "castle.draw.hand-limit" if held + n > 6 else "castle.draw.refill"
        assert broken(f"{given_}Red draw {n}") == ([] if held + n == 6 else [wrong]), n


def test_the_five_castles_end_a_game_of_two() -> None:
    """3 + 3 + 4 + 4 + 5 = 19, on the last coin and not before."""
    sales = [("fromage", "cheese", 3), ("muslin", "cloth", 3), ("excalibur", "weapons", 4), ("gemstone", "jewels", 4)]
    body, gold = "", 0
    for castle, ware, coin in [*sales, ("chianti", "wine", 5)]:
        state = f"given turn Red\ngiven Red at {castle}\ngiven entered {castle}\ngiven Red gold {gold}\n"
        coins = {"fromage": "3 1 1", "muslin": "3 1 1", "excalibur": "4 2 1", "gemstone": "4 2 1", "chianti": "5 4 2"}
        body = f"{state}given coins {castle} {coins[castle]}\nRed sell {ware} for {coin}"
        gold += coin
        found = audit(body)
        assert found.findings == []
        assert found.result.finished == (gold >= 18)
    assert found.result.winners == ("Red",)
    assert gold == 19
