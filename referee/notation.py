"""One line of a transcript: how moves are written, for reading and for printing alike.

A game lists its *forms*, such as ``Form(Take, "{player} take {cards+} [return {back}]")``.
A form is read token by token and printed from the same pattern, so that what is printed can
be read back. In a pattern

* a bare word or punctuation mark stands for itself,
* ``{field}`` is one token, ``{a,b}`` one token that fills two fields,
* ``{field+}`` and ``{field*}`` are one or more, none or more tokens (commas between are fine),
  ``{field,}`` is one or more, printed with commas,
* ``{field;}`` is one or more sub-forms, separated by semicolons,
* ``{field...}`` is the rest of the line as it stands,
* ``[ ... ]`` may be left out; several in a row may stand in any order.

Each field has a *kind*, which reads and prints one token; other keyword arguments of a form
are constants (``Form(Take, "{player} take rest", cards=())``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct

from referee.language import OR, Phrase, joined
from referee.words import PLAYER, RESERVED, Kind, Line, Names, Token, Unreadable, show_name, show_text


class _Word(Struct, frozen=True):
    word: str


class _Arg(Struct, frozen=True):
    fields: tuple[str, ...]
    mode: str


class _Maybe(Struct, frozen=True):
    items: tuple[Any, ...]


class _AnyOrder(Struct, frozen=True):
    groups: tuple[_Maybe, ...]


_Item = _Word | _Arg
_PATTERN = re.compile(r"\{([a-z_,]+?)(\+|\*|;|,|\.\.\.)?\}|(\[)|(\])|([^\s\[\]{}]+)")


def reserved_words(forms: Iterable[Form]) -> frozenset[str]:
    """The words of these forms that stand where a player's name might."""
    alone = {form.verb for form in forms if form.nobodys}
    given = {item.word for form in forms if form.verb == "given" for item in form.items if isinstance(item, _Word)}
    return RESERVED | alone | given


class Form:
    """One way to write an event or a statement; see the module's docstring."""

    def __init__(self, type: type, pattern: str, **fields: Any) -> None:
        self.type, self.pattern, self.reserved = type, pattern, RESERVED
        self.kinds: dict[str, Any] = {"player": PLAYER} | {k: v for k, v in fields.items() if _is_kind(v)}
        self.constants = {k: v for k, v in fields.items() if not _is_kind(v)}
        self.items = _compile(pattern)
        self.covered = {*_fields(self.items), *self.constants, *_UNPRINTED}
        self.verb = next((item.word for item in self.items if isinstance(item, _Word)), "")
        """The first word of the pattern."""
        self.nobodys = isinstance(self.items[0], _Word)
        """Whether a line of this form begins with its verb and not with a player."""

    @cached_property  # msgspec takes a while to find out, and few forms are printed to log a move
    def defaults(self) -> dict[str, Any]:
        """The default of each field, NODEFAULT where it has none."""
        return {field.name: _default(field) for field in msgspec.structs.fields(self.type)}

    def read(self, line: Line, names: Names, start: int = 0, stop: int | None = None) -> Any:
        """The event that the tokens from ``start`` to ``stop`` say. Raises Unreadable."""
        reader = Reader(self, line, names, start, len(line.tokens) if stop is None else stop)
        values = reader.sequence(self.items)
        reader.finish()
        return self.type(**values, **self.constants)

    def show(self, event: Any) -> str | None:
        """The event in this form, or None where the form cannot say all of it."""
        values = {name: getattr(event, name) for name in self.defaults}
        said = {name for name, value in values.items() if value != self.defaults[name]}
        if not said <= self.covered or any(values[k] != v for k, v in self.constants.items()):
            return None
        try:
            words = self._print(self.items, values, said)
        except ValueError:
            return None  # a kind cannot print this value
        return None if words is None else "".join(words).removeprefix(" ")

    def _print(self, items: Iterable[Any], values: dict[str, Any], said: set[str]) -> list[str] | None:
        """The words, each with the blank before it; punctuation marks of the form have none."""
        words: list[str] = []
        for item in items:
            if isinstance(item, _Word):
                words.append(item.word if item.word in (",", ";", ":") else f" {item.word}")
            elif isinstance(item, _AnyOrder):
                for group in item.groups:
                    if said & set(_fields(group.items)):
                        words += self._print(group.items, values, said) or []
            elif not self._has(item, values):
                return None
            else:
                words += [f" {word}" for word in self._show_arg(item, values)]
        return words

    def _has(self, arg: _Arg, values: dict[str, Any]) -> bool:
        """Whether the event has a value to print here (an empty list is none for ``+``)."""
        value = values[arg.fields[0]]
        return value is not None and not (arg.mode in ("+", ";", ",") and not value)

    def _show_arg(self, arg: _Arg, values: dict[str, Any]) -> list[str]:
        value = values[arg.fields[0]]
        kind: Any = self.kinds.get(arg.fields[0])
        if kind is PLAYER:
            kind = PLAYER._replace(show=lambda name: show_name(name, self.reserved))
        if arg.mode == "...":
            return [show_text(value)]
        if arg.mode == ";":
            return ["; ".join(show(step, kind) for step in value)]
        if arg.mode == ",":
            return [", ".join(kind.show(one) for one in value)]
        if arg.mode:
            return [kind.show(one) for one in value]
        return [kind.show(tuple(values[f] for f in arg.fields) if len(arg.fields) > 1 else value)]


