"""Languages: whatever Referee says, in the reader's own.

The English texts are the keys of the catalogues (gettext). Referee's own lie in
``referee/locale``, a game's beside its rules in a folder ``locale``, under the game's id; what
has no translation stays English. Which language is spoken is a matter of the context, so a
server can speak another with each of its readers.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from gettext import NullTranslations

    from referee.game import Game

ENGLISH = "en"
LANGUAGES = (ENGLISH, "fr", "ja")
GENERAL = "referee"
"""The name of Referee's own catalogue; a game's has the game's id."""

_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def current() -> str:
    """The language that is spoken now."""
    return _spoken.get()


@contextmanager
def using(code: str) -> Iterator[None]:
    """Speak this language for a while."""
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)


def switch(code: str) -> None:
    """Speak this language from now on, until the ``using`` around it ends."""
    _spoken.set(code)


def of_locale(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the user's locale, English if we do not speak it."""
    values = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((value for value in values if value), "")
    code = re.split("[-_.@]", locale)[0].lower()
    return code if code in LANGUAGES else ENGLISH


def of_header(accepted: str) -> str:
    """The language that an ``Accept-Language`` header likes best of ours, English if it names none."""
    ranges = [part.strip().lower().partition(";q=") for part in accepted.split(",")]
    liked = sorted(ranges, key=lambda each: -_quality(each[2]))
    codes = (code.split("-")[0] for code, _, quality in liked if _quality(quality) > 0)
    return next((code for code in codes if code in LANGUAGES), ENGLISH)


def _quality(text: str) -> float:
    return float(text or "1") if re.fullmatch(r"[01]?(\.\d{0,3})?", text) and text != "." else 0.0


class Phrase(str):
    """Words among the facts of a message: plain English, and what is needed to say them otherwise.

    A phrase is a template with facts of its own, which may be phrases again; with ``many`` it
    has a plural, used where the fact ``n`` asks for it.
    """

    template: str
    many: str
    facts: dict[str, Any]

    def __new__(cls, template: str, /, many: str = "", **facts: Any) -> Phrase:
        english = many if many and facts["n"] != 1 else template
        made = super().__new__(cls, english.format_map(facts))
        made.template, made.many, made.facts = template, many, facts
        return made

    def __reduce__(self) -> Any:
        """How a phrase travels to another process, or is copied."""
        return _phrase, (self.template, self.many, self.facts)


def _phrase(template: str, many: str, facts: dict[str, Any]) -> Phrase:
    return Phrase(template, many, **facts)


def counted(n: int, one: str, many: str) -> Phrase:
    """So many of something: ``counted(2, "{n} card", "{n} cards")``."""
    return Phrase(one, many, n=n)


def joined(parts: Sequence[str], between: str = "") -> str:
    """Several facts as one: with commas, or as the template says."""
    first, *rest = parts or [""]
    return Phrase(between or COMMA, first=first, rest=joined(rest, between)) if rest else first


def marked(text: str) -> str:
    """A text that is looked up later, so that the catalogues know of it."""
    return text


COMMA, AND, OR = marked("{first}, {rest}"), marked("{first} and {rest}"), marked("{first} or {rest}")
"""What may stand between facts that are joined."""


def say(template: str, /, **facts: Any) -> str:
    """A text of Referee's own with its facts, in the language that is spoken now."""
    return say_of(None, template, facts)


def say_of(game: Game | None, template: str, facts: Mapping[str, Any]) -> str:
    """The same for a game's text."""
    return text_of(game, template).format_map({name: fact_of(game, fact) for name, fact in facts.items()})


def text_of(game: Game | None, text: str) -> str:
    """A game's text that has no facts to be filled in, such as a rule."""
    if current() == ENGLISH or not text:
        return text
    return _catalogue(current(), game).gettext(text)


def name_of(game: Game | None, name: str) -> str:
    """The name of a fact, as ``--explain`` lists it."""
    return name if current() == ENGLISH else _catalogue(current(), game).pgettext("fact", name)


def fact_of(game: Game | None, fact: Any) -> Any:
    """A fact of a message; phrases are said in the language that is spoken now."""
    if not isinstance(fact, Phrase) or current() == ENGLISH:
        return fact
    if not fact.many:
        return say_of(game, fact.template, fact.facts)
    n = fact.facts["n"]
    template = _catalogue(current(), game).ngettext(fact.template, fact.many, n)
    return template.format_map({name: fact_of(game, value) for name, value in fact.facts.items()})


def said(game: Game | None, value: Any) -> Any:
    """A value with all words in it said in the language that is spoken now.

    It looks into lists, tuples, mappings and structs, such as a scene.
    """
    if current() == ENGLISH:
        return value  # phrases are English as they are
    if isinstance(value, str):
        return fact_of(game, value)
    if isinstance(value, (list, tuple)):
        return type(value)(said(game, each) for each in value)
    if isinstance(value, dict):
        return {key: said(game, each) for key, each in value.items()}
    if isinstance(value, Struct):
        return type(value)(**{name: said(game, getattr(value, name)) for name in value.__struct_fields__})
    return value


def _catalogue(code: str, game: Game | None) -> NullTranslations:
    if game is None:
        return _read(code, GENERAL, Path(__file__).parent / "locale")
    return _of_game(code, game.id, game.scene.__module__)


@cache
def _of_game(code: str, id: str, module: str) -> NullTranslations:
    """A game's texts, and Referee's own for what those lack."""
    found = _read(code, id, _folder(module))
    found.add_fallback(_catalogue(code, None))
    return found


@cache
def _read(code: str, name: str, folder: Path) -> NullTranslations:
    import gettext  # not needed by those who read English

    return gettext.translation(name, str(folder), [code], fallback=True)


def folder(game: Game) -> Path:
    """Where a game's catalogues are, if it has any."""
    return _folder(game.scene.__module__)


def _folder(module: str) -> Path:
    package = sys.modules[str(sys.modules[module].__package__)]
    return Path(str(package.__file__)).parent / "locale"
