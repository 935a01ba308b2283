"""One line of a transcript: an event of a game, or one about other events.

Everything that a line may say is here, whether it stands in a file or is typed at the table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from msgspec import structs

from referee import game as games
from referee import notation, words
from referee.event import (
    REMARKS,
    VERDICTS,
    Amended,
    Disputed,
    Ended,
    Event,
    Noted,
    Position,
    Record,
    Retracted,
    Ruled,
    Started,
    retracted,
)
from referee.game import Game
from referee.language import Phrase, fact_of, marked, say
from referee.notation import Form
from referee.words import PLAYER, Kind, Line, Names, Token, Unreadable

MAX_LINE = 10_000


def _seq(text: str, _: Names) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,14}", text):
        raise ValueError
    return int(text)


def _undo(text: str, names: Names) -> tuple[int, bool]:
    return _seq(text.removesuffix(".."), names), text.endswith("..")


SEQ = Kind(Phrase("an event's number"), _seq)
UNDO = Kind(Phrase('an event\'s number, or "N.." for it and all that follow'), _undo, lambda v: f"{v[0]}{'..' * v[1]}")
CLAUSE = Kind(Phrase("a clause id"), lambda text, _: _clause(text))
VERDICT = words.word_of(Phrase("upheld, dismissed or waived"), VERDICTS)
MOVE = Phrase("a move")

GENERAL = (
    Form(Ended, "end {winners,}", winners=PLAYER),
    Form(Noted, "note {event} : {text...}", event=SEQ),
    Form(Retracted, "undo {event,following}", event=UNDO),
    Form(Disputed, "dispute {event} by {by} : {text...}", event=SEQ, by=PLAYER),
    Form(Disputed, "dispute {event} {clause} by {by} : {text...}", event=SEQ, clause=CLAUSE, by=PLAYER),
    Form(Ruled, "rule {dispute} {verdict} by {by} : {text...}", dispute=SEQ, verdict=VERDICT, by=PLAYER),
)


def _clause(text: str) -> str:
    if "." not in text:
        raise ValueError
    return text.casefold()


def show(game: Game, event: Event) -> str:
    """The event as one line of a transcript, without its remarks; ``Started`` as its headers."""
    if isinstance(event, Started):
        return "; ".join(headers(event))
    if isinstance(event, Amended):
        return f"amend {event.event}: {show(game, event.to)}"
    if isinstance(event, Position):
        return "; ".join(notation.show(given, game.forms) for given in event.given)
    return notation.show(event, (*game.forms, *GENERAL))


def headers(started: Started) -> list[str]:
    """The headers of a transcript, in their canonical order."""
    players = ", ".join(words.show_name(name) for name in started.players)
    readings = [f"reading.{id.rpartition('.')[2]}: {option}" for id, option in started.readings.items()]
    tags = [f"{key}: {words.show_text(value)}" for key, value in started.tags.items()]
    return [f"game: {started.game}", f"players: {players}", *tags, *readings]


def read_event(game: Game, names: Names, line: Line, start: int = 0) -> Event:
    """The event that a line says from its token ``start`` on. Raises Unreadable."""
    try:
        return _read_event(game, names, line, start)
    except Unreadable as problem:
        problem.game = game
        raise


def _read_event(game: Game, names: Names, line: Line, start: int) -> Event:
    tokens = line.tokens[start:]
    if not tokens:
        raise Unreadable(len(line.text) + 1, MOVE, "")
    if tokens[0].is_word("amend"):
        return _read_amended(game, names, line, start)
    if tokens[0].is_word("given"):
        return _read_position(game, names, line, start)
    forms = _forms_for(game, names, tokens)
    event: Event = notation.read(line, forms, names, start)
    return event


def _forms_for(game: Game, names: Names, tokens: list[Token]) -> list[Form]:
    """The forms that begin as the line does. Raises Unreadable where none does."""
    forms = [form for form in (*game.forms, *GENERAL) if not _is_given(form)]
    alone = [form for form in forms if form.nobodys and tokens[0].is_word(form.verb)]
    if alone:
        return alone
    _check_player(tokens[0], names, [form.verb for form in forms if form.nobodys])
    acting = [form for form in forms if not form.nobodys]
    if len(tokens) == 1:
        raise Unreadable(tokens[0].end, _verbs(acting), "")
    fitting = [form for form in acting if tokens[1].is_word(form.verb)]
    if not fitting:
        near = words.nearest(tokens[1].text, [form.verb for form in acting])
        raise Unreadable(tokens[1].column, _verbs(acting), tokens[1].text, near)
    return fitting


def _check_player(token: Token, names: Names, verbs: list[str]) -> None:
    try:
        words.pick(token.text, names)
    except ValueError as problem:
        expected = Phrase("a player ({why})", why=str(problem) or ", ".join(names))
        near = words.nearest(token.text, [*names, *verbs])
        raise Unreadable(token.column, expected, token.text, near) from None


def _verbs(forms: Iterable[Form]) -> str:
    return Phrase("one of {words}", words=", ".join(dict.fromkeys(form.verb for form in forms)))


def _is_given(form: Form) -> bool:
    return form.verb == "given"


def _read_amended(game: Game, names: Names, line: Line, start: int) -> Event:
    head = Form(Retracted, "amend {event} :", event=SEQ)
    colon = next((i for i, t in enumerate(line.tokens) if i > start and t.is_word(":")), len(line.tokens) - 1)
    target = head.read(line, names, start, colon + 1).event
    _refuse_nested(line, colon + 1)
    to = read_event(game, names, line, colon + 1)
    if isinstance(to, REMARKS):
        raise Unreadable(line.tokens[colon + 1].column, MOVE, line.tokens[colon + 1].text)
    return Amended(target, to)


def _refuse_nested(line: Line, start: int) -> None:
    """An amendment of an amendment is refused before it is read: a line could hold a thousand."""
    if start < len(line.tokens) and line.tokens[start].is_word("amend"):
        raise Unreadable(line.tokens[start].column, MOVE, line.tokens[start].text)


def _read_position(game: Game, names: Names, line: Line, start: int) -> Event:
    givens = tuple(form for form in game.forms if _is_given(form))
    form: Form = Form(Position, "{given;}", given=givens)
    position: Event = form.read(line, names, start)
    return position


def admit(game: Game, record: Record, event: Event, line: Line) -> None:
    """Raise Unreadable where what a line says cannot come next in a record, or in none of this game's."""
    started = record[0]
    assert isinstance(started, Started)
    refuse(game, started, event, line)
    why = objection(game, record, event)
    if why:
        raise Refused(line.tokens[0].column, why)


