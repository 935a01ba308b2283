"""The generator against the clauses, and what holds in every game."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee import event as ev
from referee import replay
from referee.event import Event, Record, Started
from referee.games.jade_merchant import GAME, cards
from referee.games.jade_merchant.events import Deal, Pass, Take
from referee.games.jade_merchant.table import SCORING, Table, hand
from referee.replay import Referee

from .tables import ALL_READINGS, MOVES, NAMES, POSITIONS, next_event, plain, play, reached, referee_of, started

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
SEEDS = st.integers(0, 2**32)


@settings(max_examples=300, deadline=None, suppress_health_check=SLOW)
@given(reached())
def test_the_legal_moves_are_those_tried_without_a_finding(referee: Referee) -> None:
    """Built up from the table, or sieved by the clauses: the same moves, under any readings."""
    table = referee.table
    legal = {plain(table, move) for move in GAME.legal(table)}
    found = {plain(table, move) for move in GAME.tries(table) if not referee.breaks(move)}
    assert legal == found, difference(table, legal, found)


@settings(max_examples=200, deadline=None, suppress_health_check=SLOW)
@given(reached(unlogged=0.4))
def test_with_unlogged_cards_too_what_is_legal_is_certainly_so(referee: Referee) -> None:
    """What hangs on an unlogged card is undecided by the clauses, and the generator leaves it out."""
    table = referee.table
    legal = {plain(table, move) for move in GAME.legal(table)}
    found = {plain(table, move) for move in GAME.tries(table) if not referee.breaks(move)}
    assert legal == {move for move in found if not reveals(table, move)}, difference(table, legal, found)


def reveals(table: Table, move: Event) -> bool:
    """Whether a take names a card that was not logged until now; the generator does not guess names."""
    if not isinstance(move, Take):
        return False
    named = [card for card in move.cards if card not in table.centre]
    return bool(named) or (move.back not in table.holds(move.player) and move.back != "")


def difference(table: Table, legal: set[Event], found: set[Event]) -> str:
    return f"\nonly generated: {legal - found}\nonly by the clauses: {found - legal}\nat {table}"


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(reached())
def test_legal_moves_are_listed_once_and_leave_the_table_alone(referee: Referee) -> None:
    before = replay.digest(referee.table)
    legal = GAME.legal(referee.table)
    assert len(legal) == len(set(legal))
    assert set(legal) <= set(GAME.tries(referee.table))
    assert replay.digest(referee.table) == before


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(st.integers(2, 5), st.sampled_from(ALL_READINGS), SEEDS)
def test_a_legal_game_has_no_finding_and_keeps_the_counts(players: int, readings: dict[str, str], seed: int) -> None:
    referee, random = referee_of(players, readings), Random(seed)
    while referee.table.stage != SCORING:
        play(referee, random, 1)
        assert_counts(referee.table)
    for move in GAME.legal(referee.table):
        assert referee.breaks(move) == []
    assert sum(referee.table.ledger.size(hand(p)) for p in NAMES[:players]) == cards.SIZE


def assert_counts(table: Table) -> None:
    """The books balance, and after round r the players hold 8r cards."""
    assert table.ledger.balance() == {}
    held = sum(table.ledger.size(hand(player)) for player in table.players)
    if table.stage != "bidding":
        assert table.round is not None
        assert held == cards.PER_ROUND * table.round


@settings(max_examples=60, deadline=None, suppress_health_check=SLOW)
@given(st.integers(2, 5), SEEDS, SEEDS)
def test_forced_passes_may_be_logged_or_left_out(players: int, seed: int, other: int) -> None:
    """Any of them, in any order: neither adds a finding, nor changes where the game leads."""
    record = [started(players), *play(referee_of(players), Random(seed), 200)]
    bare = without_forced(record)
    assert replay.audit(GAME, bare, legal=False).findings == []
    full = with_forced(bare, Random(other))
    audit = replay.audit(GAME, full, legal=False)
    assert [f.message for f in audit.findings] == []
    assert audit.table.ledger == replay.table_at(GAME, bare).ledger


def without_forced(record: Record) -> Record:
    """The record without the passes of players who had no bid left."""
    return [e for e, table in before_each(record) if not (isinstance(e, Pass) and table.is_forced(e.player))]


def before_each(record: Record) -> Iterable[tuple[Event, Table]]:
    referee = Referee(GAME, record_start(record), legal=False)
    for seq, event in enumerate(record, start=1):
        yield event, referee.table
        referee.see(seq, event)


def record_start(record: Record) -> Started:
    assert isinstance(record[0], Started)
    return record[0]


def with_forced(record: Record, random: Random) -> Record:
    """The record with some of the forced passes logged, in any order."""
    out: Record = []
    referee = Referee(GAME, record_start(record), legal=False)
    for event in record:
        while (passes := open_passes(referee.table)) and random.random() < 0.6:
            out.append(random.choice(passes))
            referee.see(len(out), out[-1])
        out.append(event)
        referee.see(len(out), event)
    return out


def open_passes(table: Table) -> list[Event]:
    moves = GAME.legal(table) if table.stage == "bidding" else []
    return [move for move in moves if isinstance(move, Pass) and table.is_forced(move.player)]


@settings(max_examples=300, deadline=None, suppress_health_check=SLOW)
@given(st.integers(1, 6), SEEDS, st.integers(0, 40), st.none() | POSITIONS, st.lists(MOVES, max_size=40))
def test_nothing_that_can_be_logged_stops_a_replay(
    players: int, seed: int, steps: int, position: ev.Position[object] | None, moves: list[Event]
) -> None:
    """Some legal play, then anything: every finding can be read, and the books balance after each event."""
    head: Record = [Started(GAME.id, (*NAMES, "Flo")[:players])]
    head += [position] if position else play(referee_of(max(2, players)), Random(seed), steps) if players > 1 else []
    record = [decoded(event) for event in [*head, *moves]]
    referee = Referee(GAME, record_start(record), explain=True)
    for seq, event in enumerate(record, start=1):
        for finding in referee.see(seq, event):
            assert finding.message and "None" not in finding.message, finding
        assert referee.table.ledger.balance() == {}
        GAME.result(referee.table), GAME.scene(referee.table), list(GAME.tries(referee.table))


def decoded(event: Event) -> Event:
    """The event as a logbook gives it back."""
    assert GAME.decoder.decode(ev.encode(event)) == event
    return event


@settings(max_examples=100, deadline=None, suppress_health_check=SLOW)
@given(reached(), SEEDS)
def test_a_finding_of_a_planted_move_is_on_that_move(referee: Referee, seed: int) -> None:
    """After one move that breaks something, legal play goes on without a finding of its own."""
    random = Random(seed)
    wrong = [move for move in GAME.tries(referee.table) if referee.breaks(move)]
    referee.see(1000, random.choice(wrong))
    for seq in range(1001, 1020):
        if not GAME.legal(referee.table) and GAME.chance(referee.table, random) is None:
            return
        event = next_event(referee.table, random)
        found = [finding.clause.id for finding in referee.see(seq, event)]
        assert found == [], (event, found, referee.table)


def test_a_deal_of_the_rest_is_due_where_too_many_were_dealt() -> None:
    referee = referee_of(2)
    for r in range(6):
        start = r * 8 + (r > 0)
        pile = [card for card, n in cards.DECK.items() for _ in range(n)]
        referee.see(2, Deal(cards=tuple(pile[start : start + 8 + (r == 0)])))
        play(referee, Random(r), 0)
        while referee.table.stage == "bidding":
            play(referee, Random(r), 1)
    assert referee.table.ledger.size("deck") == 7
    assert referee.breaks(Deal(cards=tuple(pile[49:]))) == []


def test_scores_are_refused_that_are_none() -> None:
    for amount in ("NaN", "sNaN", "Infinity", "-1", "1e9", "0.001"):
        body = b'{"type":"jade.score@1","player":"Ann","total":"%s"}' % amount.encode()
        try:
            GAME.decoder.decode(body)
        except msgspec.ValidationError as problem:
            assert "no score" in str(problem)
        else:
            raise AssertionError(amount)


def test_cards_are_refused_that_do_not_exist() -> None:
    for card in ("G9", "F1", "S5", "Y", "", "j"):
        body = b'{"type":"jade.deal@1","cards":["%s"]}' % card.encode()
        try:
            GAME.decoder.decode(body)
        except msgspec.ValidationError:
            continue
        raise AssertionError(card)
