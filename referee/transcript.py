"""Transcripts: a record as text that a person can write on paper or a phone.

Headers ``key: value``, an empty line, one event a line. ``#`` begins a remark, which is kept
with its event. A file may hold several games; each begins at its ``game:`` header. Reading
never stops at a mistake: all of a file are listed, with line and column.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, field, structs

from referee import game as games
from referee import notation, words
from referee.event import Event, Noted, Position, Record, Started
from referee.game import Game
from referee.language import OR, joined, marked, say
from referee.line import GENERAL as GENERAL
from referee.line import Refused, admit, headers, objection, read_event, refuse, refuse_controls, show
from referee.words import Line, Names, Token, Unreadable

MAX_FILE = 64 * 2**20


class Mistake(Struct, frozen=True):
    """Something that could not be read: line and column from 1, and a sentence."""

    line: int
    column: int
    message: str


class Transcript(Struct):
    """One game as read from text.

    ``record`` holds the events up to the first mistake, since nothing after it can be judged
    safely; ``lines`` are their line numbers, ``headers`` those of the headers.
    """

    source: str
    game: Game | None = None
    record: Record = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    headers: dict[str, int] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)


class NotTextError(ValueError):
    """The bytes are not a transcript: not UTF-8, or too many."""


# Headers

_HEADER = re.compile(r"\s*([A-Za-z][\w.-]*)\s*:(.*)")


def start_problems(game: Game, started: Started) -> list[tuple[str, str]]:
    """What is wrong with a game's headers, as (header, message)."""
    problems = [("players", why) for why in _player_problems(started.players)]
    problems += [reading_problem(game, id, option) for id, option in started.readings.items()]
    for key, check in game.headers.items():
        if key in started.tags:
            problems.append((key, _raised_by(check, started.tags[key])))
    return [(key, why) for key, why in problems if why]


def _raised_by(check: Any, value: str) -> str:
    try:
        check(value)
    except ValueError as problem:
        return str(problem)
    return ""


def _player_problems(players: Sequence[str]) -> Iterable[str]:
    seen: dict[str, str] = {}
    for name in players:
        if not name.strip() or len(name) > 60:
            yield say("a player's name has 1 to 60 characters")
        yield _control_problem(name)
        twin = seen.setdefault(name.casefold(), name)
        if twin is not name:
            yield say('two players are called "{name}"; names differ in more than their case', name=name)


def reading_problem(game: Game, id: str, option: str) -> tuple[str, str]:
    """The header of a reading, and what is wrong with it or its option ("" if nothing is)."""
    reading = game.rules.readings.get(id)
    name = "reading." + id.rpartition(".")[2]
    if reading is None:
        return name, unknown_reading(game, id)
    if option not in reading.choices:
        near = words.nearest(option, reading.choices)
        said = say(
            '{reading} is {options}, not "{option}"', reading=id, options=joined(reading.choices, OR), option=option
        )
        return name, words.hinted(said, near)
    return name, ""


def tag_problem(key: str, value: str) -> str:
    """Why a tag cannot be written as a header; "" if it can."""
    if not _HEADER.fullmatch(f"{key}: "):
        letters = marked('"{key}" cannot be the name of a tag: a letter first, then letters, digits, ".", "_" and "-"')
        return say(letters, key=key)
    if key in ("game", "players") or key.startswith("reading."):
        return say('"{key}" is no tag but a header of its own', key=key)
    return _control_problem(value)


def _control_problem(text: str) -> str:
    """Why a text from outside cannot stand in a transcript; "" if it can."""
    try:
        refuse_controls(text)
    except Unreadable as problem:
        return str(problem)
    return ""


def unknown_reading(game: Game, name: str) -> str:
    """The message for a reading that the game does not have."""
    others = [games.find(id) for id in games.ids() if id != game.id]
    owner = next((other for other in others if reading_id(other, name) in other.rules.readings), None)
    if owner is not None:
        return say('no reading "{reading}" in {game}; it is one of {other}', reading=name, game=game.id, other=owner.id)
    short = [reading.name for reading in game.rules.readings.values()]
    near = words.nearest(name.rpartition(".")[2], short)
    said = say('no reading "{reading}" in {game}', reading=name, game=game.id)
    return words.hinted(said, near) if near else say("{said}; there are: {words}", said=said, words=", ".join(short))


def reading_id(game: Game, name: str) -> str:
    """The full id of a reading from its name or id; unknown ones are returned as they are."""
    name = name.casefold()
    known = (id for id, reading in game.rules.readings.items() if name in (id, reading.name))
    return next(known, name)