def refuse(game: Game, started: Started, event: Event, line: Line) -> None:
    """Raise Unreadable where a line says what no record of this game with these headers can hold."""
    try:
        if game.refuse is not None:
            game.refuse(started, event, line)
    except Unreadable as problem:
        problem.game = game
        raise


def objection(game: Game, record: Record, event: Event) -> str:
    """Why an event about other events, or a position, cannot come next; "" if it can."""
    if isinstance(event, Position):
        return _position_objection(game, record, event)
    if isinstance(event, Ruled):
        return _ruling_objection(record, event)
    if not isinstance(event, (Noted, Amended, Retracted, Disputed)):
        return ""
    return _target_objection(game, record, event)


def _position_objection(game: Game, record: Record, event: Position[Any]) -> str:
    if len(record) > 1:
        return say("a position stands right after the headers, before the first move")
    started = record[0]
    assert isinstance(started, Started)
    return "; ".join(fact_of(game, problem.message) for problem in game.contradictions(started, event))


def _ruling_objection(record: Record, event: Ruled) -> str:
    events = list(enumerate(record, start=1))
    gone = retracted(events)
    in_force = [(n, e) for n, e in events if n not in gone]
    disputes = [n for n, e in in_force if isinstance(e, Disputed)]
    if event.dispute not in disputes:
        return _no_dispute(event.dispute, [str(n) for n in disputes])
    if any(isinstance(e, Ruled) and e.dispute == event.dispute for _, e in in_force):
        return say("the dispute in event {n} has been ruled on", n=event.dispute)
    return ""


def _no_dispute(n: int, disputes: list[str]) -> str:
    if not disputes:
        return say("event {n} is no dispute; there is none here", n=n)
    return say("event {n} is no dispute; disputes here: {disputes}", n=n, disputes=", ".join(disputes))


def _target_objection(game: Game, record: Record, event: Noted | Amended[Any] | Retracted | Disputed) -> str:
    if event.event > len(record):
        return say("there is no event {n} yet; the last is {last}", n=event.event, last=len(record))
    if isinstance(event, Retracted) and event.event == 1:
        return say("event 1 is the start of the game and cannot be taken back")
    target = record[event.event - 1]
    if isinstance(event, Amended):
        return _amendment_objection(event, target)
    if isinstance(event, Disputed) and event.clause and event.clause not in game.rules.clauses:
        return _unknown_clause(game, event.clause)
    return ""


def _unknown_clause(game: Game, clause: str) -> str:
    owner = next((id for id in games.ids() if clause in games.find(id).rules.clauses), "")
    if owner:
        return say('no clause "{clause}" in {game}; it is one of {other}', clause=clause, game=game.id, other=owner)
    near = words.nearest(clause, game.rules.clauses)
    return words.hinted(say('no clause "{clause}" in {game}', clause=clause, game=game.id), near)


def _amendment_objection(event: Amended[Any], target: Event) -> str:
    if isinstance(target, (Started, *REMARKS)):
        return say("event {n} is not a move; only moves, positions and results can be amended", n=event.event)
    if isinstance(target, Position) != isinstance(event.to, Position):
        return say("a position can only be amended to a position, and a move to a move")
    return ""


def read_line(game: Game, record: Record, text: str) -> Event:
    """One further event of a record, from one line. Raises Unreadable."""
    started = record[0]
    assert isinstance(started, Started)
    text = unicodedata.normalize("NFC", text)
    refuse_controls(text)
    line = words.split(text)
    event = read_event(game, started.players, line)
    admit(game, record, event, line)
    return structs.replace(event, note=line.note) if line.note else event


class Refused(Unreadable):
    """A line that says what cannot be; its message is the reason."""

    def __init__(self, column: int, why: str) -> None:
        super().__init__(column, "", "")
        self.why = why

    def __str__(self) -> str:
        return self.why


# Characters that have no place in a transcript: control characters (but for the tab), and those
# that turn the direction of writing, with which a line can be made to look like another.
_CONTROL = "[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"


def refuse_controls(text: str) -> None:
    """Raise Unreadable where a line has a character that no line may have, or too many."""
    found = None if text.isprintable() else re.search(_CONTROL, text)
    if found:
        why = say("the character U+{code:04X} has no place in a transcript", code=ord(found.group()))
        raise Refused(found.start() + 1, why)
    if len(text) > MAX_LINE:
        long = marked("a line has at most {most:,} characters; this one has {n:,}")
        raise Refused(MAX_LINE, say(long, most=MAX_LINE, n=len(text)))
