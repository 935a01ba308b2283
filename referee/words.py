"""The words of a line: how it is taken apart, and what a single word may be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from referee.language import OR, Phrase, joined, marked, say, say_of

if TYPE_CHECKING:
    from referee.game import Game

Names = tuple[str, ...]
"""The players of the game a line belongs to."""


class Unreadable(ValueError):
    """A line that cannot be read: where (column from 1), what was expected, the nearest of some spellings."""

    def __init__(self, column: int, expected: str, found: str, near: str = "", among: Sequence[str] = ()) -> None:
        self.column, self.expected, self.found, self.among, self._near = column, expected, found, among, near
        self.game: Game | None = None
        """The game whose notation says what was expected, if it is one's."""
        super().__init__(column, expected, found, near, among)

    @property
    def near(self) -> str:
        """What may have been meant; looked for only here, since most lines are read in the second form or third."""
        return self._near or nearest(self.found, self.among)

    def __str__(self) -> str:
        template = _FOUND if self.found else _ENDS
        said = say_of(self.game, template, {"expected": self.expected, "found": shorten(self.found)})
        return hinted(said, self.near)


_FOUND = marked('expected {expected}, found "{found}"')
_ENDS = marked("expected {expected}, the line ends here")


def hinted(said: str, near: str) -> str:
    """A sentence with the spelling that may have been meant, if there is one."""
    return say('{said}; did you mean "{near}"?', said=said, near=near) if near else said


def shorten(text: str, most: int = 60) -> str:
    """The beginning of a text, for a message."""
    return text if len(text) <= most else text[: most - 1] + "…"


_UNSAFE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
"""Control characters but for the line's end and the tab, those that turn the direction of writing, and
halves of characters, which stand for bytes of a file name that are no text."""


def spelt_out(text: str) -> str:
    """The text with whatever is no writing shown as ``\\u001b`` instead."""
    if text.replace("\n", "").isprintable():  # as nearly always; such a pattern takes a while to compile
        return text
    return re.sub(_UNSAFE, lambda match: f"\\u{ord(match.group()):04x}", text)


class Token(Struct, frozen=True, gc=False):
    """A word, quoted or not, or a punctuation mark; ``end`` is the column after it."""

    text: str
    column: int
    end: int
    quoted: bool = False

    def is_word(self, word: str) -> bool:
        return not self.quoted and self.text.casefold() == word


_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|("[^\n]*)|(#.*)|([,;:|])|([^\s,;:|"]+)')


class Line(Struct, frozen=True):
    """A line taken apart: its tokens, the remark after ``#`` (None without one), and its text."""

    tokens: list[Token]
    note: str | None
    text: str


def split(text: str) -> Line:
    """Take a line apart. Never raises: a quote that never closes runs to the end of the line."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        closed, open_, note, *_ = match.groups()
        if note is not None:
            return Line(found, note[1:].strip(), text)
        value = re.sub(r"\\(.)", r"\1", closed) if closed is not None else match.group()
        quoted = closed is not None or open_ is not None
        found.append(Token(value, match.start() + 1, match.end() + 1, quoted))
    return Line(found, None, text)


def show_text(text: str) -> str:
    """Free text at the end of a line; in quotes where it would be read differently."""
    plain = text == text.strip() and text and not text.startswith('"') and "#" not in text
    return text if plain else quote(text)


def quote(text: str) -> str:
    """A text in quotes, as ``split`` reads it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Kind(NamedTuple):
    """What a token may be.

    ``read`` turns its text into a value or raises ValueError, ``show`` prints it again (or raises
    ValueError, where another form is to print it), ``choices`` are spellings to compare a misspelt one with.
    """

    name: str
    read: Callable[[str, Names], Any]
    show: Callable[[Any], str] = str
    choices: Callable[[Names], Sequence[str]] = lambda names: ()


def word_of(name: str, words: Sequence[str], prefixes: bool = False) -> Kind:
    """A kind whose tokens are some given words, in any case; with ``prefixes`` also shortened."""
    return Kind(name, lambda text, _: pick(text, words, prefixes), str, lambda _: words)


def pick(text: str, words: Iterable[str], prefixes: bool = True) -> str:
    """The word that a text stands for: itself in any case, or what only it begins.

    Raises ValueError where there is none or more than one.
    """
    wanted = text.casefold()
    begun = []
    for word in words:
        folded = word.casefold()
        if folded == wanted:
            return word
        if folded.startswith(wanted):
            begun.append(word)
    if not prefixes or len(begun) != 1:
        raise ValueError(say("it could be {words}", words=joined(begun, OR)) if len(begun) > 1 and prefixes else "")
    return begun[0]


def nearest(text: str, words: Iterable[str]) -> str:
    """The word that looks most like the text, whatever the case; "" if none does."""
    import difflib  # only for those who mistyped

    folded = {word.casefold(): word for word in words}
    near = difflib.get_close_matches(text.casefold(), folded, n=1, cutoff=0.5)
    return folded[near[0]] if near else ""


def number(name: str, low: int, high: int) -> Kind:
    """A kind for whole numbers from ``low`` to ``high``."""

    def read(text: str, _: Names) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise ValueError
        return int(text)

    return Kind(Phrase("{what} ({low} to {high})", what=name, low=low, high=high), read)


RESERVED = frozenset({"given", "undo", "amend", "note", "dispute", "rule", "end"})
"""Words that begin a line by themselves, so that a player of that name is written in quotes."""


def show_name(name: str, reserved: frozenset[str] = RESERVED) -> str:
    """A player's name as one token: in quotes where it would not be read as one otherwise."""
    plain = name.isalnum() or re.fullmatch(r"\w[\w.'’&+-]*", name)
    return name if plain and name.casefold() not in reserved else quote(name)


PLAYER = Kind(Phrase("a player"), lambda text, names: pick(text, names), show_name, lambda names: names)
