"""The smallest transcript that still shows what was found of one move.

The table before the move becomes a position, names are replaced, and whatever can be left out
without a change of the findings is left out: statements, cards in them, players, readings.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct, structs

from referee import replay, transcript
from referee.event import Event, Position, Record, Started, effective
from referee.game import Game
from referee.language import say
from referee.words import PLAYER

Wanted = list[tuple[str, str]]
"""The clauses and outcomes that the last event of a case must have, and no other event any."""


class NothingToShow(Exception):
    """There is no finding at the event, or none that a short transcript could show."""


def case(game: Game, record: Record, seq: int) -> Record:
    """The smallest record whose last event has the findings of event ``seq``, and that has no others.

    Raises NothingToShow.
    """
    events = effective(record)
    event = next((e for n, e in events if n == seq), None)
    wanted = _found(game, record, seq)
    if event is None or not wanted:
        raise NothingToShow(say("nothing was found at event {n}", n=seq))
    full = next((r for r in _candidates(game, record, seq, event) if _shows(game, r, wanted)), None)
    if full is None:
        raise NothingToShow(say("what was found at event {n} cannot be shown without the whole game", n=seq))
    return _renamed(game, _shrunk(game, full, wanted))


def _found(game: Game, record: Record, seq: int) -> Wanted:
    findings = replay.audit(game, record, legal=False).findings
    return [(f.clause.id, f.outcome) for f in findings if f.seq == seq]


def _candidates(game: Game, record: Record, seq: int, event: Event) -> Iterator[Record]:
    """The move after the position before it, or after everything that was played before it."""
    started = structs.replace(replay.started_of(record), tags=_own_tags(game, record), note="", lead=())
    bare = structs.replace(event, note="", lead=())
    before = [e for n, e in effective(record[: seq - 1]) if n > 1]
    if seq == 1:
        yield [started]
        return
    givens = game.describe(replay.table_at(game, record, seq - 1)) if game.describe else ()
    if givens:
        yield [started, Position(tuple(givens)), bare]
    yield [started, bare]
    yield [started, *(structs.replace(e, note="", lead=()) for e in before), bare]


def _own_tags(game: Game, record: Record) -> dict[str, str]:
    """The tags that are headers of the game; those of the evening say nothing about the rules."""
    return {key: value for key, value in replay.started_of(record).tags.items() if key in game.headers}


def _shows(game: Game, record: Record, wanted: Wanted) -> bool:
    """Whether a record can be written, and has just these findings, at its last event."""
    if transcript.start_problems(game, replay.started_of(record)) or _contradicts(game, record):
        return False
    audit = replay.audit(game, record, legal=False)
    at_end = all(finding.seq == len(record) for finding in audit.findings)
    return at_end and not audit.strangers and [(f.clause.id, f.outcome) for f in audit.findings] == wanted


def _contradicts(game: Game, record: Record) -> bool:
    started = replay.started_of(record)
    return any(isinstance(e, Position) and game.contradictions(started, e) for e in record)


# Leaving out


def _shrunk(game: Game, record: Record, wanted: Wanted) -> Record:
    """Leave out one thing after another until nothing more can be spared."""
    while True:
        smaller = next((r for r in _smaller(game, record) if _shows(game, r, wanted)), None)
        if smaller is None:
            return record
        record = smaller


def _smaller(game: Game, record: Record) -> Iterator[Record]:
    """The record with one thing less, the larger things first."""
    started = replay.started_of(record)
    for i in range(1, len(record) - 1):
        yield [*record[:i], *record[i + 1 :]]
    for id in started.readings:
        yield [structs.replace(started, readings={k: v for k, v in started.readings.items() if k != id}), *record[1:]]
    for name in started.players:
        yield from _without_player(game, record, name)
    for i, event in enumerate(record):
        if isinstance(event, Position):
            yield from ([*record[:i], smaller, *record[i + 1 :]] for smaller in _smaller_positions(event))


def _without_player(game: Game, record: Record, name: str) -> Iterator[Record]:
    """The record without one player and the statements about them; nothing if they act in it."""
    started = replay.started_of(record)
    rest: Record = [structs.replace(started, players=tuple(p for p in started.players if p != name))]
    for event in record[1:]:
        if isinstance(event, Position):
            kept = tuple(given for given in event.given if name not in set(_names(game, given)))
            rest += [Position(kept)] if kept else []
        elif name in set(_names(game, event)):
            return
        else:
            rest.append(event)
    yield rest


def _smaller_positions(position: Position[Any]) -> Iterator[Position[Any]]:
    """The position with a statement less, or with one thing less in a statement."""
    given = position.given
    for i, one in enumerate(given):
        if len(given) > 1:
            yield Position((*given[:i], *given[i + 1 :]))
        for smaller in _smaller_statements(one):
            yield Position((*given[:i], smaller, *given[i + 1 :]))


def _smaller_statements(given: Any) -> Iterator[Any]:
    for field in given.__struct_fields__:
        value = getattr(given, field)
        if isinstance(value, tuple) and len(value) > 1:
            yield from (structs.replace(given, **{field: (*value[:i], *value[i + 1 :])}) for i in range(len(value)))


# Names


def _renamed(game: Game, record: Record) -> Record:
    """The record with the players called A, B, C ... in seat order."""
    started = replay.started_of(record)
    names = dict(zip(started.players, string.ascii_uppercase, strict=False))
    anonymous = Started(started.game, tuple(names.values()), started.readings, started.tags)
    return [anonymous, *(_rename(game, event, names) for event in record[1:])]


def _player_fields(game: Game, kind: type) -> set[str]:
    """The fields of a struct that hold players' names, by the notation."""
    forms = [form for form in (*game.forms, *transcript.GENERAL) if form.type is kind]
    return {field for form in forms for field in form.covered if form.kinds.get(field) is PLAYER} | {"player"}


def _rename(game: Game, value: Any, names: dict[str, str]) -> Any:
    """A struct with every player's name in it replaced, also in structs within."""
    if isinstance(value, tuple):
        return tuple(_rename(game, one, names) for one in value)
    if not isinstance(value, Struct):
        return value
    fields = _player_fields(game, type(value))
    changed = {
        field: _name(old, names) if field in fields else _rename(game, old, names)
        for field in value.__struct_fields__
        if isinstance(old := getattr(value, field), (tuple, Struct)) or field in fields
    }
    return structs.replace(value, **changed)


def _name(value: Any, names: dict[str, str]) -> Any:
    return tuple(names.get(v, v) for v in value) if isinstance(value, tuple) else names.get(value, value)


def _names(game: Game, value: Any) -> Iterable[str]:
    """All players' names in a struct."""
    if isinstance(value, tuple):
        for one in value:
            yield from _names(game, one)
    elif isinstance(value, Struct):
        fields = _player_fields(game, type(value))
        for field in value.__struct_fields__:
            held = getattr(value, field)
            if field in fields:
                yield from held if isinstance(held, tuple) else (held,)
            else:
                yield from _names(game, held)
