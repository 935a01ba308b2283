"""A table as a position, and the smallest transcripts that come of it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import line, reduce, replay, transcript
from referee.event import Position, Record, Started
from referee.games.dale_of_merchants.table import ACTING, MARKET, MARKET_PILE, Table, pile, stall

from .strategies import GAME, MODES, played, seeds

REPLAYS = Path(__file__).parents[2] / "replays"


@settings(max_examples=20)
@given(played(), st.sampled_from(["full", *MODES]), seeds)
def test_a_position_says_what_the_table_was(record: Record, seen: str, seed: int) -> None:
    """Between turns a table can be stated, with all that lies open; what can be played there can still be."""
    random = Random(seed)
    log = record if seen == "full" else MODES[seen](record, random)
    table = _between_turns(log[: random.randrange(2, len(log))])
    if table is None:
        return
    started = Started(GAME.id, table.players, tags={"sets": " ".join(table.sets)})
    assert GAME.describe is not None
    position = Position(tuple(GAME.describe(table)))
    assert GAME.contradictions(started, position) == []
    stated = replay.table_at(GAME, [started, position])
    for zone in (MARKET, MARKET_PILE, *(z(p) for p in table.players for z in (pile, stall))):
        assert stated.ledger.zones[zone] == table.ledger.zones[zone]
    assert [sorted(stated.hand(p)) for p in table.players] == [sorted(table.hand(p)) for p in table.players]
    assert tuple(GAME.describe(stated)) == position.given
    if table.ledger.fog.is_plain:
        assert _moves(stated) == _moves(table)
    (read,) = transcript.parse(transcript.write(GAME, [started, position]))
    assert read.record == [started, position]


def _between_turns(record: Record) -> Table | None:
    table = None
    for step in replay.steps(GAME, record, legal=False):
        if step.table.stage == ACTING and not step.table.acted and not step.table.marks:
            table = replay.copy_of(step.table)
    return table


def _moves(t: Table) -> set[str]:
    return {line.show(GAME, move) for move in GAME.legal(t)}


def breaches() -> list[tuple[str, int]]:
    found = []
    for path in sorted(REPLAYS.glob("dale-*.txt")):
        (read,) = transcript.parse(path.read_text("utf-8"))
        audit = replay.audit(GAME, read.record, legal=False)
        found += [(path.name, f.seq) for f in audit.findings if f.outcome == "breach"]
    return found


@pytest.mark.parametrize(("name", "seq"), dict.fromkeys(breaches()))
def test_the_smallest_transcript_of_a_breach_is_a_position_and_a_move(name: str, seq: int) -> None:
    (read,) = transcript.parse((REPLAYS / name).read_text("utf-8"))
    case = reduce.case(GAME, read.record, seq)
    wanted = [f.clause.id for f in replay.audit(GAME, read.record, legal=False).findings if f.seq == seq]
    assert [f.clause.id for f in replay.audit(GAME, case, legal=False).findings] == wanted
    text = transcript.write(GAME, case)
    assert len(text.splitlines()) <= 12
    assert len(case) <= 3, text
