"""What may come next in a line that is not finished: every word that its notation allows, legal or not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from referee import words
from referee.game import Game
from referee.line import GENERAL
from referee.notation import Form, Reader
from referee.words import PLAYER, Kind, Line, Names, Unreadable, show_name

_AMENDING = re.compile(r"\s*amend\s+\d+\s*:?\s+", re.IGNORECASE)


def hints(game: Game, names: Names, typed: str) -> list[str]:
    """The words that can follow what was typed; those that begin like its last word, if that is not finished."""
    typed = _AMENDING.sub("", typed, count=1)
    line = words.split(typed)
    begun = line.tokens.pop().text if line.tokens and not typed[-1:].isspace() else ""
    heard: dict[str, None] = {}
    for form in (*game.forms, *GENERAL):
        if form.verb != "given":
            heard.update(dict.fromkeys(_heard(form, line, names)))
    return [word for word in heard if word.casefold().startswith(begun.casefold())]


def _heard(form: Form, line: Line, names: Names) -> Iterable[str]:
    """What this form could go on with."""
    listener = _Listener(form, line, names, 0, len(line.tokens))
    try:
        listener.sequence(form.items)
    except Unreadable:
        return listener.heard  # nothing was heard if the line went wrong before its end
    return listener.heard if listener.token() is None else ()


class _Listener(Reader):
    """Reads a line that is not finished and notes what could stand at its end."""

    def __init__(self, form: Form, line: Line, names: Names, start: int, stop: int) -> None:
        super().__init__(form, line, names, start, stop)
        self.heard: list[str] = []

    def word(self, word: str) -> None:
        if self.token() is None:
            self.heard.append(word)
        super().word(word)

    def value(self, kind: Kind, otherwise: Names = ()) -> Any:
        if self.token() is None:
            self._hear(kind)
        return super().value(kind, otherwise)

    def maybe(self, item: Any, following: frozenset[str]) -> dict[str, Any]:
        if self.token() is None:
            self._hear_first(item.items)
        return super().maybe(item, following)

    def several(self, arg: Any, following: frozenset[str]) -> Any:
        values = super().several(arg, following)
        if self.token() is None and arg.mode in ("+", "*"):
            self._hear(self.form.kinds[arg.fields[0]])
        return values

    def steps(self, forms: Sequence[Form]) -> Any:
        """Listen in the last step only."""
        begin = max((i + 1 for i, t in enumerate(self.line.tokens) if t.is_word(";") and i >= self.at), default=self.at)
        for form in forms:
            part = structs.replace(self.line, tokens=self.line.tokens[begin:])
            self.heard += _heard(form, part, self.names)
        return super().steps(forms)

    def _hear(self, kind: Kind) -> None:
        choices = kind.choices(self.names)
        named = (show_name(name, self.form.reserved) for name in choices)
        self.heard += named if kind is PLAYER else choices

    def _hear_first(self, items: Sequence[Any]) -> None:
        """What an optional part begins with."""
        first = items[0]
        if getattr(first, "word", ""):
            self.heard.append(first.word)
        elif getattr(first, "fields", ()):
            self._hear(self.form.kinds[first.fields[0]])
