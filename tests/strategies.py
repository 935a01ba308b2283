"""Hypothesis strategies for records of any game, made from the game's own event types."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import msgspec
from hypothesis import strategies as st
from msgspec import inspect, structs

from referee import event as ev
from referee import game as games
from referee import simulate
from referee.event import Started
from referee.game import Game

NAMES = simulate.NAMES

# What a remark or a name may hold: anything printable that has no place of its own in a line's end.
remarks = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=30).map(str.strip)
texts = remarks.filter(bool)
GAMES = [games.find(id) for id in games.ids()]
some_game = st.sampled_from(GAMES)
seeds = st.integers(0, 10**6)


@st.composite
def played(draw: st.DrawFn, flaws: int = 3) -> tuple[Game, ev.Record]:
    """A random game with up to so many planted breaches, cut anywhere."""
    game = draw(some_game)
    players = draw(st.sampled_from(game.players))
    record = simulate.simulate(game, players, draw(seeds), draw(st.integers(0, flaws)))
    return game, record[: draw(st.integers(1, len(record)))]


def values(kind: inspect.Type, names: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Values of a msgspec type, its bounds respected; strings are mostly players."""
    match kind:
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.IntType():
            return st.integers(kind.ge if kind.ge is not None else 0, min(kind.le or 99, 99))
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.DecimalType():
            return st.integers(0, 200).map(lambda n: Decimal(n) / 2)
        case inspect.StrType():
            if kind.pattern:
                return st.from_regex(re.compile(kind.pattern, re.ASCII), fullmatch=True)
            return st.sampled_from([*names, "", "?", "x"])
        case inspect.VarTupleType():
            return st.lists(values(kind.item_type, names), min_size=kind.min_length or 0, max_size=8).map(tuple)
        case inspect.TupleType():
            return st.tuples(*(values(item, names) for item in kind.item_types))
        case inspect.DictType():
            return st.dictionaries(values(kind.key_type, names), values(kind.value_type, names), max_size=3)
        case inspect.UnionType():
            return st.one_of([values(one, names) for one in kind.types])
        case inspect.StructType():
            return built(kind.cls, names)
    raise NotImplementedError(kind)


def built(cls: type, names: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """Any value of a struct type; its player is one of the names."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    fields = {f.name: values(f.type, names) for f in info.fields if f.name not in ("note", "lead", "player")}
    player = next((f for f in info.fields if f.name == "player"), None)
    if player is not None and (player.required or not issubclass(cls, ev.Move)):
        fields["player"] = st.sampled_from(names)
    return st.fixed_dictionaries(fields).map(lambda kwargs: cls(**kwargs))


def moves(game: Game, names: tuple[str, ...]) -> st.SearchStrategy[ev.Event]:
    """Any event of the game, sensible or not."""
    return st.one_of([built(kind, names) for kind in game.events])


def anything(game: Game, names: tuple[str, ...]) -> st.SearchStrategy[ev.Event]:
    """Any event at all: the game's, claims, positions, and events about other events."""
    numbers = st.integers(1, 40)
    position = st.lists(st.one_of([built(g, names) for g in game.givens]), min_size=1, max_size=5)
    return st.one_of(
        moves(game, names),
        moves(game, names),
        st.builds(ev.Ended, st.lists(st.sampled_from(names), min_size=1, max_size=3).map(tuple)),
        position.map(lambda given: ev.Position(tuple(given))),
        st.builds(ev.Noted, numbers, texts),
        st.builds(ev.Amended, numbers, moves(game, names)),
        st.builds(ev.Retracted, numbers, st.booleans()),
        st.builds(ev.Disputed, numbers, st.sampled_from(names), texts, st.sampled_from(["", *game.rules.clauses])),
        st.builds(ev.Ruled, numbers, st.sampled_from(ev.VERDICTS), st.sampled_from(names), texts),
    )


@st.composite
def absurd(draw: st.DrawFn) -> tuple[Game, ev.Record]:
    """A record of events that nobody would ever play in this order."""
    game = draw(some_game)
    names = NAMES[: draw(st.integers(1, 6))]
    readings = draw(readings_of(game))
    return game, [Started(game.id, names, readings), *draw(st.lists(anything(game, names), max_size=30))]


def readings_of(game: Game) -> st.SearchStrategy[dict[str, str]]:
    """Some readings at some option."""
    options = {id: st.sampled_from(reading.choices) for id, reading in game.rules.readings.items()}
    return st.fixed_dictionaries({}, optional=options)


def with_remarks(event: ev.Event, note: str, lead: tuple[str, ...]) -> ev.Event:
    return structs.replace(event, note=note, lead=lead)


def redecoded(game: Game, event: ev.Event) -> ev.Event:
    """An event once through its stored form."""
    return game.decoder.decode(msgspec.json.encode(event))