_UNPRINTED = ("note", "lead")


def _is_kind(value: Any) -> bool:
    """Whether a form's keyword argument says how to read a field: a kind, or sub-forms."""
    return isinstance(value, Kind) or (isinstance(value, tuple) and bool(value) and isinstance(value[0], Form))


def show(event: Any, forms: Iterable[Form]) -> str:
    """The event in the first form that can say all of it. Raises ValueError if none can."""
    for form in forms:
        if form.type is type(event):
            text = form.show(event)
            if text is not None:
                return text
    raise ValueError(f"no form of notation can write {event!r}")


def read(line: Line, forms: Sequence[Form], names: Names, start: int = 0, stop: int | None = None) -> Any:
    """What the line says in one of the forms. Raises the Unreadable that got furthest."""
    failures: list[Unreadable] = []
    for form in forms:
        try:
            return form.read(line, names, start, stop)
        except Unreadable as failure:
            failures.append(failure)
    raise _furthest(failures)


def _furthest(failures: list[Unreadable]) -> Unreadable:
    """The failures at the last column reached, as one."""
    column = max(failure.column for failure in failures)
    last = [failure for failure in failures if failure.column == column]
    expected = joined(list(dict.fromkeys(failure.expected for failure in last)), OR)
    near = next((failure.near for failure in last if failure.near), "")
    return Unreadable(column, expected, last[0].found, near)


