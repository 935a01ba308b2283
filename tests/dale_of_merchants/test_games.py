"""Whole games, as logged by somebody who saw everything and by somebody who saw what all saw."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings

from referee import event as ev
from referee import replay, transcript
from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, UNKNOWN
from referee.games.dale_of_merchants.table import JUNK_PILE, Table

from .strategies import GAME, MODES, played, seeds, seen_by_all


@settings(max_examples=30)
@given(played())
def test_a_game_with_any_sets_ends_without_a_breach(record: ev.Record) -> None:
    audit = replay.audit(GAME, record, legal=False)
    assert [(f.seq, f.clause.id, f.message) for f in audit.findings if f.outcome == "breach"] == []
    assert audit.result.finished


@settings(max_examples=25)
@given(played(), seeds)
def test_a_legal_game_of_which_something_is_hidden_never_shows_a_breach(record: ev.Record, seed: int) -> None:
    """What is hidden may leave something undecided, and never makes anything wrong."""
    for name, hide in MODES.items():
        audit = replay.audit(GAME, hide(record, Random(seed)), legal=False)
        assert [(name, f.seq, f.clause.id, f.message) for f in audit.findings if f.outcome == "breach"] == []
        assert audit.result.finished


@settings(max_examples=15)
@given(played())
def test_no_card_is_lost_or_made(record: ev.Record) -> None:
    """Each card is somewhere after every event, logged or not; junk beyond the box is stand-ins."""
    for log in (record, seen_by_all(record)):
        for step in replay.steps(GAME, log, legal=False):
            assert step.table.ledger.balance() == {}
    assert cards_of(replay.table_at(GAME, record)) == expected(record)


def cards_of(t: Table) -> Counter[str]:
    found: Counter[str] = Counter()
    for zone in t.ledger.zones.values():
        found.update(card for card in zone if card not in (UNKNOWN, EMPTY))
    found.update(t.ledger.fog.cards())
    return +found


def expected(record: ev.Record) -> Counter[str]:
    """The 20 junk with stand-ins, and eleven cards and a 1 for each player of each set."""
    started = replay.started_of(record)
    table = replay.table_at(GAME, record)
    cards = Counter({JUNK: max(codes.JUNK_CARDS, table.ledger.stock[JUNK])})
    for letter in table.sets:
        cards[letter + "1"] = len(started.players)
        cards.update({face: codes.copies(face) for face in codes.FACES if face[0] == letter and face[1] != "1"})
    return cards


@settings(max_examples=15)
@given(played())
def test_transcripts_keep_every_event(record: ev.Record) -> None:
    for log in (record, seen_by_all(record)):
        (read,) = transcript.parse(transcript.write(GAME, log))
        assert read.mistakes == []
        assert read.record == log


def test_four_players_start_without_a_junk_pile() -> None:
    for players, junk in ((2, 6), (3, 2), (4, 0)):
        names = ("Ann", "Bo", "Cy", "Di")[:players]
        table = GAME.start(ev.Started(GAME.id, names, tags={"sets": " ".join("MPRSO"[: players + 1])}))
        assert table.ledger.size(JUNK_PILE) == junk
        assert table.ledger.size("market deck") == 11 * (players + 1)
