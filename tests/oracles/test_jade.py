"""The referee against the naive one: every move that is tried, over random and flawed games."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from referee import game as games
from referee import line, replay, simulate
from referee.event import Event, Record
from referee.games.jade_merchant import outcome, scoring
from referee.games.jade_merchant.cards import LETTERS
from referee.replay import BREACH, UNDECIDED, Referee
from tests.oracles import jade
from tests.oracles.jade import Naive

GAME = games.find("jade-merchant")
SEEDS = range(4)


def both(record: Record) -> tuple[Referee, Naive]:
    started = replay.started_of(record)
    return Referee(GAME, started, legal=False), Naive(started.players)


def verdict(referee: Referee, event: Event) -> bool:
    """Whether the referee finds nothing wrong; with complete records it is never in doubt."""
    outcomes = {finding.outcome for finding in referee.judge(0, event)}
    assert UNDECIDED not in outcomes, line.show(GAME, event)
    return BREACH not in outcomes


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_move_that_is_tried(players: int, seed: int) -> None:
    """At each place of a legal game: the same moves are legal, and the same are not."""
    record, chance, counts = simulate.simulate(GAME, players, f"oracle {seed}"), Random(seed), Counter[bool]()
    referee, naive = both(record)
    for number, event in enumerate(record):
        if number:
            tries = list(GAME.tries(referee.table))
            for tried in chance.sample(tries, min(len(tries), 25)):
                assert verdict(referee, tried) == naive.legal(tried), (number, line.show(GAME, tried), naive.said)
                counts[naive.legal(tried)] += 1
            assert naive.legal(event), (number, line.show(GAME, event))
            naive.play(event)
        referee.see(number + 1, event)
    assert counts[False] > 100
    assert counts[True] > 20


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("seed", SEEDS)
def test_flawed_games(players: int, seed: int) -> None:
    """Of every event, whatever went wrong before it: the same are found faulty."""
    record = simulate.simulate(GAME, players, f"oracle {seed}", flaws=3)
    referee, naive = both(record)
    referee.see(1, record[0])
    faulty = 0
    for number, event in enumerate(record[1:], start=2):
        legal, before = naive.legal(event), verdict(referee, event)
        assert legal == before, (number, line.show(GAME, event))
        faulty += not legal
        if any(finding.is_record for finding in referee.see(number, event)):
            break  # the record contradicts itself; how the table then lies is a matter of convention
        naive.play(event)
    assert faulty > 0


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("seed", SEEDS)
def test_points_and_winners(players: int, seed: int) -> None:
    record = simulate.simulate(GAME, players, f"points {seed}")
    table, naive = replay.table_at(GAME, record), Naive(replay.started_of(record).players)
    for event in record[1:]:
        naive.play(event)
    for player in naive.players:
        for part, points in naive.parts(player).items():
            assert outcome.points(table, player, part) == points, (player, part)
    assert set(outcome.winners(table) or ()) == naive.winners()


def test_spice_for_every_ranking() -> None:
    """All ways in which up to five players can be tied or apart."""
    for players in range(2, 6):
        names = simulate.NAMES[:players]
        for code in range(players**players):
            values = {name: code // players**i % players for i, name in enumerate(names)}
            assert scoring.spice(values) == jade.spice(values), values


def test_books_for_random_hands_with_and_without_x() -> None:
    chance = Random(3)
    for _ in range(400):
        letters = [letter for letter in LETTERS for _ in range(chance.randrange(4))]
        held = letters + ["X"] * chance.randrange(2)
        declared = chance.choice([None, *LETTERS]) if "X" in held else None
        assert scoring.books(Counter(held), declared) == jade.best_books(held, declared), (held, declared)


def test_the_naive_referee_by_the_rulebooks_own_numbers() -> None:
    """So that two wrongs do not agree."""
    assert [jade.books(hand) for hand in ("AABBCCD", "AABBC", "AABBCC", "AABBCCDDE")] == [15, 7, 10, 30]
    assert jade.best_books([*"ABCD", "X"], None) == 20
    assert jade.spice({"a": 9, "b": 9, "c": 1}) == {"a": 18, "b": 18, "c": 6}
    assert jade.spice(dict.fromkeys("abcd", 5)) == dict.fromkeys("abcd", Fraction(21, 2))
    assert jade.PACK.total() == 56