# Whole transcripts


def write(game: Game, record: Record) -> str:
    """The record as its canonical transcript; reading it gives the same events."""
    started, *events = record
    assert isinstance(started, Started)
    head = [*map(_remark, started.lead), *headers(started), ""]
    body = [line for event in events for line in _lines(game, event)]
    return "\n".join([*head, *body]).rstrip("\n") + "\n"


def _lines(game: Game, event: Event) -> Iterable[str]:
    yield from map(_remark, event.lead)
    note = f"  {_remark(event.note)}" if event.note else ""
    if isinstance(event, Position):
        *first, last = (notation.show(given, game.forms) for given in event.given)
        yield from first
        yield last + note
    else:
        yield show(game, event) + note


def _remark(text: str) -> str:
    return f"# {text}" if text else "#"


def decode(data: bytes) -> str:
    """The text of a transcript's bytes. Raises NotTextError."""
    if len(data) > MAX_FILE:
        long = marked("a transcript has at most {most} MB; this one has {n}")
        raise NotTextError(say(long, most=MAX_FILE // 2**20, n=len(data) // 2**20))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        byte = marked("not UTF-8: byte {n} ({byte:#04x}) does not fit")
        raise NotTextError(say(byte, n=problem.start + 1, byte=data[problem.start])) from None
    return unicodedata.normalize("NFC", text)


def parse(text: str, source: str = "-") -> list[Transcript]:
    """All games of a text, at least one; what could not be read is in their ``mistakes``."""
    lines = re.split(r"\r\n|\r|\n", text)
    starts = [*_starts(lines), len(lines)]
    return [_Parser(source).parse(lines[begin:end], begin + 1) for begin, end in itertools.pairwise(starts)]


def _starts(lines: list[str]) -> list[int]:
    """Where each game begins: the first line, and each later ``game:`` with the remarks above it."""
    starts = [0]
    in_headers = True
    for i, line in enumerate(lines):
        if _HEADER.match(line):
            if not in_headers and line.lstrip()[:4].casefold() == "game":
                starts.append(_above(lines, i))
                in_headers = True
        elif line.strip() and not line.lstrip().startswith("#"):
            in_headers = False
    return starts


def _above(lines: list[str], i: int) -> int:
    while lines[i - 1].lstrip().startswith("#"):
        i -= 1
    return i


class _Parser:
    """Reads one game, line by line."""

    def __init__(self, source: str) -> None:
        self.out = Transcript(source)
        self.lead: list[str] = []
        self.values: dict[str, str] = {}
        self.players: Names = ()
        self.record: Record = []
        self.lines: list[int] = []
        self.good: int | None = None
        """How many events precede the first mistake."""

    def parse(self, lines: list[str], first: int) -> Transcript:
        numbered = list(enumerate(lines, start=first))
        body = self.read_headers(numbered)
        self.begin(first)
        for number, text in numbered[body:]:
            self.guard(number, text, self.read_body)
        self.close()
        return self.finished()

    def finished(self) -> Transcript:
        self.out.record = self.record[: self.good]
        self.out.lines = self.lines[: self.good]
        self.out.mistakes.sort(key=lambda m: (m.line, m.column))
        return self.out

    def guard(self, number: int, text: str, read: Any) -> None:
        """Read a line and keep what went wrong."""
        try:
            refuse_controls(text)
            read(number, words.split(text))
        except Unreadable as problem:
            self.mistake(number, problem.column, str(problem))

    def mistake(self, line: int, column: int, message: str) -> None:
        self.out.mistakes.append(Mistake(line, column, message))
        if self.good is None:
            self.good = len(self.record)

    # headers

    def read_headers(self, numbered: list[tuple[int, str]]) -> int:
        """Read the headers and the remarks among them; returns the index of the first other line."""
        i, end = 0, 0
        for i, (number, text) in enumerate(numbered):
            if _HEADER.match(text):
                self.lead += self.remarks(numbered[end:i])
                self.guard(number, text, self.read_header)
                end = i + 1
            elif text.strip() and not text.lstrip().startswith("#"):
                break
        return end

    def remarks(self, numbered: list[tuple[int, str]]) -> list[str]:
        return [note for _, text in numbered if (note := words.split(text).note) is not None]

    def read_header(self, number: int, line: Line) -> None:
        match = _HEADER.match(line.text)
        assert match is not None
        key = match.group(1).casefold()
        if key in self.values:
            twice = say('"{key}" stands twice; the first is in line {line}', key=key, line=self.out.headers[key])
            raise Refused(match.start(1) + 1, twice)
        rest = words.split(" " * match.start(2) + match.group(2))
        self.out.headers[key] = number
        self.values[key] = _value(rest)
        if key == "players":
            self.players = tuple(player_names(rest))
        if rest.note is not None:
            self.lead.append(rest.note)

    def begin(self, first: int) -> None:
        """Make ``Started`` of the headers, or say what they lack."""
        if not self.values:
            self.mistake(first, 1, say('expected headers, such as "game: jade-merchant" and "players: Ann, Bo"'))
            return
        game = self.find_game(first)
        if game is None or "players" not in self.values:
            if "players" not in self.values:
                self.mistake(first, 1, say('the header "players: ..." is missing'))
            return
        started = self.started(game)
        for key, why in start_problems(game, started):
            self.mistake(self.out.headers.get(key, first), 1, why)
        self.out.game = game
        self.put(self.out.headers["players"], started)
        self.lead = []

    def find_game(self, first: int) -> Game | None:
        if "game" not in self.values:
            known = ", ".join(games.ids())
            self.mistake(first, 1, say('the header "game: ..." is missing; there are: {games}', games=known))
            return None
        try:
            return games.find(self.values["game"].casefold())
        except games.UnknownGameError as problem:
            self.mistake(self.out.headers["game"], 1, str(problem))
            return None

    def started(self, game: Game) -> Started:
        values = {key: value for key, value in self.values.items() if key not in ("game", "players")}
        readings = {reading_id(game, k[8:]): v.casefold() for k, v in values.items() if k.startswith("reading.")}
        tags = {key: value for key, value in values.items() if not key.startswith("reading.")}
        return Started(game.id, self.players, readings, tags, lead=tuple(self.lead))

    # events

    def read_body(self, number: int, line: Line) -> None:
        if not line.tokens:
            if line.note is not None:
                self.lead.append(line.note)
        elif _HEADER.match(line.text):
            raise Refused(line.tokens[0].column, say("a header stands before the first move"))
        elif self.out.game is not None:
            self.add(number, line, read_event(self.out.game, self.players, line))

    def put(self, number: int, event: Event) -> None:
        self.record.append(event)
        self.lines.append(number)

    def add(self, number: int, line: Line, event: Event) -> None:
        """Put an event on record, with its remarks; statements of a position join into one."""
        assert self.out.game is not None
        if isinstance(event, Position):
            self.add_given(number, line, event)
            return
        admit(self.out.game, self.record, event, line)
        self.put(number, structs.replace(event, note=line.note or "", lead=tuple(self.lead)))
        self.lead = []

    def add_given(self, number: int, line: Line, event: Position[Any]) -> None:
        """Join a statement to the position before it. Contradictions show in the line that makes them."""
        assert self.out.game is not None
        base: Position[Any] = Position(())
        if len(self.record) == 2 and isinstance(self.record[1], Position):
            base, number = self.record.pop(), self.lines.pop()  # type: ignore[assignment]
        lead = (*base.lead, *self.lead, *([line.note] if line.note else []))
        joined = Position((*base.given, *event.given), lead=lead)
        refuse(self.out.game, self.record[0], event, line)  # type: ignore[arg-type]
        why = objection(self.out.game, self.record, joined)
        if not why or base.given:
            self.put(number, base if why else joined)
        if why:
            raise Refused(line.tokens[0].column, why)
        self.lead = []

    def close(self) -> None:
        """Remarks after the last event become remarks on it."""
        last = len(self.record)
        for text in self.lead if last else ():
            if text:
                self.put(self.lines[-1], Noted(last, text))


def _value(line: Line) -> str:
    """A header's value: the text of the line without the remark."""
    if len(line.tokens) == 1 and line.tokens[0].quoted:
        return line.tokens[0].text
    return line.text[: line.tokens[-1].end - 1].strip() if line.tokens else ""


def player_names(line: Line) -> Iterable[str]:
    """The names between the commas, in quotes or not."""
    group: list[Token] = []
    for token in [*line.tokens, Token(",", 0, 0)]:
        if not token.is_word(","):
            group.append(token)
        elif len(group) == 1:
            yield group.pop().text
        else:
            yield line.text[group[0].column - 1 : group[-1].end - 1] if group else ""
            group = []