class Reader:
    """Reads the tokens of one line by the items of one form."""

    def __init__(self, form: Form, line: Line, names: Names, start: int, stop: int) -> None:
        self.form, self.line, self.names = form, line, names
        self.at, self.stop = start, stop

    def sequence(self, items: tuple[Any, ...], after: frozenset[str] = frozenset()) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for i, item in enumerate(items):
            following = _first_words(items[i + 1 :]) | after
            if isinstance(item, _AnyOrder):
                values.update(self.any_order(item, following))
            else:
                values.update(self.item(item, following))
        return values

    def item(self, item: _Item, following: frozenset[str]) -> dict[str, Any]:
        if isinstance(item, _Word):
            self.word(item.word)
            return {}
        if item.mode == "":
            return self.single(item)
        return {item.fields[0]: self.several(item, following)}

    def any_order(self, item: _AnyOrder, following: frozenset[str]) -> dict[str, Any]:
        """Read optional groups until none of those left fits."""
        values: dict[str, Any] = {}
        left = list(item.groups)
        while left:
            before = self.at
            for group in left:
                others = _first_words([g for g in left if g is not group]) | following
                values.update(self.maybe(group, others))
                if self.at > before:
                    left.remove(group)
                    break
            else:
                break
        return values

    def maybe(self, item: _Maybe, following: frozenset[str]) -> dict[str, Any]:
        before = self.at
        if self.token() is None:
            return {}
        try:
            return self.sequence(item.items, following)
        except Unreadable:
            if self.at != before:
                raise
            return {}

    def word(self, word: str) -> None:
        token = self.token()
        if token is None or not token.is_word(word):
            raise self.failure(f'"{word}"', [word])
        self.at += 1

    def single(self, arg: _Arg) -> dict[str, Any]:
        value = self.value(self.form.kinds[arg.fields[0]])
        return dict(zip(arg.fields, value, strict=True)) if len(arg.fields) > 1 else {arg.fields[0]: value}

    def several(self, arg: _Arg, following: frozenset[str]) -> Any:
        if arg.mode == "...":
            return self.text()
        kind = self.form.kinds[arg.fields[0]]
        if arg.mode == ";":
            return self.steps(kind)
        values = [] if arg.mode == "*" else [self.value(kind)]
        while (token := self.token()) and (token.quoted or token.text.casefold() not in following):
            if token.is_word(","):
                self.at += 1
            values.append(self.value(kind, tuple(sorted(following))))
        return tuple(values)

    def steps(self, forms: Sequence[Form]) -> Any:
        values = []
        while True:
            ends = (i for i in range(self.at, self.stop) if self.line.tokens[i].is_word(";"))
            stop = next(ends, self.stop)
            values.append(read(self.line, forms, self.names, self.at, stop))
            self.at = stop + 1
            if stop == self.stop:
                self.at = stop
                return tuple(values)

    def text(self) -> str:
        rest = self.line.tokens[self.at : self.stop]
        if not rest:
            raise self.failure(Phrase("some text"))
        self.at = self.stop
        if len(rest) == 1 and rest[0].quoted:
            return rest[0].text
        return self.line.text[rest[0].column - 1 : rest[-1].end - 1].strip()

    def value(self, kind: Kind, otherwise: Names = ()) -> Any:
        """The next token as a value; ``otherwise`` are words that could stand there, too."""
        token = self.token()
        if token is None:
            raise self.failure(_expected(kind, otherwise))
        try:
            value = kind.read(token.text, self.names)
        except ValueError as problem:
            among = [*kind.choices(self.names), *otherwise]
            raise self.failure(_expected(kind, otherwise, str(problem)), among) from None
        self.at += 1
        return value

    def finish(self) -> None:
        if self.token() is not None:
            raise self.failure(Phrase("the end of the line"))

    def token(self) -> Token | None:
        return self.line.tokens[self.at] if self.at < self.stop else None

    def failure(self, expected: str, among: Sequence[str] = ()) -> Unreadable:
        token = self.token()
        if token is not None:
            return Unreadable(token.column, expected, token.text, among=among)
        end = self.line.tokens[self.stop - 1].end if self.stop else 1
        return Unreadable(end, expected, "")


def _expected(kind: Kind, otherwise: Names, why: str = "") -> str:
    expected = joined([kind.name, *(f'"{word}"' for word in otherwise)], OR)
    return Phrase("{expected} ({why})", expected=expected, why=why) if why else expected


def _compile(pattern: str) -> tuple[Any, ...]:
    stack: list[list[Any]] = [[]]
    for fields, mode, opening, closing, word in _PATTERN.findall(pattern):
        if opening:
            stack.append([])
        elif closing:
            group = _Maybe(tuple(stack.pop()))
            earlier = stack[-1].pop().groups if stack[-1] and isinstance(stack[-1][-1], _AnyOrder) else ()
            stack[-1].append(_AnyOrder((*earlier, group)))
        else:
            stack[-1].append(_Word(word) if word else _Arg(tuple(fields.split(",")), mode))
    return tuple(stack[0])


def _fields(items: Iterable[Any]) -> Iterable[str]:
    for item in items:
        if isinstance(item, _Arg):
            yield from item.fields
        elif isinstance(item, _AnyOrder):
            for group in item.groups:
                yield from _fields(group.items)


def _first_words(items: Sequence[Any]) -> frozenset[str]:
    """The words with which what follows may begin."""
    words: frozenset[str] = frozenset()
    for item in items:
        if isinstance(item, _Word):
            return words | {item.word}
        if isinstance(item, _AnyOrder):
            words = words.union(*(_first_words(group.items) for group in item.groups))
        elif isinstance(item, _Maybe):
            words |= _first_words(item.items)
        else:
            return words
    return words


def _default(field: Any) -> Any:
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default
