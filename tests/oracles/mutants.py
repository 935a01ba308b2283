"""What is nearly right: an event with one thing in it changed, dropped, doubled or put in another order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from referee.event import Event, encode
from referee.game import Game


def mutants(game: Game, event: Event, words: Sequence[str]) -> Iterator[Event]:
    """Events of the same type that differ in one place and can be stored; ``words`` are put in for others."""
    for other in _changed(event, words):
        try:
            yield game.decoder.decode(encode(other))
        except (msgspec.MsgspecError, UnicodeEncodeError):
            continue


def _changed(value: Any, words: Sequence[str]) -> Iterator[Any]:
    if isinstance(value, Struct):
        yield from _fields(value, words)
    elif isinstance(value, tuple):
        yield from _parts(value, words)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, 0)
    elif isinstance(value, str):
        yield from (word for word in words if word != value)
    elif isinstance(value, dict):
        yield from _entries(value, words)
    elif value is None:
        yield from (0, 1, 4, *words[:3])


def _fields(value: Struct, words: Sequence[str]) -> Iterator[Struct]:
    for name in value.__struct_fields__:
        for other in _changed(getattr(value, name), words):
            try:
                yield structs.replace(value, **{name: other})
            except (ValueError, AttributeError, TypeError):  # a type checks what it is made of
                continue


def _parts(value: tuple[Any, ...], words: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    for i, part in enumerate(value):
        yield (*value[:i], *value[i + 1 :])
        yield (*value, part)
        yield from ((*value[:i], other, *value[i + 1 :]) for other in _changed(part, words))
    yield value[::-1]
    yield ()
    yield from ((*value, word) for word in words[:4])


def _entries(value: dict[str, str], words: Sequence[str]) -> Iterator[dict[str, str]]:
    for key, text in value.items():
        yield {k: v for k, v in value.items() if k != key}
        parts = text.split(", ")
        yield value | {key: ", ".join(parts[1:])}
        yield value | {key: ", ".join([*parts, parts[0]])}
        yield from (value | {key: word} for word in words[:2])


def words_of(events: Iterable[Event]) -> list[str]:
    """All that stands as text in these events, sorted: players, cards, spaces."""
    found: set[str] = set()
    for event in events:
        _collect(msgspec.to_builtins(event), found)
    return sorted(found)


def _collect(value: Any, found: set[str]) -> None:
    if isinstance(value, str):
        found.add(value)
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ():
        _collect(part, found)
